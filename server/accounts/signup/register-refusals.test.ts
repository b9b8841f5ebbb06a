import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import type { NewMember } from '#contract/account/sign-up.ts';
import { Failure } from '#contract/kernel/errors.ts';
import type { Brand } from '#server/brands/directory.ts';
import { DAY, MINUTE } from '#server/platform/clock.ts';
import { newcomer, stranger } from '#testing/accounts/newcomer.ts';
import { expect, test } from '#testing/harness.ts';
import { limitLeft } from '#testing/platform/limit-left.ts';
import { withServices } from '#testing/world.ts';
import { maskEmail } from '../email-address.ts';
import { register, checkNewMember } from './register.ts';

const failure = (expected: string) => expect.objectContaining({ code: expected });

test('an address that has an account is refused as such; a disabled one is sent to customer service', async ({
  world,
}) => {
  const anna = await world.member();
  const off = await world.member({ status: 'disabled' });
  const typed = { email: ` ${anna.email.toUpperCase()} ` };
  await expect(register(stranger(world), { member: newcomer(typed) })).rejects.toEqual(
    failure('signup.email_taken'),
  );
  await expect(register(stranger(world), { member: newcomer({ email: off.email }) })).rejects.toEqual(
    failure('account.disabled'),
  );
  const knowsAll = newcomer({ email: anna.email, password: anna.password, trackerId: anna.trackerId });
  await expect(register(stranger(world), { member: knowsAll })).rejects.toEqual(
    failure('signup.email_taken'),
  );
});

test.for([
  'luca@mailinator.com',
  'luca@deep.below.mailinator.com',
  'LUCA@Mailinator.COM',
  'luca@ｍailinator.com',
])('an address made to be thrown away is refused: %s', async (email, { world }) => {
  await expect(register(stranger(world), { member: newcomer({ email }) })).rejects.toEqual(
    failure('signup.email_forbidden'),
  );
});

test('a host that only begins like a disposable one is fine', async ({ world }) => {
  const email = `${randomUUID()}@mailinator.com.posta.example`;
  const { result } = await register(stranger(world), { member: newcomer({ email }) });
  expect(result.user.email).toBe(email);
});

function sendingElsewhere(brand: Brand, url: string, redirectHosts: string[] = []): Brand {
  const flow = { ...brand.flows.get('7')!, signUpElsewhere: url };
  const settings = { ...brand.settings, redirectHosts };
  return { ...brand, settings, flows: new Map([...brand.flows, ['7', flow]]) };
}

test('a flow may send newcomers elsewhere, to hosts the brand allows and no other', async ({ world }) => {
  const lunaria = world.brand();
  const answer = (url: string, hosts?: string[]) =>
    register(stranger(world, sendingElsewhere(lunaria, url, hosts)), { member: newcomer() }).catch(
      (error: unknown) => error,
    );
  const url = 'https://sister.example/signup?x=1';
  expect(await answer(url, ['sister.example'])).toMatchObject({ code: 'signup.elsewhere', details: { url } });
  expect(await answer('https://lunaria.example/other')).toMatchObject({ code: 'signup.elsewhere' });
  expect(await answer('http://it.localhost/other')).toMatchObject({ code: 'signup.elsewhere' });
  expect(await answer(url)).toMatchObject({ result: { gift: 3 } });
  expect(await answer('https://evil-sister.example/', ['sister.example'])).toMatchObject({ result: {} });
  expect(await answer('https://sister.example@evil.example/', ['sister.example'])).toMatchObject({
    result: {},
  });
});

test('a device that signed up lately is reminded, and “that’s not me” goes on', async ({ world }) => {
  const visitor = stranger(world);
  const fingerprint = randomUUID();
  await register(visitor, { member: newcomer({ email: `marco-${randomUUID()}-o@esempio.it`, fingerprint }) });
  const again = newcomer({ fingerprint });
  await expect(register(visitor, { member: again })).rejects.toMatchObject({
    code: 'signup.known_device',
    details: { email: 'm•••o@e•••.it' },
  });
  const { result } = await register(visitor, { member: { ...again, anotherPerson: true } });
  expect(result.user.email).toBe(again.email);
});

test('a device is known by fingerprint and network together, in its brand, for thirty days', async ({
  app,
  world,
}) => {
  const visitor = stranger(world);
  const fingerprint = randomUUID();
  await register(visitor, { member: newcomer({ fingerprint }) });
  await register(stranger(world), { member: newcomer({ fingerprint }) });
  await register(visitor, { member: newcomer() });
  await register(visitor, { member: newcomer({ fingerprint: '' }) });
  await register(
    { ...visitor, ...pick(world.visitor(world.brand('verbena'))) },
    { member: newcomer({ fingerprint, region: 'Andalucía', city: '' }) },
  );
  app.clock.advance(30 * DAY);
  await register(visitor, { member: newcomer({ fingerprint }) });
  await expect(register(visitor, { member: newcomer({ fingerprint }) })).rejects.toEqual(
    failure('signup.known_device'),
  );
});

function pick({ brand, brandId }: { brand: Brand; brandId: string }) {
  return { brand, brandId };
}

test.for([
  ['marco@esempio.it', 'm•••o@e•••.it'],
  ['marcello.rossi@posta.esempio.co.uk', 'm•••i@p•••.uk'],
  ['anna@e.it', 'a•••a@•••.it'],
  ['ann@esempio.it', 'a•••@e•••.it'],
  ['a@esempio.it', '•••@e•••.it'],
] as const)('%s is shown as %s', ([email, masked]) => {
  expect(maskEmail(email)).toBe(masked);
});

test('five sign-ups an hour are enough for a device, wherever it goes, “that’s not me” or not', async ({
  world,
}) => {
  const fingerprint = randomUUID();
  const attempt = () => register(stranger(world), { member: newcomer({ fingerprint, anotherPerson: true }) });
  for (let count = 0; count < 5; count += 1) await attempt();
  const refused = await attempt().catch((error: unknown) => error);
  expect(refused).toMatchObject({ code: 'signup.too_many', details: { retryAfter: expect.any(Number) } });
  const { retryAfter } = (refused as Failure<'signup.too_many'>).details;
  expect(retryAfter).toBeGreaterThan(0);
  expect(retryAfter).toBeLessThanOrEqual(3600);
});

test('twenty an hour are enough for a network', async ({ world }) => {
  const visitor = stranger(world);
  for (let count = 0; count < 20; count += 1) await register(visitor, { member: newcomer() });
  await expect(register(visitor, { member: newcomer() })).rejects.toEqual(failure('signup.too_many'));
  await register(stranger(world), { member: newcomer() });
});

test('what was mistyped does not count, an address that is taken does', async ({ app, world }) => {
  const visitor = stranger(world);
  const left = () => limitLeft(app, 'signupAddress', visitor.ip);
  const anna = await world.member();
  for (const wrong of [{ email: 'x' }, { region: 'Atlantide' }, { age: 3 }, { email: 'a@mailinator.com' }]) {
    await expect(register(visitor, { member: newcomer(wrong) })).rejects.toBeInstanceOf(Failure);
  }
  expect(await left()).toBe(20);
  await expect(register(visitor, { member: newcomer({ email: anna.email }) })).rejects.toEqual(
    failure('signup.email_taken'),
  );
  expect(await left()).toBe(19);
});

test('what fails through our fault does not count against the caller', async ({ app, world }) => {
  const visitor = stranger(world);
  const broken = withServices(visitor, { keyedHash: () => Buffer.from('too short') });
  await expect(register(broken, { member: newcomer() })).rejects.not.toBeInstanceOf(Failure);
  expect(await limitLeft(app, 'signupAddress', visitor.ip)).toBe(20);
});

test('a form that lost the answer and tries again is let in', async ({ app, db, world }) => {
  const visitor = stranger(world);
  const member = newcomer({ attemptId: randomUUID(), flowId: '11' });
  const first = await register(visitor, { member });
  const again = await register(visitor, { member });
  expect(again.result.token).not.toBe(first.result.token);
  const secrets = { token: '', deviceToken: '' };
  expect({ ...again.result, ...secrets }).toEqual({ ...first.result, ...secrets });
  const mails = await db
    .selectFrom('mail')
    .select('id')
    .where('recipient', '=', first.result.user.email)
    .execute();
  expect(mails).toHaveLength(1);
  for (const other of [
    { password: 'not theirs' },
    { attemptId: randomUUID() },
    { attemptId: undefined },
    { attemptId: 'no uuid' },
  ]) {
    await expect(
      register(stranger(world), { member: { ...member, fingerprint: '', ...other } }),
    ).rejects.toEqual(failure('signup.email_taken'));
  }
  app.clock.advance(10 * MINUTE + 1);
  await expect(register(visitor, { member })).rejects.toEqual(failure('signup.email_taken'));
});

test('a form sent twice at once is one sign-up, and both answers let them in', async ({ db, world }) => {
  const visitor = stranger(world);
  const member = newcomer({ attemptId: randomUUID() });
  const answers = await Promise.all([1, 2, 3].map(() => register(visitor, { member })));
  expect(new Set(answers.map(({ result }) => result.trackerId))).toEqual(new Set([member.trackerId]));
  const accounts = await db.selectFrom('account').select('id').where('email', '=', member.email!).execute();
  expect(accounts).toHaveLength(1);
});

test('an attempt that names none is no key to an account that has none', async ({ world }) => {
  const member = newcomer({ attemptId: undefined });
  await register(stranger(world), { member });
  await expect(register(stranger(world), { member })).rejects.toEqual(failure('signup.email_taken'));
});

/** In the order of the specification: what may be wrong, how, and what is said of it. */
const faults: { code: string; wrong: Partial<NewMember>[] }[] = [
  {
    code: 'field.email',
    wrong: [
      undefined,
      '',
      '  ',
      'luca',
      'luca@',
      '@test.example',
      'luca@test',
      'luca@test.',
      'luca@.example',
      'luca@@test.example',
      'luca@test..example',
      'luca@-test.example',
      'luca,anna@test.example',
      '"luca"@test.example',
      'luca@te(st).example',
      'luca\u202e@test.example',
      `${'x'.repeat(243)}@test.example`,
    ].map((email) => ({ email })),
  },
  { code: 'field.password', wrong: [{ password: undefined }, { password: '' }] },
  {
    code: 'field.place',
    wrong: [
      { region: undefined },
      { region: '' },
      { region: 'Atlantide' },
      { region: 'lazio' },
      { region: 'Andalucía', city: undefined },
      { region: 'Lazio', city: 'Milano' },
      { region: 'Lazio', city: 'Atlantide' },
    ],
  },
  { code: 'field.terms', wrong: [{ terms: undefined }, { terms: false }] },
  { code: 'field.adult', wrong: [{ adult: undefined }, { adult: false }] },
  {
    code: 'field.age',
    wrong: [undefined, 17, 99, 0, -30, 30.5, 1e9].map((age) => ({ age })),
  },
  { code: 'field.gender', wrong: [{ gender: undefined }, { gender: 'other' }] },
  { code: 'field.seeks', wrong: [{ seeks: undefined }, { seeks: 'other' }] },
];

const isLeftOut = (wrong: Partial<NewMember>) => Object.values(wrong).every((value) => value === undefined);
const mayBeLeftOut = new Set(['field.terms', 'field.adult', 'field.age', 'field.gender', 'field.seeks']);

test('of several faults the answer names the first in the specified order', async ({ world }) => {
  const choices = fc.tuple(...faults.map(({ wrong }) => fc.option(fc.constantFrom(...wrong))));
  await fc.assert(
    fc.asyncProperty(choices, fc.constantFrom('', 'RM'), async (chosen, province) => {
      const member = newcomer({ province, ...Object.assign({}, ...chosen) });
      const refused = faults.find(({ code }, index) => {
        const wrong = chosen[index];
        return wrong && !(province !== '' && mayBeLeftOut.has(code) && isLeftOut(wrong));
      });
      const answer = await checkNewMember(world.visitor(), member).catch((error: unknown) => error);
      expect(answer).toMatchObject(refused ? { code: refused.code } : { email: member.email });
    }),
    { numRuns: 300 },
  );
});

test.for(faults.flatMap(({ code, wrong }) => wrong.map((fields) => [code, fields] as const)))(
  '%s for %o',
  async ([code, fields], { world }) => {
    await expect(checkNewMember(world.visitor(), newcomer(fields))).rejects.toMatchObject({ code });
  },
);

test('what is right is taken as it should be kept', async ({ world }) => {
  const member = newcomer({ email: ' Luca Rossi@ Test.Example ', city: '', age: 98, newsletter: true });
  expect(await checkNewMember(world.visitor(), member)).toMatchObject({
    way: 'form',
    email: 'lucarossi@test.example',
    region: 'Lazio',
    city: null,
    age: 98,
    consents: { terms: true, adult: true, newsletter: true },
  });
});

test('a place is one of the brand’s own country', async ({ world }) => {
  const verbena = world.visitor(world.brand('verbena'));
  const sevilla = newcomer({ region: 'Andalucía', city: 'Sevilla', country: 'it' });
  expect(await checkNewMember(verbena, sevilla)).toMatchObject({ city: 'Sevilla' });
  await expect(checkNewMember(world.visitor(), sevilla)).rejects.toMatchObject({ code: 'field.place' });
});

test('the auto-signup asks for a region and takes the rest as it usually is', async ({ world }) => {
  const { email, password } = newcomer();
  const auto = { email, password, region: 'Lazio', province: 'Lazio' };
  expect(await checkNewMember(world.visitor(), auto)).toEqual({
    way: 'auto',
    email,
    password,
    region: 'Lazio',
    city: null,
    age: null,
    gender: 'male',
    seeks: 'female',
    consents: { terms: false, adult: false, newsletter: false },
  });
  expect(await checkNewMember(world.visitor(), { ...auto, gender: 'female' })).toMatchObject({
    seeks: 'male',
  });
});
