import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { LEGAL_VERSIONS } from '#contract/brand/legal.ts';
import { buildStaleLists } from '#server/discovery/search/jobs.ts';
import { countAvailable } from '#server/discovery/search/search-people.ts';
import { findSession } from '#server/platform/security/sessions.ts';
import { newcomer, stranger } from '#testing/accounts/newcomer.ts';
import { expect, test } from '#testing/harness.ts';
import { linkIn, mailsTo, tokenIn } from '#testing/platform/mails.ts';
import type { World } from '#testing/world.ts';
import { register } from './register.ts';

async function accountOf({ app }: World, email: string) {
  return app.db.selectFrom('account').selectAll().where('email', '=', email).executeTakeFirstOrThrow();
}

async function profileOf({ app }: World, accountId: string) {
  return app.db
    .selectFrom('profile')
    .selectAll()
    .where('account_id', '=', accountId)
    .executeTakeFirstOrThrow();
}

async function arrivalOf({ app }: World, accountId: string) {
  return app.db
    .selectFrom('arrival')
    .selectAll()
    .where('account_id', '=', accountId)
    .executeTakeFirstOrThrow();
}

test('a form filled in becomes a member who is signed in', async ({ app, world }) => {
  const visitor = stranger(world);
  const member = newcomer({ email: 'luca.bianchi+amore77@test.example', flowId: '14' });
  const { result } = await register(visitor, { member });
  expect(result).toMatchObject({
    trackerId: member.trackerId,
    optIn: 'single',
    gift: 3,
    user: {
      email: member.email,
      emailConfirmed: false,
      screenName: expect.stringMatching(/^\p{L}+ \d{3}$/u),
      region: 'Lazio',
      city: 'Roma',
      flowId: '14',
      premiumLevel: 0,
      verified: true,
      accepted: true,
      hasPassword: true,
      profileStatus: 'pending',
      messageCredits: 3,
      iceBreakerCredits: 2,
      likeCredits: 10,
      about: { gender: 'male', seeks: 'female' },
    },
  });
  const session = await findSession(app, visitor.brandId, result.token);
  expect(session).toMatchObject({ trackerId: member.trackerId, accepted: true });
  const account = await accountOf(world, 'luca.bianchi+amore77@test.example');
  expect(account.id).toBe(session?.accountId);
  expect(await app.passwords.verify(account.password_hash ?? '', 'una sera gentile', 'test')).toBe(true);
  expect(await profileOf(world, account.id)).toMatchObject({
    kind: 'member',
    status: 'pending',
    moderated_at: null,
    birth_year: 2026 - 41,
    country: 'it',
  });
});

test('credits are those of the flow, and the ledger says the same as the balance', async ({ db, world }) => {
  for (const [flowId, expected] of [
    ['7', [3, 2, 10]],
    ['13', [0, 5, 10]],
    ['no-such-flow', [3, 2, 10]],
  ] as const) {
    const { result } = await register(stranger(world), { member: newcomer({ flowId }) });
    const { id } = await accountOf(world, result.user.email);
    const { rows } = await sql<{ sums: number[]; balance: number[] }>`
      select array[b.message_credits, b.icebreaker_credits, b.like_credits] as balance,
        array(select coalesce(sum(l.amount) filter (where l.credit = c), 0)::int
          from unnest(array['message', 'icebreaker', 'like']) as c
          left join ledger_entry as l on l.account_id = b.account_id and l.reason = 'signup'
          group by c order by array_position(array['message', 'icebreaker', 'like'], c)) as sums
      from balance as b where b.account_id = ${id}`.execute(db);
    expect(rows).toEqual([{ balance: expected, sums: expected }]);
    expect(result.gift).toBe(expected[0] === 0 ? null : expected[0]);
  }
});

test('consent is kept with its proof, and only what was given', async ({ db, world }) => {
  const visitor = { ...stranger(world), userAgent: 'Browser '.repeat(100), language: 'fr' as const };
  const { result } = await register(visitor, { member: newcomer({ newsletter: true }) });
  const account = await accountOf(world, result.user.email);
  expect(account).toMatchObject({ accepted_at: visitor.app.clock.now(), newsletter: true, language: 'fr' });
  const consents = await db
    .selectFrom('consent')
    .selectAll()
    .where('account_id', '=', account.id)
    .orderBy('kind')
    .execute();
  expect(consents.map(({ kind }) => kind)).toEqual(['adult', 'newsletter', 'terms']);
  for (const consent of consents) {
    expect(consent).toMatchObject({
      given: true,
      text_version: LEGAL_VERSIONS[consent.kind === 'newsletter' ? 'privacy' : 'terms'],
      language: 'fr',
      ip: visitor.ip,
      user_agent: visitor.userAgent.slice(0, 400),
      created_at: visitor.app.clock.now(),
    });
  }
  const other = await register(stranger(world), { member: newcomer() });
  const { id, newsletter } = await accountOf(world, other.result.user.email);
  const kinds = await db.selectFrom('consent').select('kind').where('account_id', '=', id).execute();
  expect([newsletter, kinds.map(({ kind }) => kind).toSorted()]).toEqual([false, ['adult', 'terms']]);
});

test('the origin of a member is kept, but never the fingerprint itself', async ({ db, world }) => {
  const visitor = stranger(world);
  const member = newcomer({
    source: 'facebook',
    campaignId: 'spring',
    ip: '203.0.113.9',
    host: 'lunaria.example',
    userAgent: 'claimed',
  });
  const { result } = await register(visitor, { member });
  const { id } = await accountOf(world, result.user.email);
  const arrival = await arrivalOf(world, id);
  expect(arrival).toMatchObject({
    way: 'form',
    source: 'facebook',
    campaign_id: 'spring',
    host: 'lunaria.example',
    claimed_ip: '203.0.113.9',
    ip: visitor.ip,
    user_agent: 'test',
    created_at: visitor.app.clock.now(),
  });
  expect([arrival.device_hash?.length, arrival.network_hash?.length]).toEqual([32, 32]);
  const everything = await sql<{ text: string }>`
    select (select string_agg(a::text, '') from arrival a) || (select string_agg(e::text, '') from event e) as text
  `.execute(db);
  expect(everything.rows[0]?.text).not.toContain(member.fingerprint);
  const event = await db
    .selectFrom('event')
    .selectAll()
    .where('account_id', '=', id)
    .executeTakeFirstOrThrow();
  expect(event).toMatchObject({
    type: 'signed_up',
    tracker_id: member.trackerId,
    details: { way: 'form', campaign: 'spring', source: 'facebook', flow: '7' },
  });
});

test('a new woman counts for others only after moderation', async ({ world }) => {
  const visitor = stranger(world);
  const before = await countAvailable(visitor, {});
  const { result } = await register(visitor, { member: newcomer({ gender: 'female', seeks: 'male' }) });
  const { id, seeks } = await accountOf(world, result.user.email);
  expect(await profileOf(world, id)).toMatchObject({ kind: 'member', gender: 'female', status: 'pending' });
  expect([seeks, result.user.profileStatus]).toEqual(['male', 'pending']);
  await buildStaleLists(world.app);
  expect(await countAvailable(visitor, {})).toEqual(before);
});

test('the auto-signup leaves the terms for later, and its member can do nothing until then', async ({
  app,
  world,
}) => {
  const visitor = stranger(world);
  const { email, password, trackerId } = newcomer();
  const member = { email, password, trackerId, region: 'Lazio', city: 'Roma', province: 'Roma' };
  const { result } = await register(visitor, { member });
  expect(result.user).toMatchObject({ accepted: false, about: { gender: 'male', seeks: 'female' } });
  expect(await findSession(app, visitor.brandId, result.token)).toMatchObject({ accepted: false });
  const account = await accountOf(world, result.user.email);
  expect(account.accepted_at).toBeNull();
  expect(await profileOf(world, account.id)).toMatchObject({ birth_year: null });
  expect(await arrivalOf(world, account.id)).toMatchObject({ way: 'auto', source: 'direct' });
});

test('a tracker id that is taken or malformed is replaced, and counts per brand', async ({ world }) => {
  const first = await register(stranger(world), { member: newcomer({ trackerId: 'click-1' }) });
  const second = await register(stranger(world), { member: newcomer({ trackerId: 'click-1' }) });
  const odd = await register(stranger(world), { member: newcomer({ trackerId: 'click 1/ü' }) });
  const none = await register(stranger(world), { member: newcomer({ trackerId: undefined }) });
  const abroad = await register(stranger(world, world.brand('verbena')), {
    member: newcomer({ trackerId: 'click-1', region: 'Andalucía', city: '' }),
  });
  const uuid = expect.stringMatching(/^[\da-f-]{36}$/);
  expect([first, second, odd, none, abroad].map(({ result }) => result.trackerId)).toEqual([
    'click-1',
    uuid,
    uuid,
    uuid,
    'click-1',
  ]);
  // Without a tracker id a plain landing means the plain flow.
  expect(none.result.user.flowId).toBe('0000');
});

test('where the flow asks for it, a mail asks to confirm the address', async ({ app, db, world }) => {
  const visitor = stranger(world);
  const { result } = await register(visitor, { member: newcomer({ flowId: '11' }) });
  expect(result).toMatchObject({
    optIn: 'double',
    gift: 5,
    user: { optIn: 'double', emailConfirmed: false },
  });
  const mails = await mailsTo(db, result.user.email);
  expect(mails).toMatchObject([{ template: 'confirm_email', language: 'it' }]);
  expect(mails[0]?.text).toContain('http://localhost:3000/confirmEmail?token=');
  const token = await tokenIn(app, mails[0]);
  const opened = await app.links.open(token, { purpose: 'confirm', brandId: visitor.brandId });
  const { id } = await accountOf(world, result.user.email);
  expect(opened).toMatchObject({ subject: id, data: { email: result.user.email, version: 0 } });
  expect(opened.expiresAt.getTime() - app.clock.now().getTime()).toBe(7 * 24 * 3_600_000);
});

test('without a double opt-in the welcome comes at once', async ({ db, world }) => {
  const { result } = await register(stranger(world), { member: newcomer() });
  const mails = await mailsTo(db, result.user.email);
  expect(mails).toMatchObject([{ template: 'welcome', language: 'it' }]);
  expect(linkIn(mails[0]).href).toBe('http://localhost:3000/profile');
});

test('of twenty who want one address at once, one gets it and nothing is left of the others', async ({
  db,
  world,
}) => {
  const email = `${randomUUID()}@test.example`;
  const counts = () =>
    sql<{ profiles: number; arrivals: number; sessions: number; entries: number; events: number }>`
      select (select count(*) from profile) as profiles, (select count(*) from arrival) as arrivals,
        (select count(*) from session) as sessions, (select count(*) from ledger_entry) as entries,
        (select count(*) from event) as events`.execute(db);
  const before = (await counts()).rows[0]!;
  const answers = await Promise.allSettled(
    Array.from({ length: 20 }, () => register(stranger(world), { member: newcomer({ email }) })),
  );
  const refused = answers.filter(({ status }) => status === 'rejected');
  expect(refused).toHaveLength(19);
  for (const answer of refused) expect(answer).toMatchObject({ reason: { code: 'signup.email_taken' } });
  const accounts = await db.selectFrom('account').select('id').where('email', '=', email).execute();
  expect(accounts).toHaveLength(1);
  expect((await counts()).rows[0]).toEqual({
    profiles: before.profiles + 1,
    arrivals: before.arrivals + 1,
    sessions: before.sessions + 1,
    entries: before.entries + 3,
    events: before.events + 1,
  });
});

test('one address may sign up in each brand, and is another person there', async ({ db, world }) => {
  const email = `${randomUUID()}@test.example`;
  const member = newcomer({ email, password: 'it' });
  await register(stranger(world), { member });
  await register(stranger(world, world.brand('verbena')), {
    member: { ...member, region: 'Andalucía', city: '', password: 'es' },
  });
  const rows = await db
    .selectFrom('account as a')
    .innerJoin('arrival as r', 'r.account_id', 'a.id')
    .select(['a.brand_id', 'a.id', 'r.device_hash'])
    .where('a.email', '=', email)
    .execute();
  expect(new Set(rows.map((row) => row.brand_id)).size).toBe(2);
  expect(new Set(rows.map((row) => row.id)).size).toBe(2);
  // The same device cannot be followed from brand to brand.
  expect(new Set(rows.map((row) => row.device_hash?.toString('hex'))).size).toBe(2);
});

test('others see the name that was chosen, or one that says nothing about them', async ({ world }) => {
  const signUp = async (options: { screenName?: string }) => {
    const member = newcomer({ email: `giuliano.verdi-${randomUUID()}@test.example`, ...options });
    return (await register(stranger(world), { member })).result.user.screenName;
  };
  expect(await signUp({ screenName: 'Capitano' })).toBe('Capitano');
  expect(await signUp({})).not.toMatch(/giuliano|verdi/i);
  for (const screenName of ['', '...', 'Marco 3331234567', 'marco@posta.it', 'x'.repeat(61)])
    await expect(signUp({ screenName })).rejects.toMatchObject({ code: 'field.name' });
});

test.for(['.', '..', 'profile', 'register'])(
  'the tracker id %s is refused, and a fresh one made',
  async (trackerId, { world }) => {
    const { result } = await register(stranger(world), { member: newcomer({ trackerId }) });
    expect(result.trackerId).toMatch(/^[0-9a-f-]{36}$/);
  },
);
