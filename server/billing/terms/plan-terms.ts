import { sql } from 'kysely';
import { LRUCache } from 'lru-cache';
import type { Country } from '#contract/countries/list.ts';
import type { LocalText } from '#contract/kernel/fields.ts';
import type { Period } from '#contract/kernel/money.ts';
import type { App } from '#server/app.ts';
import { addDays, localTime } from '#server/countries/local-time.ts';
import { DAY } from '#server/platform/clock.ts';
import type { DbOrTx } from '#server/platform/database/database.ts';

/** What a version of a plan gives and costs, by the view `plan_terms`, which is where its rules stand. */
export interface PlanTerms {
  product_id: string;
  version: number;
  name: LocalText;
  first_purchase_only: boolean;
  /** How often it renews; null for a pack, which never does. */
  every: Period | null;
  /** What is charged at first, and for every further period. */
  price_cents: number;
  renewal_cents: number | null;
  /** Message credits that come with it at first, and with every further period. */
  credits: number;
  renewal_credits: number | null;
  /** While it runs. */
  level: number;
}

/** The terms of a plan that renews. */
export interface RenewingTerms extends PlanTerms {
  every: Period;
  renewal_cents: number;
  renewal_credits: number;
}

export function renews(terms: PlanTerms): terms is RenewingTerms {
  return terms.every !== null;
}

const columns = sql`t.product_id, t.version, t.name, t.first_purchase_only, t.every, t.price_cents, t.renewal_cents,
  t.credits, t.renewal_credits, t.level`;

/** The newest version, which is the one that is sold. */
export async function findNewestTerms(
  db: DbOrTx,
  brandId: string,
  productId: string,
): Promise<PlanTerms | undefined> {
  const { rows } = await sql<PlanTerms>`
    select ${columns} from plan_terms t
    where t.brand_id = ${brandId}::uuid and t.product_id = ${productId}::text
    order by t.version desc limit 1`.execute(db);
  return rows[0];
}

interface Ordered {
  brandId: string;
  productId: string | null;
  version: number | null;
}

/** There are as many versions as operators have ever written. */
const MOST_KNOWN = 10_000;

export type KnownTerms = LRUCache<string, PlanTerms>;
export const createPlanTerms = (): KnownTerms => new LRUCache({ max: MOST_KNOWN });

/**
 * Those of the very version that was ordered; null where only a card is kept. A version never changes, so what was read of
 * it once is kept.
 */
export async function readTerms(
  { planTerms: known }: Pick<App, 'planTerms'>,
  db: DbOrTx,
  { brandId, productId, version }: Ordered,
): Promise<PlanTerms | null> {
  if (productId === null || version === null) return null;
  const key = `${brandId} ${productId} ${version}`;
  const terms = known.get(key) ?? (await loadTerms(db, brandId, productId, version));
  known.set(key, terms);
  return terms;
}

async function loadTerms(
  db: DbOrTx,
  brandId: string,
  productId: string,
  version: number,
): Promise<PlanTerms> {
  const { rows } = await sql<PlanTerms>`
    select ${columns} from plan_terms t
    where t.brand_id = ${brandId}::uuid and t.product_id = ${productId}::text and t.version = ${version}::integer`.execute(
    db,
  );
  const [row] = rows;
  if (!row) throw new Error('a plan is gone that was sold');
  return row;
}

const lengths: Record<Period, { days: number } | { months: number }> = {
  day: { days: 1 },
  week: { days: 7 },
  month: { months: 1 },
  quarter: { months: 3 },
  year: { months: 12 },
};

/**
 * When a period ends that begins at `start`, by the calendar and the clock of the brand's country: at the same time of
 * day there, also where clocks change in between. Calendar months keep the day on which the first period began: from 31
 * January to 28 February, and then to 31 March. A start that has left that day, after a late payment, makes its own.
 */
export function addPeriod(start: Date, period: Period, country: Country, first: Date = start): Date {
  const length = lengths[period];
  if ('days' in length) return addDays(start, length.days, country);
  const [from, anchor] = [localTime(start, country), localTime(first, country)];
  const keepsDay = from.day === Math.min(anchor.day, from.daysInMonth);
  const { day } = keepsDay ? anchor : from;
  const month = from.with({ day: 1 }).add({ months: length.months });
  return new Date(month.with({ day: Math.min(day, month.daysInMonth) }).epochMilliseconds);
}

/** How long a plan still works whose next period could not be charged. */
export const GRACE_PERIOD = 3 * DAY;

/**
 * The next period of a plan, where it is paid for now: from the end of the last one, unless the plan has stopped working
 * since. Then it is from now, so that no paid day is lost.
 */
export function nextPeriod(
  { period_end: lastEnd, created_at: first }: { period_end: Date; created_at: Date },
  { every, country, at }: { every: Period; country: Country; at: Date },
): { start: Date; end: Date } {
  const start = at.getTime() > lastEnd.getTime() + GRACE_PERIOD ? at : lastEnd;
  return { start, end: addPeriod(start, every, country, first) };
}

/** How a plan compares with one of another period: its price over the average length. */
export function pricePerDay(plan: { price_cents: number; every: Period }): number {
  const length = lengths[plan.every];
  return plan.price_cents / ('days' in length ? length.days : (length.months * 365) / 12);
}
