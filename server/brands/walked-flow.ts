/** A flow as it is drafted, for those of the staff who walk it before it is published. */

import { isDeepStrictEqual } from 'node:util';
import { sql } from 'kysely';
import { flowSettings } from '#contract/brand/flow.ts';
import type { FlowSettings, PlanSettings } from '#contract/brand/flow.ts';
import type { DbOrTx, Tx } from '#server/platform/database/database.ts';
import { newToken } from '#server/platform/ids.ts';
import type { Brand, SoldPlan } from './directory.ts';

/** Keeps a draft where statements look for the flow of a member. It has an id of its own, and no visitor gets into it. */
export async function insertWalkedFlow(
  tx: Tx,
  brandId: string,
  settings: FlowSettings,
): Promise<FlowSettings> {
  const flow = { ...settings, id: `walk-${newToken().slice(0, 16)}` };
  await tx
    .insertInto('flow')
    .values({ brand_id: brandId, id: flow.id, settings: JSON.stringify(flow), walks: true })
    .execute();
  return flow;
}

export async function deleteWalkedFlow(tx: Tx, brandId: string, flowId: string): Promise<void> {
  await tx
    .deleteFrom('flow')
    .where('brand_id', '=', brandId)
    .where('id', '=', flowId)
    .where('walks', '=', true)
    .execute();
}

/** The brand as the walking member sees it: with the flow and the plans as they are drafted, everything else as it is live. */
export async function withWalkedFlow(
  db: DbOrTx,
  brand: Brand,
  { flowId, plans }: { flowId: string; plans: readonly PlanSettings[] },
): Promise<Brand> {
  const costs = ([0, 1, 2] as const).map(
    (level) => sql`message_price(true, ${sql.lit(level)}::smallint, message_value)`,
  );
  const row = await db
    .selectFrom('flow')
    .select(['settings', sql<number[]>`array[${sql.join(costs)}]`.as('message_costs')])
    .where('brand_id', '=', brand.id)
    .where('id', '=', flowId)
    .executeTakeFirst();
  if (!row) return brand;
  return {
    ...brand,
    flows: new Map([...brand.flows, [flowId, flowSettings.parse(row.settings)]]),
    messageCosts: new Map([...brand.messageCosts, [flowId, row.message_costs]]),
    plans: new Map([
      ...brand.plans,
      ...plans.map((plan) => [plan.productId, asWalked(plan, brand.plans.get(plan.productId))] as const),
    ]),
  };
}

/** Of a plan that is no version yet, which cannot be ordered. */
export const DRAFTED_VERSION = 0;

/** What differs from what is sold is shown as it is drafted. */
function asWalked(plan: PlanSettings, live: SoldPlan | undefined): SoldPlan {
  const level = plan.totalCents > 0 ? Math.max(plan.level, 1) : plan.level;
  const given = { level, credits: plan.credits + plan.promoCredits };
  if (live && isDeepStrictEqual(live, { ...plan, version: live.version, given })) return live;
  return { ...plan, version: DRAFTED_VERSION, given };
}
