/** The one writer of brands, flows and plans: whatever is to be seen by members is checked here, and gets a version. */

import { sql } from 'kysely';
import type { BrandSettings } from '#contract/brand/brand.ts';
import { creditsPrice } from '#contract/brand/flow.ts';
import type { FlowSettings, PlanSettings } from '#contract/brand/flow.ts';
import { planPart } from '#contract/brand/parts.ts';
import { fail } from '#contract/kernel/errors.ts';
import type { DbOrTx, Tx } from '#server/platform/database/database.ts';
import { newId } from '#server/platform/ids.ts';
import { requirePictures } from '../pictures.ts';
import { requireLawful } from '../rules/check-brand.ts';
import { requireValid } from './check.ts';
import { completeContent, isSameContent } from './parts.ts';
import type { Content, Contents } from './parts.ts';

interface Publishing {
  brandId: string;
  key: string;
  /** What is published. Parts that are not named stay as they are. */
  contents: Contents;
  /** A person of the staff; null for the command line and the clock. */
  publishedBy: string | null;
  note: string;
}

export interface Published {
  /** Null where nothing was different. */
  publication: number | null;
  parts: { part: string; version: number }[];
}

/** A brand of that key that nothing was published of yet, unless there is one. */
export async function insertBrand(tx: Tx, key: string): Promise<string> {
  await tx
    .insertInto('brand')
    .values({ id: newId(), key })
    .onConflict((conflict) => conflict.column('key').doNothing())
    .execute();
  const { id } = await tx
    .selectFrom('brand')
    .select('id')
    .where('key', '=', key)
    .forUpdate()
    .executeTakeFirstOrThrow();
  return id;
}

/** Puts the parts together with all others that are live, checks the whole, and makes it what members see. */
export async function publishParts(
  tx: Tx,
  { brandId, key, contents, publishedBy, note }: Publishing,
): Promise<Published> {
  await lockBrand(tx, brandId);
  const live = await readLiveParts(tx, brandId);
  const fresh = new Map([...contents].map(([part, content]) => [part, completeContent(part, content)]));
  const changed = [...fresh].filter(
    ([part, content]) => !isSameContent(part, live.get(part)?.content, content),
  );
  const whole = new Map([...live].map(([part, { content }]) => [part, content]));
  for (const [part, content] of fresh) whole.set(part, content);
  const file = requireValid(key, whole);
  await updateBrand(tx, brandId, file.settings);
  await requireLawful(tx, brandId, file);
  await requirePictures(tx, file);
  for (const flow of file.flows) await upsertFlow(tx, brandId, flow);
  if (changed.length === 0) return { publication: null, parts: [] };

  const publication = await insertPublication(tx, { brandId, publishedBy, note });
  const soldVersions = await readPlanVersions(tx, brandId);
  const parts: Published['parts'] = [];
  for (const [part, content] of changed) {
    // A plan's versions are those that orders name.
    const version = Math.max(live.get(part)?.version ?? 0, soldVersions.get(part) ?? 0) + 1;
    const plan = file.plans.find(({ productId }) => planPart(productId) === part);
    if (plan) await insertPlanVersion(tx, brandId, plan, version);
    await tx
      .insertInto('brand_version')
      .values({ brand_id: brandId, part, version, publication, content: JSON.stringify(content) })
      .execute();
    parts.push({ part, version });
  }
  return { publication, parts };
}

/** Two who publish at once do it one after the other. */
export async function lockBrand(tx: Tx, brandId: string): Promise<void> {
  await tx.selectFrom('brand').select('id').where('id', '=', brandId).forUpdate().executeTakeFirstOrThrow();
}

export interface LivePart {
  version: number;
  content: Content;
  publication: number;
  publishedAt: Date;
  publishedBy: string | null;
}

/** The newest version of each part: what members see. */
export async function readLiveParts(db: DbOrTx, brandId: string): Promise<Map<string, LivePart>> {
  const rows = await db
    .selectFrom('brand_version as v')
    .innerJoin('brand_publication as p', (join) =>
      join.onRef('p.brand_id', '=', 'v.brand_id').onRef('p.number', '=', 'v.publication'),
    )
    .distinctOn('v.part')
    .select(['v.part', 'v.version', 'v.content', 'v.publication', 'p.published_at', 'p.published_by'])
    .where('v.brand_id', '=', brandId)
    .orderBy('v.part')
    .orderBy('v.version', 'desc')
    .execute();
  return new Map(
    rows.map(({ part, version, content, publication, published_at, published_by }) => [
      part,
      {
        version,
        content: content as Content,
        publication,
        publishedAt: published_at,
        publishedBy: published_by,
      },
    ]),
  );
}

async function insertPublication(
  tx: Tx,
  { brandId, publishedBy, note }: Pick<Publishing, 'brandId' | 'publishedBy' | 'note'>,
): Promise<number> {
  const { number } = await tx
    .insertInto('brand_publication')
    .values(({ selectFrom }) => ({
      brand_id: brandId,
      number: selectFrom('brand_publication')
        .where('brand_id', '=', brandId)
        .select(({ fn }) => sql<number>`coalesce(${fn.max('number')}, 0) + 1`.as('number')),
      published_by: publishedBy,
      note,
    }))
    .returning('number')
    .executeTakeFirstOrThrow();
  return number;
}

async function readPlanVersions(tx: Tx, brandId: string): Promise<Map<string, number>> {
  const rows = await tx
    .selectFrom('plan')
    .select(({ fn }) => ['product_id', fn.max('version').as('version')])
    .where('brand_id', '=', brandId)
    .groupBy('product_id')
    .execute();
  return new Map(rows.map(({ product_id, version }) => [planPart(product_id), version]));
}

async function updateBrand(tx: Tx, brandId: string, settings: BrandSettings): Promise<void> {
  await tx
    .updateTable('brand')
    .set({ settings: JSON.stringify(settings), updated_at: sql<Date>`now()` })
    .where('id', '=', brandId)
    .execute();
  await tx.deleteFrom('brand_host').where('brand_id', '=', brandId).execute();
  await insertHostnames(tx, brandId, settings);
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
