/** All brands in memory, with their flows and plans. */

import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { z } from 'zod';
import { brandSettings } from '#contract/brand/brand.ts';
import { flowSettings, planSettings } from '#contract/brand/flow.ts';
import type { FlowSettings, PlanSettings } from '#contract/brand/flow.ts';
import { LEGAL_PAGES } from '#contract/brand/legal.ts';
import type { LegalMode, LegalPage } from '#contract/brand/legal.ts';
import { legalPart, textsPart } from '#contract/brand/parts.ts';
import { brandTexts, ownWordsOf, textChannels } from '#contract/brand/texts.ts';
import { deriveTheme } from '#contract/theme/theme.ts';
import type { Database, DbOrTx } from '#server/platform/database/database.ts';
import type { Brands, Brand as Site } from '#server/platform/platform.ts';
import { BEFORE_FIRST_ID, settingsBeforeFirst } from './before-first.ts';
import { editionsOf } from './legal-editions.ts';
import type { BrandLegal } from './legal-editions.ts';
import { legalPage } from './legal-page.ts';

/** A plan as the operator wrote it, and what it gives its buyer. */
export interface SoldPlan extends PlanSettings {
  version: number;
  given: { level: number; credits: number };
}

export interface Brand extends Site {
  flows: ReadonlyMap<string, FlowSettings>;
  /** What a message costs in each flow, by level. */
  messageCosts: ReadonlyMap<string, readonly number[]>;
  /** Its legal pages: what of its own is live there, and what was in force when. */
  legal: Readonly<Record<LegalPage, BrandLegal>>;
  /** The newest version of each plan, by product id. */
  plans: ReadonlyMap<string, SoldPlan>;
}

/** A brand that could not be published, by its file or its key, and why. */
export interface RefusedBrand {
  name: string;
  reason: string;
}

/** All brands in memory: every request needs one, and they change a few times a week. */
export interface BrandDirectory extends Brands {
  byHostname(hostname: string): Brand | undefined;
  byId(id: string): Brand | undefined;
  byKey(key: string): Brand | undefined;
  beforeFirst(): Brand | undefined;
  all(): readonly Brand[];
  reload(): Promise<void>;
  /** Calls back for each brand that has become another since it was read before. */
  watch(changed: (brand: Brand) => void): void;
  /** Leaves out the brand of that key until it is saved again; a file that never became a brand is only named. */
  refuse(refused: RefusedBrand): void;
  /** What is left out, as far as this process knows. */
  refused(): readonly RefusedBrand[];
}

interface Options {
  db: Database;
  /** In development `localhost` and `127.0.0.1` serve the first brand. */
  localhostIsFirst: boolean;
}

export async function openBrandDirectory({ db, localhostIsFirst }: Options): Promise<BrandDirectory> {
  let brands: readonly Brand[] = [];
  let byHostname = new Map<string, Brand>();
  let byId = new Map<string, Brand>();
  let savedAt = new Map<string, number>();
  const watchers: ((brand: Brand) => void)[] = [];
  const refusals = new Map<string, RefusedBrand & { savedAt: number | undefined }>();

  async function reload(): Promise<void> {
    const [brandRows, flowRows, planRows, textRows, legalRows] = [
      await readBrands(db),
      await readFlows(db),
      await readNewestPlans(db),
      await readTexts(db),
      await readLegalTexts(db),
    ];
    savedAt = new Map(brandRows.map(({ key, updated_at }) => [key, updated_at.getTime()]));
    for (const refused of refusals.values())
      if (refused.savedAt !== savedAt.get(refused.name)) refusals.delete(refused.name);
    const fresh: Brand[] = [];
    for (const row of brandRows) {
      try {
        const flows = flowRows.filter(({ brand_id }) => brand_id === row.id);
        const plans = planRows.filter(({ brand_id }) => brand_id === row.id);
        const texts = textRows.filter(({ brand_id }) => brand_id === row.id);
        const legalTexts = legalRows.filter(({ brand_id }) => brand_id === row.id);
        fresh.push(readBrand(row, { flows, plans, texts, legalTexts }));
      } catch (error) {
        if (!(error instanceof z.ZodError)) throw error;
        remember({ name: row.key, reason: z.prettifyError(error) });
      }
    }
    publish(fresh);
  }

  function remember(refused: RefusedBrand): void {
    refusals.set(refused.name, { ...refused, savedAt: savedAt.get(refused.name) });
  }

  function publish(known: readonly Brand[]): void {
    const before = byId;
    brands = known.filter(({ key }) => !refusals.has(key));
    byId = new Map(brands.map((brand) => [brand.id, brand]));
    byHostname = new Map(
      brands.flatMap((brand) => brand.settings.hostnames.map((hostname) => [hostname, brand] as const)),
    );
    const [first] = brands;
    if (localhostIsFirst && first) {
      for (const hostname of ['localhost', '127.0.0.1']) {
        if (!byHostname.has(hostname)) byHostname.set(hostname, first);
      }
    }
    for (const brand of brands) {
      const earlier = before.get(brand.id);
      if (earlier && earlier.version !== brand.version) for (const changed of watchers) changed(brand);
    }
  }

  await reload();
  return {
    byHostname: (hostname) => byHostname.get(hostname),
    byId: (id) => byId.get(id),
    byKey: (key) => brands.find((brand) => brand.key === key),
    beforeFirst: () => (brands.length === 0 ? beforeFirstBrand : undefined),
    all: () => brands,
    reload,
    watch: (changed) => void watchers.push(changed),
    refuse(refused) {
      remember(refused);
      publish(brands);
    },
    refused: () => [...refusals.values()].map(({ name, reason }) => ({ name, reason })),
  };
}

/** What a brand has where it has neither words nor legal pages of its own. */
export const ownPartsBeforeFirst: Pick<Brand, 'legal' | 'terms' | 'words'> = {
  legal: readLegal([]),
  terms: [],
  words: {},
};

const beforeFirstBrand: Brand = {
  id: BEFORE_FIRST_ID,
  key: settingsBeforeFirst.key,
  settings: settingsBeforeFirst,
  theme: deriveTheme(settingsBeforeFirst.theme),
  ...ownPartsBeforeFirst,
  flows: new Map(),
  messageCosts: new Map(),
  plans: new Map(),
  version: '',
};

type Row<Read extends (db: DbOrTx) => Promise<unknown[]>> = Awaited<ReturnType<Read>>[number];

interface PartRows {
  flows: readonly Row<typeof readFlows>[];
  plans: readonly NewestPlan[];
  texts: readonly Row<typeof readTexts>[];
  legalTexts: readonly Row<typeof readLegalTexts>[];
}

function readBrand(
  { id, key, settings }: Row<typeof readBrands>,
  { flows, plans, texts, legalTexts }: PartRows,
): Brand {
  const parsed = brandSettings.parse(settings);
  const legal = readLegal(legalTexts);
  return {
    id,
    key,
    settings: parsed,
    theme: deriveTheme(parsed.theme),
    legal,
    terms: legal.terms.editions,
    words: ownWordsOf(texts.map(({ content }) => brandTexts.parse(content))),
    flows: new Map(flows.map((flow) => [flow.id, flowSettings.parse(flow.settings)])),
    messageCosts: new Map(flows.map((flow) => [flow.id, flow.message_costs])),
    plans: new Map(
      plans.map(({ product_id, version: planVersion, settings: plan, level, credits }) => [
        product_id,
        { ...planSettings.parse(plan), version: planVersion, given: { level, credits } },
      ]),
    ),
    version: versionOf([settings, flows, plans, ...[texts, legalTexts].filter(({ length }) => length > 0)]),
  };
}

/** The same wherever the same was read. */
function versionOf(read: unknown): string {
  return createHash('sha256').update(JSON.stringify(read)).digest('base64url').slice(0, 16);
}

function readBrands(db: DbOrTx) {
  return (
    db
      .selectFrom('brand')
      .select(['id', 'key', 'settings', 'updated_at'])
      // One that was never published has none.
      .where('settings', 'is not', null)
      .orderBy('created_at')
      .orderBy('key')
      .execute()
  );
}

/** Every publication of legal texts, of which only the newest is read whole. */
async function readLegalTexts(db: DbOrTx) {
  const { rows } = await sql<{
    brand_id: string;
    part: string;
    version: number;
    published_at: Date;
    mode: LegalMode;
    consent_again: boolean;
    text: string;
    content: unknown;
  }>`
    select v.brand_id, v.part, v.version, p.published_at, v.content->>'mode' as mode,
      v.content->'consentAgain' = 'true' as consent_again, md5(v.content->>'text') as text,
      case when v.version = max(v.version) over (partition by v.brand_id, v.part) then v.content end as content
    from brand_version v join brand_publication p on p.brand_id = v.brand_id and p.number = v.publication
    where v.part like 'legal:%'
    order by v.brand_id, v.part, v.version`.execute(db);
  return rows;
}

function readLegal(rows: readonly Row<typeof readLegalTexts>[]): Record<LegalPage, BrandLegal> {
  return Object.fromEntries(
    LEGAL_PAGES.map((page) => {
      const published = rows.filter(({ part }) => part === legalPart(page));
      const newest = published.at(-1);
      const editions = editionsOf(
        page,
        published.map(({ version, published_at, mode, consent_again, text }) => ({
          version,
          publishedAt: published_at,
          mode,
          consentAgain: consent_again,
          text,
        })),
      );
      return [page, { own: newest && legalPage.parse(newest.content), editions }];
    }),
  ) as Record<LegalPage, BrandLegal>;
}

/** What brands say in words of their own, as it was published last. */
function readTexts(db: DbOrTx) {
  return db
    .selectFrom('brand_version')
    .distinctOn(['brand_id', 'part'])
    .select(['brand_id', 'part', 'content'])
    .where('part', 'in', textChannels.map(textsPart))
    .orderBy('brand_id')
    .orderBy('part')
    .orderBy('version', 'desc')
    .execute();
}

function readFlows(db: DbOrTx) {
  // What a message costs at each level, by the rule that charges it.
  const costs = ([0, 1, 2] as const).map(
    (level) => sql`message_price(true, ${sql.lit(level)}::smallint, message_value)`,
  );
  return db
    .selectFrom('flow')
    .select(['brand_id', 'id', 'settings'])
    .select(sql<number[]>`array[${sql.join(costs)}]`.as('message_costs'))
    .where('walks', '=', false)
    .orderBy('brand_id')
    .orderBy('id')
    .execute();
}

interface NewestPlan {
  brand_id: string;
  product_id: string;
  version: number;
  settings: unknown;
  /** What it gives its buyer. */
  level: number;
  credits: number;
}

export async function readNewestPlans(db: DbOrTx): Promise<NewestPlan[]> {
  const { rows } = await sql<NewestPlan>`
    select distinct on (p.brand_id, p.product_id) p.brand_id, p.product_id, p.version, p.settings, t.level, t.credits
    from plan p join plan_terms t using (brand_id, product_id, version)
    order by p.brand_id, p.product_id, p.version desc`.execute(db);
  return rows;
}
