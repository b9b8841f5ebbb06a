import { refuseMails as contract } from '../../../contract/notification/mail-removal.ts';
import { expect, test as base } from '../../../testing/harness.ts';
import { callAs, serve } from '../../../testing/http.ts';
import type { Member } from '../../../testing/world.ts';
import { DAY } from '../../platform/clock.ts';
import { newId } from '../../platform/ids.ts';
import { makeUnsubscribeToken } from '../account-links.ts';
import { accounts } from '../module.ts';

const test = base.extend('server', async ({ app }, { onCleanup }) => {
  const server = await serve(app, accounts.routes);
  onCleanup(() => server.close());
  return server;
});

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

test('the link of a newsletter ends them, whoever is signed in, and is kept as a proof once', async ({
  server,
  world,
}) => {
  const [marco, paolo] = [await world.member(), await world.member()];
  await subscribe(marco);
  await subscribe(paolo);
  const linkToken = await makeUnsubscribeToken(marco.app.links, marco);
  const answers = [
    await callAs(server, contract, { linkToken }, { token: paolo.token }),
    await callAs(server, contract, { linkToken }),
  ];
  expect(answers.map(({ status, reply }) => [status, reply])).toEqual([
    [200, { result: 'OK' }],
    [200, { result: 'OK' }],
  ]);
  expect([await isSubscribed(marco), await isSubscribed(paolo)]).toEqual([false, true]);
  expect(await proofsOf(marco)).toEqual([{ given: false }]);
});

test('a member does it without a link, also before the terms are accepted', async ({ server, world }) => {
  for (const accepted of [true, false]) {
    const marco = await world.member({ accepted });
    await subscribe(marco);
    const { status } = await callAs(server, contract, {}, { token: marco.token });
    expect([status, await isSubscribed(marco)]).toEqual([200, false]);
  }
});

test('a link that is too old, of another brand, or of somebody who is gone does nothing', async ({
  app,
  server,
  world,
}) => {
  const marco = await world.member();
  await subscribe(marco);
  const good = await makeUnsubscribeToken(marco.app.links, marco);
  const bad = [
    await makeUnsubscribeToken(marco.app.links, { ...marco, brandId: world.brand('verbena').id }),
    await makeUnsubscribeToken(marco.app.links, { ...marco, accountId: newId() }),
    `${good}x`,
  ];
  for (const linkToken of bad) expect((await callAs(server, contract, { linkToken })).status).toBe(401);
  app.clock.advance(91 * DAY);
  expect((await callAs(server, contract, { linkToken: good })).status).toBe(401);
  expect(await isSubscribed(marco)).toBe(true);
});
