/** What members and the staff do all the time, for tests of the statements that it sends. */

import { sql } from 'kysely';
import type pg from 'pg';
import { expect } from 'vitest';
import { fillPeople } from '#bench/lib/people-at-scale.ts';
import type { Scale } from '#bench/lib/people-statements.ts';
import { readHome } from '#bench/lib/scale-folder.ts';
import { readBilling } from '#server/billing/desk/read-billing.ts';
import { readSpending } from '#server/billing/desk/spending.ts';
import { tryCharge } from '#server/billing/payments/pay-by-card.ts';
import { readOrder } from '#server/billing/payments/payment-status.ts';
import { searchCities } from '#server/countries/find-places.ts';
import { readDeck } from '#server/discovery/deck/read-deck.ts';
import { likePerson, visitPerson } from '#server/discovery/reactions/likes-and-visits.ts';
import { readPerson } from '#server/discovery/read-person.ts';
import { buildStaleLists } from '#server/discovery/search/jobs.ts';
import { searchPeople } from '#server/discovery/search/search-people.ts';
import { readNavigation } from '#server/feed/navigation.ts';
import { listNotifications, markRead } from '#server/feed/notifications.ts';
import { claimNext } from '#server/hosts/claims.ts';
import { countQueue, listQueue } from '#server/hosts/queue.ts';
import { readTrust, takeTrustSnapshots } from '#server/insight/trust.ts';
import { listConversations } from '#server/messaging/conversation-list.ts';
import { findPending, noneKnown } from '#server/messaging/pending.ts';
import { findProfileSummary } from '#server/messaging/profile-summaries.ts';
import { readMessages } from '#server/messaging/reading.ts';
import { recordReceipt } from '#server/messaging/receipts.ts';
import { decide, sendMessage } from '#server/messaging/sending.ts';
import { notifyTyping } from '#server/messaging/typing.ts';
import type { Database } from '#server/platform/database/database.ts';
import { blockPerson, listBlocks, unblockPerson } from '#server/profiles/blocks.ts';
import { findMembers } from '#server/support/find-members.ts';
import type { TestApp } from './app.ts';
import { orderFor } from './billing/payer.ts';
import { sellPlans } from './billing/plans-at-scale.ts';
import { buyerOf, freeMember, memberOf, partnersOf, strangersTo } from './frequent-callers.ts';
import { fillConversations } from './messaging/conversations-at-scale.ts';
import { atWork } from './staff/staff.ts';
import { World } from './world.ts';

/** People, conversations and money, among which the calls below find what they look for. */
export async function fillForFrequentCalls(
  app: TestApp,
  pool: pg.Pool,
  { people, conversations, longest }: { people: Scale; conversations: number; longest: number },
): Promise<void> {
  const { db } = app;
  await fillPeople(pool, await readHome({ db }, app.clock.now()), people, () => {});
  await expect.poll(() => vacuumUnseen(db)).toEqual([]);
  await sellPlans(db);
  await recordMinutes(db);
  await buildStaleLists(app);
  const { profileId } = await memberOf(new World(app), 2);
  await fillConversations(pool, { popular: profileId, conversations, longest });
}

/** By a name for each. */
export async function makeFrequentCalls(world: World): Promise<Record<string, () => Promise<unknown>>> {
  const { db } = world.app;
  const swiper = await memberOf(world, 1);
  const popular = await memberOf(world, 2);
  const free = await freeMember(world);
  const [first = '', second = '', third = ''] = await strangersTo(db, free);
  const [elsewhere = ''] = await strangersTo(db, free, 'elsewhere');
  await db
    .insertInto('reaction')
    .values({ brand_id: free.brandId, from_id: elsewhere, to_id: free.profileId, kind: 'visit' })
    .execute();
  const [talkative = ''] = await partnersOf(db, popular);
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
    'pending-messages': () => findPending(popular, { ...noneKnown(), message: new Map([[first, 1]]) }),
    'pending-messages-where-all-are-known': () => findPending(swiper, noneKnown()),
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
