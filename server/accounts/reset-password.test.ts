import { sql } from 'kysely';
import { resendConfirmation } from '#contract/account/credentials.ts';
import type { App, VisitorContext } from '#server/app.ts';
import { HOUR } from '#server/platform/clock.ts';
import { expect, test } from '#testing/harness.ts';
import { callAs, serve } from '#testing/http.ts';
import { forgetJobs, jobsOf, patiently, whileWorking } from '#testing/platform/jobs.ts';
import { limitLeft } from '#testing/platform/limit-left.ts';
import { linkIn, mailsTo, tokenIn } from '#testing/platform/mails.ts';
import { accounts } from './module.ts';
import { requestReset, sendResetJob } from './own-password.ts';

let addresses = 0;
/** Each visitor has a network of their own, so that none uses up another's attempts. */
const from = (visitor: VisitorContext) => ({ ...visitor, ip: `198.51.100.${(addresses += 1)}` });

async function payloads(db: App['db']): Promise<unknown[]> {
  const { rows } = await sql<{ payload: unknown }>`
    select payload from job order by id`.execute(db);
  return rows.map(({ payload }) => payload);
}

async function workOff(app: App, databaseUrl: string): Promise<void> {
  await whileWorking({ app, databaseUrl, handlers: accounts.jobs }, async () => {
    await expect.poll(() => jobsOf(app.db, sendResetJob.id), patiently).toEqual([]);
  });
}

test('a known address gets a mail with a link to the site it was asked on', async ({
  app,
  db,
  databaseUrl,
  world,
}) => {
  const marco = await world.member();
  const visitor = { ...from(world.visitor()), origin: 'http://it.localhost:3000' };
  expect(await requestReset(visitor, { email: ` ${marco.email.toUpperCase()}` })).toEqual({ result: 'OK' });
  expect(await mailsTo(db, marco.email)).toEqual([]);
  const [payload] = await payloads(db);
  expect(payload).toEqual({
    brandId: marco.brandId,
    accountId: marco.accountId,
    origin: 'http://it.localhost:3000',
  });
  await workOff(app, databaseUrl);
  const [mail] = await mailsTo(db, marco.email);
  expect(mail).toMatchObject({ template: 'reset_password', language: 'it' });
  const link = linkIn(mail);
  expect(`${link.origin}${link.pathname}`).toBe('http://it.localhost:3000/resetPassword');
  const token = await tokenIn(app, mail);
  const opened = await app.links.open(token, { purpose: 'reset', brandId: marco.brandId });
  expect(opened).toMatchObject({ subject: marco.accountId, data: { version: 0 } });
  expect(opened.expiresAt.getTime() - app.clock.now().getTime()).toBe(60 * 60_000);
});

test('an unknown address is answered as such, and asks for exactly as much work', async ({
  app,
  db,
  databaseUrl,
  world,
}) => {
  await forgetJobs(db);
  const stranger = await world.member({ brand: world.brand('verbena') });
  for (const email of ['nobody@test.example', stranger.email]) {
    await expect(requestReset(from(world.visitor()), { email })).rejects.toMatchObject({
      code: 'reset.unknown_email',
    });
  }
  const unknown = { brandId: world.brand().id, accountId: null, origin: 'http://localhost:3000' };
  expect(await payloads(db)).toEqual([unknown, unknown]);
  await workOff(app, databaseUrl);
  expect(await mailsTo(db, stranger.email)).toEqual([]);
});

test('a disabled account answers like any other and gets no mail', async ({
  app,
  db,
  databaseUrl,
  world,
}) => {
  const off = await world.member({ status: 'disabled' });
  expect(await requestReset(from(world.visitor()), { email: off.email })).toEqual({ result: 'OK' });
  await workOff(app, databaseUrl);
  expect(await mailsTo(db, off.email)).toEqual([]);
});

test('what is no address is not looked for and does not count', async ({ app, world }) => {
  const visitor = from(world.visitor());
  for (const email of ['', 'marco', 'marco@', 'a@b@c.d', 'a@b.c\nBcc: x@y.z', 'a'.repeat(250) + '@b.c'])
    await expect(requestReset(visitor, { email })).rejects.toMatchObject({ code: 'field.email' });
  expect(await limitLeft(app, 'resetAddress', visitor.ip)).toBe(app.config.limits.resetsPerAddress);
});

test('after three an hour for one address a network must wait, known or not', async ({ world }) => {
  const marco = await world.member();
  for (const email of [marco.email, 'nobody-at-all@test.example']) {
    const visitor = from(world.visitor());
    for (let attempt = 0; attempt < 3; attempt += 1) await requestReset(visitor, { email }).catch(() => {});
    await expect(requestReset(visitor, { email })).rejects.toMatchObject({ code: 'request.too_many' });
  }
});

test('strangers cannot use up what the owner may ask for, nor send more than three mails an hour', async ({
  app,
  databaseUrl,
  db,
  world,
}) => {
  const marco = await world.member();
  for (let stranger = 0; stranger < 8; stranger += 1)
    await requestReset(from(world.visitor()), { email: marco.email });
  expect(await requestReset(from(world.visitor()), { email: marco.email })).toEqual({ result: 'OK' });
  await workOff(app, databaseUrl);
  expect(await mailsTo(db, marco.email)).toHaveLength(3);
  app.clock.advance(HOUR);
  await requestReset(from(world.visitor()), { email: marco.email });
  await workOff(app, databaseUrl);
  expect(await mailsTo(db, marco.email)).toHaveLength(4);
});

test('after ten tries an hour a network must wait, whatever it asks for', async ({ world }) => {
  const visitor = from(world.visitor());
  for (let attempt = 0; attempt < 10; attempt += 1)
    await requestReset(visitor, { email: `guess-${attempt}@test.example` }).catch(() => {});
  await expect(requestReset(visitor, { email: 'guess@test.example' })).rejects.toMatchObject({
    code: 'request.too_many',
  });
});

test('no mail is written for a host that is not ours, nor does a port of its own get into one', async ({
  app,
  db,
  world,
}) => {
  const server = await serve(app, accounts.routes);
  const anna = await world.member({ emailConfirmed: false });
  const resend = async (host: string) => {
    const input = { trackerId: anna.trackerId };
    const { status } = await callAs(server, resendConfirmation, input, {
      token: anna.token,
      headers: { host },
    });
    return status;
  };
  expect(await resend('localhost:x@evil.example')).toBe(421);
  expect(await resend('evil.example')).toBe(421);
  expect(await mailsTo(db, anna.email)).toEqual([]);
  expect(await resend('it.localhost:4444')).toBe(200);
  const [mail] = await mailsTo(db, anna.email);
  expect(linkIn(mail).origin).toBe('http://it.localhost:3000');
});
