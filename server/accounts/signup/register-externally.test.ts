import { randomUUID } from 'node:crypto';
import type { VisitorContext } from '#server/app.ts';
import { DAY } from '#server/platform/clock.ts';
import { findSession } from '#server/platform/security/sessions.ts';
import { newcomer, stranger } from '#testing/accounts/newcomer.ts';
import { expect, test } from '#testing/harness.ts';
import { limitLeft } from '#testing/platform/limit-left.ts';
import { registerExternally } from './register-externally.ts';
import { register } from './register.ts';

interface LinkOptions {
  email?: string;
  partner?: string;
  brandId?: string;
  data?: Record<string, unknown>;
}

function makeLink(visitor: VisitorContext, options: LinkOptions = {}): Promise<string> {
  const { email = `${randomUUID()}@test.example`, partner = 'partner', brandId = visitor.brandId } = options;
  const data = { email, region: 'Lazio', city: 'Roma', source: 'partner-mail', ...options.data };
  return visitor.app.links.make({
    purpose: 'external',
    brandId,
    subject: email,
    validFor: DAY,
    partner,
    data,
  });
}

const come = (visitor: VisitorContext, linkToken: string) =>
  registerExternally(visitor, { member: { linkToken, trackerId: randomUUID() } });

test('a partner’s link makes an account that still has to accept the terms', async ({ app, db, world }) => {
  const visitor = stranger(world);
  const { result } = await come(visitor, await makeLink(visitor, { email: 'Anna.Verdi@Test.example' }));
  expect(result).toMatchObject({
    gift: 3,
    user: {
      email: 'anna.verdi@test.example',
      emailConfirmed: false,
      accepted: false,
      hasPassword: false,
      region: 'Lazio',
      city: 'Roma',
      flowId: '7',
      about: { gender: 'male', seeks: 'female' },
    },
  });
  const session = await findSession(app, visitor.brandId, result.token);
  expect(session?.accepted).toBe(false);
  const { way, source, link_id } = await db
    .selectFrom('arrival')
    .selectAll()
    .where('account_id', '=', session!.accountId)
    .executeTakeFirstOrThrow();
  expect([way, source, link_id]).toEqual(['external', 'partner-mail', expect.any(String)]);
  const consents = db.selectFrom('consent').select('kind').where('account_id', '=', session!.accountId);
  expect(await consents.execute()).toEqual([]);
});

test('a partner may choose a password, and places that do not exist are left open', async ({ db, world }) => {
  const visitor = stranger(world);
  const enter = async (data: Record<string, unknown>) =>
    (await come(visitor, await makeLink(visitor, { data }))).result.user;
  const user = await enter({ password: 'dal partner', city: 'Milano' });
  expect(user).toMatchObject({ hasPassword: true, region: 'Lazio', city: null, verified: true });
  const { password_hash } = await db
    .selectFrom('account')
    .select('password_hash')
    .where('email', '=', user.email)
    .executeTakeFirstOrThrow();
  expect(await visitor.app.passwords.verify(password_hash!, 'dal partner', 'test')).toBe(true);
  expect(await enter({ region: 'Atlantide' })).toMatchObject({ region: null, city: null, verified: false });
  expect(await enter({ region: undefined, city: undefined })).toMatchObject({ region: null });
});

test('the same link signs in again, also when it comes twice at once', async ({ db, world }) => {
  const visitor = stranger(world);
  const link = await makeLink(visitor);
  const answers = await Promise.all([1, 2, 3, 4].map(() => come(visitor, link)));
  const later = await come(stranger(world), link);
  const ids = new Set([...answers, later].map(({ result }) => result.trackerId));
  expect(ids.size).toBe(1);
  expect(later.result.gift).toBeNull();
  const { email } = later.result.user;
  const sessions = await db
    .selectFrom('session as s')
    .innerJoin('account as a', 'a.id', 's.account_id')
    .select('s.method')
    .where('a.email', '=', email)
    .execute();
  expect(sessions.map(({ method }) => method).toSorted()).toEqual(['link', 'link', 'link', 'link', 'link']);
});

test('no link gets into an account that was there before', async ({ world }) => {
  const anna = await world.member();
  const visitor = stranger(world);
  const own = newcomer();
  await register(visitor, { member: own });
  const external = await come(visitor, await makeLink(visitor));
  for (const email of [anna.email, own.email!, external.result.user.email]) {
    const link = await makeLink(visitor, { email, data: { password: anna.password } });
    await expect(come(stranger(world), link)).rejects.toMatchObject({ code: 'signup.email_taken' });
  }
  const off = await world.member({ status: 'disabled' });
  await expect(come(visitor, await makeLink(visitor, { email: off.email }))).rejects.toMatchObject({
    code: 'account.disabled',
  });
});

test('once the owner has chosen a password or left, the link opens nothing', async ({ db, world }) => {
  const visitor = stranger(world);
  const link = await makeLink(visitor);
  const { email } = (await come(visitor, link)).result.user;
  const account = db.updateTable('account').where('email', '=', email);
  await account.set({ credentials_version: 1 }).execute();
  await expect(come(visitor, link)).rejects.toMatchObject({ code: 'signup.email_taken' });
  await account.set({ email: `moved-${email}` }).execute();
  await expect(come(visitor, link)).rejects.toMatchObject({ code: 'link.invalid' });
  const left = await db.selectFrom('account').select('id').where('email', '=', email).execute();
  expect(left).toEqual([]);
});

test('links that are tampered with, of others, unknown or late are worthless', async ({ app, world }) => {
  const visitor = stranger(world);
  const verbena = world.brand('verbena');
  const link = await makeLink(visitor);
  const tampered = link.slice(0, -1) + (link.endsWith('A') ? 'B' : 'A');
  const ofAnotherBrand = await makeLink(visitor, { brandId: verbena.id });
  const unknownPartner = await makeLink(visitor, { partner: 'somebody' });
  const ourOwnKey = await app.links.make({
    purpose: 'external',
    brandId: visitor.brandId,
    subject: 'x@test.example',
    validFor: DAY,
    data: { email: 'x@test.example' },
  });
  const wrongShape = await makeLink(visitor, { data: { source: 7 } });
  const zeroByte = await makeLink(visitor, { data: { password: 'a\0b' } });
  const bad = [tampered, ofAnotherBrand, unknownPartner, ourOwnKey, wrongShape, zeroByte, 'nonsense'];
  for (const token of bad) {
    await expect(come(visitor, token)).rejects.toMatchObject({ code: 'link.invalid' });
  }
  await expect(come(stranger(world, verbena), link)).rejects.toMatchObject({ code: 'link.invalid' });
  expect(await limitLeft(app, 'signupAddress', visitor.ip)).toBe(20);
  app.clock.advance(DAY + 1_000);
  await expect(come(visitor, link)).rejects.toMatchObject({ code: 'link.invalid' });
});

test('addresses are looked at as closely as those that are typed', async ({ world }) => {
  const visitor = stranger(world);
  const answer = async (email: string) => come(visitor, await makeLink(visitor, { email }));
  await expect(answer('not an address')).rejects.toMatchObject({ code: 'field.email' });
  await expect(answer('luca@mailinator.com')).rejects.toMatchObject({ code: 'signup.email_forbidden' });
});

test('links count against the limits as forms do', async ({ world }) => {
  const visitor = stranger(world);
  for (let count = 0; count < 20; count += 1) await come(visitor, await makeLink(visitor));
  await expect(come(visitor, await makeLink(visitor))).rejects.toMatchObject({ code: 'signup.too_many' });
});
