/** What a provider keeps of our money and what it pays out, by the reports of its days. */

import { sql } from 'kysely';
import type { ProviderName } from '#contract/billing/providers.ts';
import { COUNTRIES, countries } from '#contract/countries/list.ts';
import type { ReplyOf } from '#contract/kernel/endpoint.ts';
import type { readBooks as readBooksEndpoint } from '#contract/staff/billing.ts';
import type { StaffContext } from '#server/app.ts';
import { transact } from '#server/platform/database/database.ts';
import type { Database, DbOrTx, Tx } from '#server/platform/database/database.ts';
import { newId } from '#server/platform/ids.ts';
import type { ReportLine } from '../providers/provider.ts';
import { matchBankLines } from './bank-matching.ts';
import { isOfOwnAccount, wentOverOwnAccount } from './merchant-accounts.ts';

/** A day of a merchant account at a provider. */
export interface ReportOf {
  provider: ProviderName;
  /** Empty for the one that brands without one of their own share. */
  merchantAccount: string;
  day: string;
}

/**
 * Books the fees of a report as one sum and each payout by itself. A report that is read again, or that has grown, adds only
 * what is new: of fees the difference to what is booked for its day, of payouts those that are not known.
 */
export async function bookFeesAndPayouts(
  db: Database,
  report: ReportOf,
  lines: readonly ReportLine[],
  at: Date,
): Promise<void> {
  await transact(db, async (tx) => {
    await lockReport(tx, report);
    const fees = lines.filter(({ kind }) => kind === 'fee').reduce((sum, line) => sum + line.amountCents, 0);
    const newFees = fees - (await sumBookedFees(tx, report));
    await insertEntries(tx, report, { kind: 'fee', account: 'fees', cents: newFees, at });
    let isNew = false;
    for (const { kind, reference, amountCents } of lines) {
      if (kind !== 'payout' || !(await insertPayout(tx, report, { reference, amountCents, at }))) continue;
      isNew = true;
      await insertEntries(tx, report, { kind: 'payout', account: 'bank', cents: amountCents, at });
    }
    if (isNew) await matchBankLines(tx);
  });
}

/** Of two who read the same report at once, one waits. */
async function lockReport(tx: Tx, { provider, merchantAccount, day }: ReportOf): Promise<void> {
  const key = `report ${provider} ${merchantAccount} ${day}`;
  await sql`select pg_advisory_xact_lock(hashtextextended(${key}::text, 0))`.execute(tx);
}

async function sumBookedFees(db: DbOrTx, { provider, merchantAccount, day }: ReportOf): Promise<number> {
  const { rows } = await sql<{ cents: number }>`
    select coalesce(sum(amount_cents), 0)::integer as cents from settlement_entry
    where provider = ${provider}::text and merchant_account = ${merchantAccount}::text and day = ${day}::text
      and account = 'fees'`.execute(db);
  return rows[0]?.cents ?? 0;
}

async function insertPayout(
  tx: Tx,
  { provider, merchantAccount, day }: ReportOf,
  { reference, amountCents, at }: { reference: string; amountCents: number; at: Date },
): Promise<boolean> {
  const row = await tx
    .insertInto('payout')
    .values({
      id: newId(at.getTime()),
      provider,
      merchant_account: merchantAccount,
      reference: reference.slice(0, 200),
      paid_on: day,
      amount_cents: amountCents,
      created_at: at,
    })
    .onConflict((conflict) => conflict.columns(['provider', 'merchant_account', 'reference']).doNothing())
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

interface ReportBooking {
  kind: 'fee' | 'payout';
  /** Where the money went that the processor no longer owes us. */
  account: 'fees' | 'bank';
  cents: number;
  at: Date;
}

async function insertEntries(
  tx: Tx,
  { provider, merchantAccount, day }: ReportOf,
  { kind, account, cents, at }: ReportBooking,
): Promise<void> {
  if (cents === 0) return;
  const transaction_id = newId(at.getTime());
  const shared = { transaction_id, kind, provider, merchant_account: merchantAccount, day, at };
  await tx
    .insertInto('settlement_entry')
    .values([
      { ...shared, line: 1, account, amount_cents: cents },
      { ...shared, line: 2, account: 'processor', amount_cents: -cents },
    ])
    .execute();
}

type BookAccount = ReplyOf<typeof readBooksEndpoint>['accounts'][number]['account'];

/**
 * The sum of every account of the caller's brands, where what stands under `processor` is what each provider owes us; and
 * payouts on their way. Of a merchant account that others use too, fees and payouts are those of all of them: without these it
 * would be untrue what the provider owes, so that none of it is shown.
 */
export async function readBooks(context: StaffContext): Promise<ReplyOf<typeof readBooksEndpoint>> {
  const { db } = context.app;
  const { rows } = await sql<{ account: BookAccount; provider: ProviderName | null; cents: string }>`
    select account, provider, sum(amount_cents)::text as cents from (
      select account, provider, sum(amount_cents) as amount_cents from money_entry
      where brand_id = any(${context.brandIds}::uuid[]) and (account <> 'processor' or ${wentOverOwnAccount(context)})
      group by account, provider
      union all
      select account, provider, sum(amount_cents) from settlement_entry
      where ${isOfOwnAccount(context)} group by account, provider
    ) entry group by account, provider order by account, provider`.execute(db);
  const payouts = await db
    .selectFrom('payout')
    .select(['id', 'provider', 'merchant_account as merchantAccount', 'reference'])
    .select(['paid_on as paidOn', 'amount_cents as amountCents'])
    .where('bank_line_id', 'is', null)
    .where(isOfOwnAccount(context))
    .orderBy('paid_on')
    .orderBy('id')
    .limit(100)
    .execute();
  const accounts = rows.map(({ account, provider, cents }) => ({ account, provider, cents: Number(cents) }));
  return { accounts, payouts, taxes: await readTaxes(context) };
}

const TAX_MONTHS = 15;

/** What the one-stop shop asks for each quarter, which begins when it does where the brand is. */
async function readTaxes({
  app,
  brandIds,
}: StaffContext): Promise<ReplyOf<typeof readBooksEndpoint>['taxes']> {
  const { db, brands, clock } = app;
  const zones = brands
    .all()
    .filter(({ id }) => brandIds.includes(id))
    .map(({ id, settings }) => ({ id, zone: countries[settings.country].timeZone }));
  const { rows } = await sql<{ quarter: string; country: string; points: number; net: string; vat: string }>`
    select to_char(e.at at time zone b.zone, 'YYYY"-Q"Q') as quarter, coalesce(p.vat_country, p.country) as country,
      coalesce(p.vat_basis_points, (${homeRates}::jsonb ->> p.country)::integer) as points,
      -coalesce(sum(e.amount_cents) filter (where e.account in ('sales', 'refunds', 'chargebacks')), 0) as net,
      -coalesce(sum(e.amount_cents) filter (where e.account in ('vat', 'refunded_vat', 'charged_back_vat')), 0) as vat
    from unnest(${zones.map(({ id }) => id)}::uuid[], ${zones.map(({ zone }) => zone)}::text[]) as b (id, zone)
    join money_entry e on e.brand_id = b.id
    join payment_attempt a on a.brand_id = e.brand_id and a.id = e.attempt_id
    join purchase p on p.brand_id = a.brand_id and p.id = a.purchase_id
    where e.account not in ('processor', 'customer_liability')
      -- From the beginning of a quarter: a part of one would look like all of it.
      and e.at >= date_trunc('quarter', (${clock.now()}::timestamptz at time zone b.zone)
        - ${`${TAX_MONTHS} months`}::interval) at time zone b.zone
    group by 1, 2, 3 order by 1 desc, 2, 3 limit 200`.execute(db);
  return rows.map(({ quarter, country, points, net, vat }) => ({
    quarter,
    country,
    percent: points / 100,
    netCents: Number(net),
    vatCents: Number(vat),
  }));
}

/** Of purchases from before it was asked where a buyer lives. */
const homeRates = JSON.stringify(
  Object.fromEntries(COUNTRIES.map((code) => [code, countries[code].vatPercent * 100])),
);
