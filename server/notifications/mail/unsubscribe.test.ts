import { MAIL_KINDS } from '#contract/notification/mail-removal.ts';
import * as contract from '#contract/notification/mail-removal.ts';
import { DAY } from '#server/platform/clock.ts';
import { newId } from '#server/platform/ids.ts';
import { makeUnsubscribeToken } from '#testing/accounts/link-tokens.ts';
import { expect, test } from '#testing/harness.ts';
import { callAs, serve } from '#testing/http.ts';
import { mailsTo, tokenIn } from '#testing/platform/mails.ts';
import { runWaitingJobs } from '#testing/platform/run-jobs.ts';
import type { Member } from '#testing/world.ts';
import { notifications } from '../module.ts';
import { settingsOf } from '../settings.ts';
import { unsubscribeJobs } from './unsubscribe.ts';

const subscribe = ({ app: { db }, accountId }: Member) =>
  db.updateTable('account').set({ newsletter: true }).where('id', '=', accountId).execute();

const isSubscribed = async ({ app: { db }, accountId }: Member) =>
  (await db.selectFrom('account').select('newsletter').where('id', '=', accountId).executeTakeFirstOrThrow())
    .newsletter;

const proofsOf = ({ app: { db }, accountId }: Member) =>
  db
    .selectFrom('consent')
    .select('given')
    .where('account_id', '=', accountId)
    .where('kind', '=', 'newsletter')
    .execute();

const mailsOf = async (member: Member) => (await settingsOf(member.app.db, member)).mail;

test('the link of a newsletter ends them, with any session, and is kept as a proof once', async ({
  app,
  world,
}) => {
  const server = await serve(app, notifications.routes);
  const [marco, paolo] = [await world.member(), await world.member()];
  await subscribe(marco);
  await subscribe(paolo);
  const linkToken = await makeUnsubscribeToken(app.links, marco, ['newsletter']);
  const answers = [
    await callAs(server, contract.refuseMails, { linkToken }, { token: paolo.token }),
    await callAs(server, contract.refuseMails, { linkToken }),
  ];
  expect(answers.map(({ status, reply }) => [status, reply])).toEqual([
    [200, { result: 'OK' }],
    [200, { result: 'OK' }],
  ]);
  expect([await isSubscribed(marco), await isSubscribed(paolo)]).toEqual([false, true]);
  expect(await proofsOf(marco)).toEqual([{ given: false }]);
  expect(await mailsOf(marco)).toEqual({ message: true, like: true, visit: true, gift: true });
});

test('the link of a notice shows what comes, and ends that sort, or whatever is chosen', async ({
  app,
  world,
}) => {
  const server = await serve(app, notifications.routes);
  const marco = await world.member({ email: 'marco.rossi@test.example' });
  await subscribe(marco);
  const linkToken = await makeUnsubscribeToken(app.links, marco, ['like', 'visit']);
  const choices = async () => (await callAs(server, contract.readMailChoices, { linkToken })).reply;
  expect(await choices()).toEqual({
    email: 'm•••i@t•••.example',
    ofLink: ['like', 'visit'],
    wanted: [...MAIL_KINDS],
  });
  await callAs(server, contract.refuseMails, { linkToken });
  expect((await choices()).wanted).toEqual(['message', 'gift', 'newsletter']);
  await callAs(server, contract.refuseMails, { linkToken, kinds: ['message', 'newsletter'] });
  expect((await choices()).wanted).toEqual(['gift']);
  expect(await isSubscribed(marco)).toBe(false);
});

test('a member does it without a link, also before the terms are accepted', async ({ app, world }) => {
  const server = await serve(app, notifications.routes);
  for (const accepted of [true, false]) {
    const marco = await world.member({ accepted });
    const { token } = marco;
    await subscribe(marco);
    const { reply } = await callAs(server, contract.readMailChoices, {}, { token });
    expect(reply).toMatchObject({ ofLink: [], wanted: [...MAIL_KINDS] });
    const { status } = await callAs(server, contract.refuseMails, {}, { token });
    expect([status, await isSubscribed(marco)]).toEqual([200, false]);
    await callAs(server, contract.refuseMails, { kinds: [...MAIL_KINDS] }, { token });
    expect(await mailsOf(marco)).toEqual({ message: false, like: false, visit: false, gift: false });
  }
});

test('a link that is too old, of another brand, or of an erased member does nothing', async ({
  app,
  world,
}) => {
  const server = await serve(app, notifications.routes);
  const marco = await world.member();
  await subscribe(marco);
  const make = (owner: { brandId: string; accountId: string }) =>
    makeUnsubscribeToken(app.links, owner, ['newsletter']);
  const good = await make(marco);
  const bad = [
    await make({ ...marco, brandId: world.brand('verbena').id }),
    await make({ ...marco, accountId: newId() }),
    `${good}x`,
  ];
  for (const endpoint of [contract.refuseMails, contract.readMailChoices]) {
    for (const linkToken of bad) expect((await callAs(server, endpoint, { linkToken })).status).toBe(401);
  }
  app.clock.advance(91 * DAY);
  expect((await callAs(server, contract.refuseMails, { linkToken: good })).status).toBe(401);
  expect(await isSubscribed(marco)).toBe(true);
});

test('the owner of an address is mailed a link, and a stranger gets the same answer', async ({
  app,
  world,
}) => {
  const server = await serve(app, notifications.routes);
  const marco = await world.member();
  const ask = (email: string) => callAs(server, contract.requestUnsubscribeLink, { email });
  const answers = [await ask(marco.email.toUpperCase()), await ask('nobody@test.example')];
  expect(answers.map(({ status, reply }) => [status, reply])).toEqual([
    [200, { result: 'OK' }],
    [200, { result: 'OK' }],
  ]);
  expect((await ask('no address')).status).toBe(422);
  await runWaitingJobs(app, unsubscribeJobs);
  const [mail, ...others] = await mailsTo(app.db, marco.email);
  expect([mail?.template, others]).toEqual(['unsubscribe_link', []]);
  expect(await mailsTo(app.db, 'nobody@test.example')).toEqual([]);
  const linkToken = await tokenIn(app, mail);
  await callAs(server, contract.refuseMails, { linkToken });
  expect(await mailsOf(marco)).toEqual({ message: false, like: false, visit: false, gift: false });
});

test('one may ask for so many links and no more', async ({ app, world }) => {
  const server = await serve(app, notifications.routes);
  const { email } = await world.member();
  const ask = () => callAs(server, contract.requestUnsubscribeLink, { email });
  const most = app.config.limits.resetsPerEmail;
  for (let count = 0; count < most; count += 1) expect((await ask()).status).toBe(200);
  expect((await ask()).status).toBe(429);
});
