/**
 * How the database goes about what members and the staff wait for, at a size where a bad plan shows. The plans are committed in
 * docs/plans; `npx vitest run server/query-plans.test.ts -u` writes them anew.
 */

import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import { fillPeople, scaleOf } from '../bench/lib/people-at-scale.ts';
import { trackerIdOf } from '../bench/lib/people-statements.ts';
import { readHome } from '../bench/lib/scale-folder.ts';
import { setCredits } from '../testing/billing/credits.ts';
import { fakeProvider, orderFor, payer } from '../testing/billing/payer.ts';
import { sellPlans } from '../testing/billing/plans-at-scale.ts';
import {
  explainStatement,
  findPlannedAnew,
  findWholeIndexes,
  hasPlan,
  takesValues,
} from '../testing/explain-statement.ts';
import type { Plans } from '../testing/explain-statement.ts';
import { expect, test as base } from '../testing/harness.ts';
import { fillConversations } from '../testing/messaging/conversations-at-scale.ts';
import { recordStatements } from '../testing/record-statements.ts';
import type { Statement } from '../testing/record-statements.ts';
import { atWork } from '../testing/staff/staff.ts';
import { World } from '../testing/world.ts';
import type { MemberContext } from './app.ts';
import { tryCharge } from './billing/payments/pay-by-card.ts';
import { readOrder } from './billing/payments/payment-status.ts';
import { readSpending } from './billing/spending/spending.ts';
import { readBilling } from './billing/subscriptions/read-billing.ts';
import { searchCities } from './countries/find-places.ts';
import { readDeck } from './discovery/deck/read-deck.ts';
import { likePerson, visitPerson } from './discovery/reactions/likes-and-visits.ts';
import { readPerson } from './discovery/read-person.ts';
import { buildStaleLists } from './discovery/search/jobs.ts';
import { searchPeople } from './discovery/search/search-people.ts';
import { readTrust, takeTrustSnapshots } from './insight/trust.ts';
import { listConversations } from './messaging/conversation-list.ts';
import { claimNext } from './messaging/hosts/claims.ts';
import { countQueue, listQueue } from './messaging/hosts/queue.ts';
import { findPending, knowsNothing } from './messaging/pending.ts';
import { findProfileSummary } from './messaging/profile-summaries.ts';
import { readMessages } from './messaging/reading.ts';
import { recordReceipt } from './messaging/receipts.ts';
import { sendMessage } from './messaging/sending.ts';
import { decide } from './messaging/sending.ts';
import { notifyTyping } from './messaging/typing.ts';
import { readNavigation } from './notifications/navigation.ts';
import { listNotifications, markRead } from './notifications/notifications.ts';
import type { Database } from './platform/database/database.ts';
import { UUID } from './platform/ids.ts';
import { blockPerson, listBlocks, unblockPerson } from './profiles/blocks.ts';
import { findMembers } from './support/find-members.ts';

const PLANS = join(import.meta.dirname, '../docs/plans');
const SCALE = scaleOf(20_000, 100_000);
/** Reading so many rows one by one is felt. */
const LARGE = 1_000;
const timeout = 120_000;

/** What is asked so often that planning it each time would be felt. */
const ALL_THE_TIME = new Set([
  'search',
  'one-profile',
  'deck',
  'message',
  'messages',
  'receipt',
  'typing',
  'pending-messages',
  'conversations',
  'navigation',
  'notifications',
  'like',
  'visit',
  'towns',
  'swipe-like',
  'order',
  'payment',
  'order-state',
]);

/** When these are planned no order is open and no payment under way, and then very many may be. */
const MONEY = new Set(['order', 'payment', 'order-state']);

/** A job that nobody waits for. It counts most of what it reads, so reading all of a small table is right. */
const ONCE_A_DAY = new Set(['trust-computed']);

interface Plan extends Statement, Plans {
  /** The call it belongs to, and its place there. */
  id: string;
}

/** The statements of everything that is tried, in their order, each with its plans. */
const test = base.extend('calls', { scope: 'file' }, async ({ handle, app }) => {
  await fillPeople(handle.pool, await readHome(handle, app.clock.now()), SCALE, () => {});
  await expect.poll(() => vacuumUnseen(app.db)).toEqual([]);
  await sellPlans(app.db);
  await recordMinutes(app.db);
  await buildStaleLists(app);
  const { profileId } = await memberOf(new World(app), 2);
  await fillConversations(handle.pool, { popular: profileId, conversations: 2_500, longest: 5_000 });
  const calls = new Map<string, Plan[]>();
  for (const [call, run] of Object.entries(await makeCalls(new World(app)))) {
    const plans: Plan[] = [];
    for (const statement of (await recordStatements(run)).filter(hasPlan)) {
      const id = `${call}, statement ${plans.length + 1}`;
      plans.push({ id, ...statement, ...(await explainStatement(handle.pool, statement)) });
    }
    calls.set(call, plans);
  }
  return calls;
});

/** What members and the staff do all the time, by what the file of its plans is called. */
async function makeCalls(world: World): Promise<Record<string, () => Promise<unknown>>> {
  const { db } = world.app;
  const swiper = await memberOf(world, 1);
  const popular = await memberOf(world, 2);
  const exhausted = await memberOf(world, 3);
  const free = await freeMember(world);
  const [first = '', second = '', third = ''] = await strangersTo(db, free);
  const [elsewhere = ''] = await strangersTo(db, free, 'elsewhere');
  await db
    .insertInto('reaction')
    .values({ brand_id: free.brandId, from_id: elsewhere, to_id: free.profileId, kind: 'visit' })
    .execute();
  const [talkative = ''] = await partnersOf(db, popular);
  await decideOnAll(db, exhausted);
  const { buyer, orderId, input } = await buyerOf(world);
  const rome = { region: 'Lazio', city: 'Roma' };
  const host = await atWork(world, { role: 'host' });
  const support = await atWork(world, { role: 'support' });
  return {
    search: () => searchPeople(swiper, { region: 'Lombardia', page: 7 }),
    'search-of-a-visitor': () => searchPeople(world.visitor(), { region: 'Lombardia' }),
    deck: () => readDeck(swiper, { region: '' }),
    'deck-of-a-region': () => readDeck(swiper, { region: 'Lombardia' }),
    'deck-of-a-town': () => readDeck(swiper, rome),
    'deck-where-all-are-decided-on': () => readDeck(exhausted, { region: '' }),
    'deck-of-a-region-where-all-are-decided-on': () => readDeck(exhausted, { region: rome.region }),
    'deck-of-a-town-where-all-are-decided-on': () => readDeck(exhausted, rome),
    'one-profile': () => readPerson(swiper, { id: first }),
    'one-profile-elsewhere': () => readPerson(free, { id: elsewhere }),
    like: () => likePerson(free, { profileId: first }),
    'swipe-like': () => decide(free, { profileId: second, verdict: 'like' }),
    'swipe-undo': () => decide(free, { profileId: second, verdict: 'undo' }),
    'swipe-dislike': () => decide(free, { profileId: third, verdict: 'dislike' }),
    visit: () => visitPerson(free, { profileId: third }),
    navigation: () => readNavigation(popular),
    notifications: () => listNotifications(popular, {}),
    'notifications-of-likes': () => listNotifications(popular, { type: 'like' }),
    'notifications-of-visits': () => listNotifications(popular, { type: 'visit' }),
    'mark-read': () => markRead(popular, { type: 'like' }),
    'first-message': () => sendMessage(free, { profileId: first, text: 'Ciao' }),
    message: () => sendMessage(free, { profileId: first, text: 'Come stai?' }),
    'profile-summary': () => findProfileSummary(world.app, free.brandId, second),
    conversations: () => listConversations(popular, {}),
    messages: () => readMessages(popular, { profileId: talkative }),
    'messages-after': () => readMessages(popular, { profileId: talkative, after: '4000' }),
    receipt: () => recordReceipt(popular, { profileId: talkative, deliveredTo: 4_999, readTo: 4_999 }),
    'receipt-of-system-messages': () =>
      recordReceipt(popular, { profileId: '000000', deliveredTo: 1, readTo: 1 }),
    typing: () => notifyTyping(popular, { profileId: talkative }),
    'pending-messages': () => findPending(popular, { ...knowsNothing(), message: new Map([[first, 1]]) }),
    'pending-messages-where-all-are-known': () => findPending(swiper, knowsNothing()),
    blocks: () => listBlocks(swiper),
    block: () => blockPerson(free, { profileId: third }),
    unblock: () => unblockPerson(free, { profileId: third }),
    order: () => orderFor(buyer, 'credits-300'),
    payment: () => tryCharge(buyer, input),
    'order-state': () => readOrder(buyer, { trackerId: buyer.trackerId, orderId }),
    'own-money': () => readBilling(buyer, {}),
    'own-spending': () => readSpending(buyer),
    trust: () => readTrust(world.visitor()),
    'trust-computed': () => takeTrustSnapshots(world.app),
    towns: () => searchCities({ app: world.app }, { country: 'it', text: 'san' }),
    'queue-of-hosts': () => listQueue(host, { list: 'new' }),
    'queue-of-hosts-counted': () => countQueue(host, {}),
    'next-conversation': () => claimNext(host, {}),
    'members-of-a-name-who-pay': () => findMembers(support, { text: 'Ada', level: 'paying' }),
  };
}

/**
 * Vacuums the tables with pages that indexes cannot answer for, and names them. A connection that begins elsewhere at the
 * moment of a vacuum keeps it from marking what has just been written.
 */
async function vacuumUnseen(db: Database): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select relname as name from pg_class
    where relnamespace = 'public'::regnamespace and relkind = 'r' and relallvisible < relpages`.execute(db);
  for (const { name } of rows) await sql`vacuum (freeze, analyze) ${sql.table(name)}`.execute(db);
  return rows.map(({ name }) => name);
}

/** It was up all the time. What waits for moderation came with the people, and is counted too. */
async function recordMinutes(db: Database): Promise<void> {
  await sql`
    insert into uptime_minute (minute)
    select generate_series(timestamptz '2026-05-01', timestamptz '2026-06-01', interval '1 minute')`.execute(
    db,
  );
  await sql`vacuum analyze uptime_minute`.execute(db);
  await sql`analyze moderation_case`.execute(db);
}

/** Somebody who pays for a plan, and then looks at his money. */
async function buyerOf(world: World) {
  const buyer = await payer(world, [fakeProvider()]);
  const { orderId, input } = await orderFor(buyer, 'vip-month');
  return { buyer, orderId, input };
}

async function memberOf(world: World, number: number): Promise<MemberContext> {
  const trackerId = trackerIdOf(number);
  const { id, profileId } = await world.app.db
    .selectFrom('account as a')
    .innerJoin('profile as p', 'p.account_id', 'a.id')
    .select(['a.id', 'p.id as profileId'])
    .where('a.tracker_id', '=', trackerId)
    .executeTakeFirstOrThrow();
  return { ...world.visitor(), accountId: id, trackerId, profileId, sessionId: id, proven: true };
}

/** Somebody who pays for each like, and can. */
async function freeMember(world: World): Promise<MemberContext> {
  const { db } = world.app;
  const { tracker_id: trackerId } = await db
    .selectFrom('account as a')
    .innerJoin('profile as p', 'p.account_id', 'a.id')
    .select('a.tracker_id')
    .where('a.level', '=', 0)
    .where('a.seeks', '=', 'female')
    .where('p.gender', '=', 'male')
    .where('p.status', '=', 'visible')
    .orderBy('a.id')
    .executeTakeFirstOrThrow();
  const member = await memberOf(world, Number(trackerId.replace(/\D/g, '')));
  await setCredits(member, 10);
  await setCredits(member, 10, 'like');
  return member;
}

/** Women who seek men, in the member's region or in all others, of whom the member thinks nothing yet. */
async function strangersTo(
  db: Database,
  { accountId }: MemberContext,
  where: 'here' | 'elsewhere' = 'here',
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select p.id from profile p
    join account a on a.brand_id = p.brand_id and a.id = p.account_id
    join profile own on own.account_id = ${accountId}
    where p.status = 'visible' and p.gender = 'female' and a.seeks = 'male'
      and (p.region = own.region) = ${where === 'here'}
      and not exists (select from reaction r where r.from_id = own.id and r.to_id = p.id)
    order by p.id desc limit 3`.execute(db);
  return rows.map(({ id }) => id);
}

/** With whom somebody talks, the most talkative first. */
async function partnersOf(db: Database, { profileId }: MemberContext): Promise<string[]> {
  const rows = await db
    .selectFrom('inbox')
    .select('other_id')
    .where('owner_id', '=', profileId)
    .orderBy('last_number', 'desc')
    .orderBy('other_id')
    .limit(10)
    .execute();
  return rows.map(({ other_id }) => other_id);
}

/** Everybody is decided on, but nothing of it is passed yet, on the ring or among newcomers. */
async function decideOnAll(db: Database, { accountId }: MemberContext): Promise<void> {
  await sql`
    insert into reaction (brand_id, from_id, to_id, kind)
    select own.brand_id, own.id, p.id, 'dislike' from profile own, profile p
    where own.account_id = ${accountId} and p.gender = 'female'
    on conflict do nothing`.execute(db);
  await sql`
    insert into deck as known (brand_id, profile_id, gender, region, city, started_at, reached, newcomers_until)
    select own.brand_id, own.id, 'female', place.region, place.city, 1, 1, '2000-01-01'::timestamptz
    from profile own, (values ('', ''), ('Lazio', ''), ('Lazio', 'Roma')) as place (region, city)
    where own.account_id = ${accountId}
    on conflict (brand_id, profile_id, gender, region, city) do update
      set started_at = 1, reached = 1, newcomers_until = excluded.newcomers_until`.execute(db);
}

test('nothing that somebody waits for reads much to find little', { timeout }, async ({ calls, db }) => {
  const { rows } = await sql<{ name: string }>`
    select relname as name from pg_class where relkind = 'r' and reltuples > ${LARGE}`.execute(db);
  const large = rows.map(({ name }) => name);
  expect(large).toEqual(
    expect.arrayContaining(['profile', 'account', 'photo', 'reaction', 'block', 'place', 'inbox', 'message']),
  );
  const faults = [...calls]
    .flatMap(([call, plans]) => (ONCE_A_DAY.has(call) ? [] : plans))
    .flatMap(({ id, faults: list }) =>
      list.flatMap(({ table, how }) => (large.includes(table) ? `${id}: ${table} is ${how}` : [])),
    );
  expect([...new Set(faults)]).toEqual([]);
});

test('however many orders are open, a payment looks at its own alone', { timeout }, async ({ calls }) => {
  const whole = [...calls].flatMap(([call, plans]) =>
    MONEY.has(call)
      ? plans.flatMap(({ id, plan }) => findWholeIndexes(plan).map((index) => `${id}: ${index}`))
      : [],
  );
  expect(whole).toEqual([]);
});

test('connections plan once what is asked all the time', { timeout }, async ({ calls, handle }) => {
  const asked = [...calls].flatMap(([call, plans]) =>
    ALL_THE_TIME.has(call) ? plans.filter(takesValues) : [],
  );
  const anew = await findPlannedAnew(handle.pool, asked);
  expect(anew.map(({ id }) => id)).toEqual([]);
});

test('the plans are those in docs/plans', { timeout }, async ({ calls }) => {
  for (const [call, plans] of calls)
    await expect(`${plans.map(describe).join('\n\n')}\n`).toMatchFileSnapshot(join(PLANS, `${call}.txt`));
  const found = (await readdir(PLANS)).map((file) => file.replace(/\.txt$/, ''));
  expect(found.filter((name) => !calls.has(name))).toEqual([]);
});

/** A statement and its plan, without what differs from run to run. */
function describe({ text, plan }: Plan): string {
  const statement = text.replaceAll(/\n {2,}/g, '\n  ').trim();
  return `${statement}\n\n${withoutValues(plan).replaceAll(/^/gm, '  ')}`;
}

function withoutValues(plan: string): string {
  return plan
    .replaceAll(new RegExp(UUID, 'g'), '<id>')
    .replaceAll(/'\d{4}-\d{2}-\d{2} [^']*'/g, "'<time>'")
    .replaceAll(/'\\x[0-9a-f]+'/g, "'<hash>'");
}
