/** What a member has spent, and what they allow themselves. */

import { sql } from 'kysely';
import type {
  pauseSpending as pauseEndpoint,
  setSpendingLimit as limitEndpoint,
  Spending,
} from '#contract/billing/spending.ts';
import { countryData } from '#contract/countries/list.ts';
import type { InputOf, ReplyOf } from '#contract/kernel/endpoint.ts';
import { fail } from '#contract/kernel/errors.ts';
import type { readMemberSpending as staffEndpoint } from '#contract/staff/billing.ts';
import type { MemberContext, StaffContext } from '#server/app.ts';
import { atBrand } from '#server/brands/staff-context.ts';
import { addDays } from '#server/countries/local-time.ts';
import { recordAudit } from '#server/platform/audit.ts';
import { DAY } from '#server/platform/clock.ts';
import { transact } from '#server/platform/database/database.ts';
import type { DbOrTx, Tx } from '#server/platform/database/database.ts';
import { lockAccount } from '../orders/lock-account.ts';
import { readBuyer } from '../orders/subscription.sql.ts';
import { leave } from '../plans/end-plan.ts';
import { readWindows } from '../terms/spending-limits.ts';

/** How long a limit that was raised or taken away still holds: long enough to sleep on it. */
const RAISE_AFTER = DAY;

/** So much in 24 hours is unusual for any member. */
const UNUSUAL_CENTS = 100_00;
/** So little never is, whatever the member usually spends. */
const USUAL_CENTS = 30_00;
/** So many usual weeks in 24 hours are unusual for the member. */
const UNUSUAL_WEEKS = 3;
/** The weeks before those 24 hours that tell what is usual. */
const WEEKS_LOOKED_AT = 8;

/** The one rule of what is unusual: from how many cents in 24 hours on, for a member whose week usually costs so much. */
export function unusualFrom(usualWeekCents: number | null): number {
  const usual = usualWeekCents === null ? UNUSUAL_CENTS : usualWeekCents * UNUSUAL_WEEKS;
  return Math.max(USUAL_CENTS, Math.min(UNUSUAL_CENTS, usual));
}

type Whose = Pick<MemberContext, 'brandId' | 'accountId' | 'brand'>;

export function readSpending(context: MemberContext): Promise<Spending> {
  return describeSpending(context.app.db, context, context.app.clock.now());
}

async function describeSpending(db: DbOrTx, whose: Whose, at: Date): Promise<Spending> {
  const { brandId, accountId, brand } = whose;
  const { country } = brand.settings;
  const windows = await readWindows(db, { brandId, accountId, country }, at);
  const sums = await readSums(db, whose, at);
  const weeks = sums.firstAt ? (at.getTime() - DAY - sums.firstAt.getTime()) / (7 * DAY) : 0;
  const usualWeekCents =
    sums.beforeCents > 0
      ? Math.round(sums.beforeCents / Math.min(WEEKS_LOOKED_AT, Math.max(1, weeks)))
      : null;
  return {
    windows: windows.map(({ period, endsAt, spentCents, limitCents, nextCents, nextFrom }) => ({
      period,
      spentCents,
      endsAt: endsAt.getTime(),
      limitCents,
      leftCents: limitCents === null ? null : Math.max(0, limitCents - spentCents),
      next: nextFrom && { limitCents: nextCents, from: nextFrom.getTime() },
    })),
    totalCents: sums.totalCents + sums.undecidedCents,
    undecidedCents: sums.undecidedCents,
    pausedUntil: sums.pausedUntil?.getTime() ?? null,
    unusual: {
      lastDayCents: sums.lastDayCents + sums.undecidedCents,
      fromCents: unusualFrom(usualWeekCents),
      usualWeekCents,
    },
    helpLines: countryData[country].helpLines.spending.map(({ number, name }) => ({ number, name })),
  };
}

interface Sums {
  totalCents: number;
  undecidedCents: number;
  lastDayCents: number;
  /** Spent in the weeks before the last 24 hours, and when something was paid for the first time. */
  beforeCents: number;
  firstAt: Date | null;
  pausedUntil: Date | null;
}

async function readSums(db: DbOrTx, { brandId, accountId }: Whose, at: Date): Promise<Sums> {
  const dayAgo = new Date(at.getTime() - DAY);
  const weeksAgo = new Date(dayAgo.getTime() - WEEKS_LOOKED_AT * 7 * DAY);
  const { rows } = await sql<Sums>`
    select spent_cents(mine.brand, mine.account, '-infinity', 'infinity') as "totalCents",
      undecided_cents(mine.brand, mine.account) as "undecidedCents",
      spent_cents(mine.brand, mine.account, ${dayAgo}::timestamptz, 'infinity') as "lastDayCents",
      spent_cents(mine.brand, mine.account, ${weeksAgo}::timestamptz, ${dayAgo}::timestamptz) as "beforeCents",
      (select min(captured_at) from payment_attempt
        where brand_id = mine.brand and account_id = mine.account) as "firstAt",
      (select until from spending_pause
        where brand_id = mine.brand and account_id = mine.account and until > ${at}::timestamptz) as "pausedUntil"
    from (values (${brandId}::uuid, ${accountId}::uuid)) as mine (brand, account)`.execute(db);
  const [sums] = rows;
  if (!sums) throw new Error('one row has no row');
  return sums;
}

/** The same for the staff, who can look at it and change nothing. */
export async function readMemberSpending(
  context: StaffContext,
  { brand: key, accountId }: InputOf<typeof staffEndpoint>,
): Promise<ReplyOf<typeof staffEndpoint>> {
  const { db, clock } = context.app;
  const { brandId, brand } = atBrand(context, key);
  if (!(await readBuyer(db, brandId, accountId))) fail('request.not_found');
  return describeSpending(db, { brandId, accountId, brand }, clock.now());
}

/** A lower limit holds at once. A higher one, or none, holds after a day; the present one set again takes that back. */
export function setSpendingLimit(
  context: MemberContext,
  { period, limitCents }: Pick<InputOf<typeof limitEndpoint>, 'period' | 'limitCents'>,
): Promise<Spending> {
  const { db, clock } = context.app;
  const { brandId, accountId, brand } = context;
  return transact(db, async (tx) => {
    const at = clock.now();
    await lockAccount(tx, context);
    const windows = await readWindows(tx, { brandId, accountId, country: brand.settings.country }, at);
    const present = windows.find((window) => window.period === period);
    const limit = decideLimit(present, limitCents, new Date(at.getTime() + RAISE_AFTER));
    if (limit) {
      await storeLimit(tx, { brandId, accountId, period }, limit);
      await recordAudit(tx, {
        brandId,
        actor: { kind: 'member', id: accountId },
        action: 'spending.limit_set',
        subject: accountId,
        details: { period, limitCents, from: limit.nextFrom?.toISOString() ?? null },
      });
    }
    return describeSpending(tx, context, at);
  });
}

interface StoredLimit {
  limitCents: number;
  nextCents: number | null;
  nextFrom: Date | null;
}

/** What is stored then; nothing where nothing changes. */
function decideLimit(
  present: StoredNow | undefined,
  wanted: number | null,
  later: Date,
): StoredLimit | undefined {
  const current = present?.limitCents ?? null;
  const holdsAtOnce = wanted !== null && (current === null || wanted <= current);
  if (holdsAtOnce) return { limitCents: wanted, nextCents: null, nextFrom: null };
  // Asked for twice, it holds when the first time said.
  if (current === null || (present?.nextFrom && present.nextCents === wanted)) return undefined;
  return { limitCents: current, nextCents: wanted, nextFrom: later };
}

interface StoredNow extends Omit<StoredLimit, 'limitCents'> {
  limitCents: number | null;
}

async function storeLimit(
  tx: Tx,
  { brandId, accountId, period }: { brandId: string; accountId: string; period: 'day' | 'week' | 'month' },
  { limitCents, nextCents, nextFrom }: StoredLimit,
): Promise<void> {
  const values = { limit_cents: limitCents, next_cents: nextCents, next_from: nextFrom };
  await tx
    .insertInto('spending_limit')
    .values({ brand_id: brandId, account_id: accountId, period, ...values })
    .onConflict((conflict) => conflict.columns(['brand_id', 'account_id', 'period']).doUpdateSet(values))
    .execute();
}

/** No click charges anything until it is over. Renewals go on, since a plan is a promise: it is ended where that is asked for. */
export function pauseSpending(
  context: MemberContext,
  { days, endPlan = false }: Pick<InputOf<typeof pauseEndpoint>, 'days' | 'endPlan'>,
): Promise<Spending> {
  const { db, clock } = context.app;
  const { brandId, accountId, brand } = context;
  return transact(db, async (tx, afterCommit) => {
    const at = clock.now();
    await lockAccount(tx, context);
    const until = addDays(at, days, brand.settings.country);
    const running = (await readSums(tx, context, at)).pausedUntil;
    if (running && running > until) fail('spending.pause_running', { until: running.getTime() });
    await tx
      .insertInto('spending_pause')
      .values({ brand_id: brandId, account_id: accountId, until, created_at: at })
      .onConflict((conflict) =>
        conflict.columns(['brand_id', 'account_id']).doUpdateSet({ until, created_at: at }),
      )
      .execute();
    await recordAudit(tx, {
      brandId,
      actor: { kind: 'member', id: accountId },
      action: 'spending.paused',
      subject: accountId,
      details: { until: until.toISOString() },
    });
    if (endPlan) await leave(context, tx, afterCommit, { when: 'period_end' });
    return describeSpending(tx, context, at);
  });
}
