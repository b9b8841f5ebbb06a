/** What is a valid brand, and how it gets into the database. */

import { isDeepStrictEqual } from 'node:util';
import { sql } from 'kysely';
import { z } from 'zod';
import { brandSettings } from '#contract/brand/brand.ts';
import type { BrandSettings } from '#contract/brand/brand.ts';
import { creditsPrice, flowSettings, isOffered, planSettings } from '#contract/brand/flow.ts';
import type { FlowSettings, PlanSettings } from '#contract/brand/flow.ts';
import type { PaywallName } from '#contract/brand/paywalls.ts';
import { AGE_CHECK_AMOUNT_CENTS } from '#contract/kernel/constants.ts';
import { fail } from '#contract/kernel/errors.ts';
import { transact } from '#server/platform/database/database.ts';
import type { Database, Tx } from '#server/platform/database/database.ts';
import { newId } from '#server/platform/ids.ts';
import { readNewestPlans } from './directory.ts';
import { mayFrame } from './flows.ts';
import { requirePictures } from './pictures.ts';
import { requireLawful } from './rules/check-brand.ts';

/** A brand as one file: its settings, its plans, its flows. */
export const brandFile = z
  .strictObject({
    $schema: z.string().max(200).optional(),
    settings: brandSettings,
    plans: z.array(planSettings).min(1).max(200),
    flows: z.array(flowSettings).min(1).max(100),
  })
  .superRefine(({ settings, plans, flows }, context) => {
    const products = new Set(plans.map(({ productId }) => productId));
    for (const flow of flows) {
      const missing = Object.values(flow.plans)
        .flat()
        .filter((productId) => !products.has(productId));
      if (missing.length > 0)
        context.addIssue(`flow ${flow.id} names plans that do not exist: ${missing.join(', ')}`);
      if (flow.ageVerification && flow.plans.verification.length === 0)
        context.addIssue(
          `flow ${flow.id} asks for an age check and lists no plan to do it by: its members could never read a reply`,
        );
      const unsold = unsoldUpsell(flow, plans);
      if (unsold.length > 0)
        context.addIssue(
          `flow ${flow.id} offers after a purchase what it does not sell to those who have bought: ${unsold.join(', ')}`,
        );
      for (const paywall of unusedPaywalls(flow))
        context.addIssue(`flow ${flow.id} has words for ${paywall}, which it never opens`);
      const dear = flow.plans.verification.filter((productId) =>
        plans.some((plan) => plan.productId === productId && plan.totalCents !== AGE_CHECK_AMOUNT_CENTS),
      );
      if (dear.length > 0)
        context.addIssue(
          `flow ${flow.id} takes money for an age check, which costs nothing: ${dear.join(', ')}`,
        );
      if (flow.frameUrl !== undefined && !mayFrame(settings, flow.frameUrl))
        context.addIssue(`flow ${flow.id} frames an address that the brand does not allow: ${flow.frameUrl}`);
    }
    for (const { id, flow } of settings.campaigns)
      if (!flows.some((each) => each.id === flow))
        context.addIssue(`campaign ${id} names the flow ${flow}, which does not exist`);
    if (!flows.some(({ id }) => id === settings.defaultFlow)) {
      context.addIssue(`the default flow ${settings.defaultFlow} does not exist`);
    }
  });
export type BrandFile = z.output<typeof brandFile>;

/** Makes a brand, or updates it. A plan that changed gets a new version; the old one stays as it was sold. */
export function saveBrand(db: Database, file: BrandFile): Promise<string> {
  return transact(db, async (tx) => {
    const brandId = await upsertBrand(tx, newId(), file.settings);
    await requireLawful(tx, brandId, file);
    await requirePictures(file);
    const newest = new Map(
      (await readNewestPlans(tx))
        .filter((row) => row.brand_id === brandId)
        .map((row) => [row.product_id, row]),
    );
    for (const plan of file.plans) {
      const current = newest.get(plan.productId);
      if (current && samePlan(plan, current.settings)) continue;
      await insertPlanVersion(tx, brandId, plan, (current?.version ?? 0) + 1);
    }
    for (const flow of file.flows) await upsertFlow(tx, brandId, flow satisfies FlowSettings);
    return brandId;
  });
}

/** What cannot be offered to a member who has just bought: no list of the flow sells it, or only for a first purchase. */
function unsoldUpsell(
  { upsell, plans: { plain, standard, credits } }: FlowSettings,
  plans: readonly PlanSettings[],
): string[] {
  const listed = new Set([...plain, ...standard, ...credits]);
  const sold = plans.filter((plan) => listed.has(plan.productId) && isOffered(plan, { hasBought: true }));
  return upsell.filter((productId) => !sold.some((plan) => plan.productId === productId));
}

/** These push no member toward paying at once. */
const informingPaywalls = new Set<PaywallName>([
  'premium_member',
  'premium_member_compliant',
  'read_receipts',
]);

/** Popups that cannot come in a flow, so that words for them are a mistake. */
function unusedPaywalls({
  paywalls,
  freePages,
  keepsReserved,
  ageVerification,
}: FlowSettings): PaywallName[] {
  const named = Object.keys(paywalls) as PaywallName[];
  return named.filter((paywall) => {
    // There everything that pushes toward payment leads to the age check instead.
    if (ageVerification) return !informingPaywalls.has(paywall);
    if (paywall === 'more_pages') return freePages === undefined;
    return paywall === 'profile_locked' && !keepsReserved;
  });
}

function samePlan(plan: PlanSettings, stored: unknown): boolean {
  return isDeepStrictEqual(JSON.parse(JSON.stringify(plan)), stored);
}

async function upsertBrand(tx: Tx, id: string, settings: BrandSettings): Promise<string> {
  const row = await tx
    .insertInto('brand')
    .values({ id, key: settings.key, settings: JSON.stringify(settings) })
    .onConflict((conflict) =>
      conflict
        .column('key')
        .doUpdateSet({ settings: JSON.stringify(settings), updated_at: sql<Date>`now()` }),
    )
    .returning('id')
    .executeTakeFirstOrThrow();
  await tx.deleteFrom('brand_host').where('brand_id', '=', row.id).execute();
  await insertHostnames(tx, row.id, settings);
  return row.id;
}

/** An address that another brand has, also one that is saved at the same moment, is refused by its name. */
async function insertHostnames(tx: Tx, brandId: string, { key, hostnames }: BrandSettings): Promise<void> {
  const inserted = await tx
    .insertInto('brand_host')
    .values(hostnames.map((hostname) => ({ hostname, brand_id: brandId })))
    .onConflict((conflict) => conflict.column('hostname').doNothing())
    .returning('hostname')
    .execute();
  const own = new Set(inserted.map(({ hostname }) => hostname));
  const taken = hostnames.find((hostname) => !own.has(hostname));
  if (taken === undefined) return;
  const owner = await tx
    .selectFrom('brand_host')
    .innerJoin('brand', 'brand.id', 'brand_host.brand_id')
    .where('hostname', '=', taken)
    .select('key')
    .executeTakeFirstOrThrow();
  fail('brand.hostname_taken', { brand: key, hostname: taken, owner: owner.key });
}

async function upsertFlow(tx: Tx, brandId: string, settings: FlowSettings): Promise<void> {
  await tx
    .insertInto('flow')
    .values({ brand_id: brandId, id: settings.id, settings: JSON.stringify(settings) })
    .onConflict((conflict) =>
      conflict
        .columns(['brand_id', 'id'])
        .doUpdateSet({ settings: JSON.stringify(settings), updated_at: sql<Date>`now()` }),
    )
    .execute();
}

async function insertPlanVersion(
  tx: Tx,
  brandId: string,
  plan: PlanSettings,
  version: number,
): Promise<void> {
  await tx
    .insertInto('plan')
    .values({
      brand_id: brandId,
      product_id: plan.productId,
      version,
      price_cents: plan.priceCents,
      total_cents: plan.totalCents,
      credits_price_cents: creditsPrice(plan),
      credits: plan.credits,
      promo_credits: plan.promoCredits,
      level: plan.level,
      period: plan.period ?? null,
      first_purchase_only: plan.firstPurchaseOnly,
      settings: JSON.stringify(plan),
    })
    .execute();
}
