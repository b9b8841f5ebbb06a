/** What a walking member may do, and the brand as they see it. */

import { sql } from 'kysely';
import { z } from 'zod';
import { planSettings } from '#contract/brand/flow.ts';
import { fail } from '#contract/kernel/errors.ts';
import type { ClientEvent } from '#contract/kernel/event.ts';
import type { App, MemberContext } from '#server/app.ts';
import type { Brand } from '#server/brands/directory.ts';
import { withWalkedFlow } from '#server/brands/walked-flow.ts';

const plansOfWalk = z.array(planSettings);

/** With the flow as it was drafted when the walk began. */
export async function readWalkedBrand(
  { db }: Pick<App, 'db'>,
  brand: Brand,
  accountId: string,
): Promise<Brand> {
  const walk = await db
    .selectFrom('walk as w')
    .innerJoin('account as a', (join) =>
      join.onRef('a.brand_id', '=', 'w.brand_id').onRef('a.id', '=', 'w.account_id'),
    )
    .select(['a.flow_id', 'w.plans'])
    .where('w.brand_id', '=', brand.id)
    .where('w.account_id', '=', accountId)
    .executeTakeFirst();
  if (!walk) return fail('session.dead');
  return withWalkedFlow(db, brand, { flowId: walk.flow_id, plans: plansOfWalk.parse(walk.plans) });
}

/** A walk reaches no other member: it says where this one could not pay for what they send, and else that it ends there. */
export async function refuseInWalk(
  { app, brandId, accountId }: Pick<MemberContext, 'app' | 'brandId' | 'accountId'>,
  { costs }: Pick<ClientEvent, 'costs'>,
): Promise<never> {
  if (costs === undefined) return fail('walk.stops_here');
  const balance = await readBalance(app, brandId, accountId);
  if (costs === 'like' && !balance.affords_like) return fail('like.credits_short');
  if (costs === 'message' && !balance.affords_message)
    return fail('chat.credits_short', { needed: balance.message_cost, balance: balance.message_credits });
  return fail('walk.stops_here');
}

interface Balance {
  message_cost: number;
  message_credits: number;
  affords_message: boolean;
  affords_like: boolean;
}

/** By the rules that charge members, for the first message of a conversation. */
async function readBalance({ db }: App, brandId: string, accountId: string): Promise<Balance> {
  const { rows } = await sql<Balance>`
    select p.cost as message_cost, coalesce(b.message_credits, 0) as message_credits,
      can_afford_message(p.cost, message_credit(true, a.level, 0, coalesce(b.icebreaker_credits, 0)),
        coalesce(b.message_credits, 0), coalesce(b.icebreaker_credits, 0)) as affords_message,
      coalesce(b.like_credits, 0) >= like_price(a.level) as affords_like
    from account a join flow w on w.brand_id = a.brand_id and w.id = a.flow_id
    left join balance b on b.brand_id = a.brand_id and b.account_id = a.id
    cross join lateral (select message_price(true, a.level, w.message_value) as cost) p
    where a.brand_id = ${brandId}::uuid and a.id = ${accountId}::uuid`.execute(db);
  return rows[0] ?? fail('session.dead');
}
