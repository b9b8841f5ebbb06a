/** Members of the people at scale, by what they are about to do. */

import { sql } from 'kysely';
import { trackerIdOf } from '#bench/lib/people-statements.ts';
import type { MemberContext } from '#server/app.ts';
import type { Database } from '#server/platform/database/database.ts';
import { fakeProvider, orderFor, payer } from './billing/payer.ts';
import { setCredits } from './credits/credits.ts';
import type { World } from './world.ts';

/** A member who pays for a plan, and then looks at their money. */
export async function buyerOf(world: World) {
  const buyer = await payer(world, [fakeProvider()]);
  const { orderId, input } = await orderFor(buyer, 'vip-month');
  return { buyer, orderId, input };
}

export async function memberOf(world: World, number: number): Promise<MemberContext> {
  const trackerId = trackerIdOf(number);
  const { id, profileId } = await world.app.db
    .selectFrom('account as a')
    .innerJoin('profile as p', 'p.account_id', 'a.id')
    .select(['a.id', 'p.id as profileId'])
    .where('a.tracker_id', '=', trackerId)
    .executeTakeFirstOrThrow();
  return {
    ...world.visitor(),
    accountId: id,
    trackerId,
    profileId,
    sessionId: id,
    walks: false,
    proven: true,
  };
}

/** A member who pays for each like, and can. */
export async function freeMember(world: World): Promise<MemberContext> {
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
export async function strangersTo(
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

/** With whom a member talks, the most talkative first. */
export async function partnersOf(db: Database, { profileId }: MemberContext): Promise<string[]> {
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
