/** How payments stand, in numbers: for the operator who is woken by an alarm, and for the page of payments in the console. */

import { sql } from 'kysely';
import { Gauge } from 'prom-client';
import { providerName } from '#contract/billing/payment-checks.ts';
import type { ReplyOf } from '#contract/kernel/endpoint.ts';
import type { readMoneyFigures as figuresEndpoint } from '#contract/staff/payments.ts';
import type { App, StaffContext } from '#server/app.ts';
import { DAY, MINUTE, SECOND } from '#server/platform/clock.ts';
import { countMissingReceipts } from '../books/documents.sql.ts';
import { openInSql } from '../payments/attempts.ts';
import { countTokensToRemove } from '../payments/forget-tokens.ts';
import { isFailedRefund } from '../refunds/refund.sql.ts';

export type MoneyFigures = ReplyOf<typeof figuresEndpoint>;

/** So many are counted and no more: beyond that the number says nothing new, and counting on would cost. */
const MOST_COUNTED = 100_000;
const RECEIPT_WITHIN = 5 * MINUTE;
/** A webhook that overtakes our own write waits for seconds, and needs no attention. */
const EVENT_WITHIN = 5 * MINUTE;
const KEPT = 10 * SECOND;
/** What failed longer ago was seen to by then, or never will be. */
export const LOOKED_BACK = 90 * DAY;

export async function readFigures(app: Pick<App, 'db' | 'clock' | 'providers'>): Promise<MoneyFigures> {
  const { db, clock, providers } = app;
  const now = clock.now();
  const since = new Date(now.getTime() - LOOKED_BACK);
  const { rows: counted } = await sql<Counted>`
    select renewals.count as "dueRenewals", renewals.oldest as "oldestRenewal", parked.count as "parkedEvents",
      failed.count as "failedRefunds", differing.count as differences
    from (select count(*)::int, min(next_charge_at) as oldest from (select next_charge_at from subscription
        where next_charge_at <= ${now}::timestamptz order by next_charge_at limit ${sql.lit(MOST_COUNTED)}) as d) as renewals,
      (select count(*)::int from (select from provider_event
        where state in ('new', 'parked', 'unmatched') and state = 'parked'
          and received_at <= ${ago(now, EVENT_WITHIN)}::timestamptz limit ${sql.lit(MOST_COUNTED)}) as p) as parked,
      (select count(*)::int from refund r where ${isFailedRefund} and r.created_at > ${since}::timestamptz) as failed,
      (select count(*)::int from (select from reconciliation_difference
        where closed_at is null limit ${sql.lit(MOST_COUNTED)}) as x) as differing`.execute(db);
  const { rows: openAttempts } = await sql<MoneyFigures['openAttempts'][number]>`
    select provider, case when created_at > ${ago(now, MINUTE)}::timestamptz then 'minute'
        when created_at > ${ago(now, 15 * MINUTE)}::timestamptz then 'quarter'
        when created_at > ${ago(now, DAY)}::timestamptz then 'day' else 'older' end as age, count(*)::int as count
    from payment_attempt where state in (${openInSql})
    group by 1, 2 order by 1, 2`.execute(db);
  const { oldestRenewal, ...counts } = counted[0] ?? none;
  return {
    ...counts,
    oldestRenewalSeconds: oldestRenewal ? Math.floor((now.getTime() - oldestRenewal.getTime()) / SECOND) : 0,
    openAttempts,
    missingReceipts: await countMissingReceipts(db, ago(now, RECEIPT_WITHIN)),
    tokensToRemove: await countTokensToRemove(db),
    gates: providerName.options.flatMap((name) => {
      const gate = providers.gate(name)?.snapshot();
      return gate
        ? [{ provider: name, state: gate.state, waiting: gate.waiting, refused: gate.refused }]
        : [];
    }),
  };
}

const ago = (now: Date, milliseconds: number) => new Date(now.getTime() - milliseconds);

interface Counted extends Pick<
  MoneyFigures,
  'dueRenewals' | 'parkedEvents' | 'failedRefunds' | 'differences'
> {
  oldestRenewal: Date | null;
}
const none: Counted = {
  dueRenewals: 0,
  oldestRenewal: null,
  parkedEvents: 0,
  failedRefunds: 0,
  differences: 0,
};

export function readMoneyFigures({ app }: StaffContext): Promise<MoneyFigures> {
  return readFigures(app);
}

/**
 * The same as gauges. They are read when they are scraped and at most every few seconds, whatever asks; a database
 * that is away leaves them as they were.
 */
export function watchMoney(app: App): void {
  let readAt = 0;
  let reading: Promise<void> = Promise.resolve();
  const refresh = () => {
    if (Date.now() - readAt >= KEPT) {
      readAt = Date.now();
      reading = readFigures(app).then(show, (error: unknown) =>
        app.log.warn({ err: error }, 'the gauges of payments could not be read'),
      );
    }
    return reading;
  };
  const gauge = <Label extends string = never>(
    name: string,
    help: string,
    labelNames: readonly Label[] = [],
  ) =>
    new Gauge({
      name: `serenata_money_${name}`,
      help,
      labelNames,
      registers: [app.metrics.registry],
      collect: refresh,
    });
  const dueRenewals = gauge('due_renewals', 'Renewals that should have been charged by now.');
  const oldestRenewal = gauge('oldest_due_renewal_seconds', 'Since when the oldest of them is due.');
  const open = gauge('open_attempts', 'Charges without an outcome, by provider and age.', [
    'provider',
    'age',
  ]);
  const parked = gauge(
    'parked_events',
    'Webhooks that have waited for five minutes for what they are about.',
  );
  const failed = gauge('failed_refunds', 'Refunds that a provider refused and that were not made again.');
  const receipts = gauge('captures_without_receipt', 'Payments that have no receipt after five minutes.');
  const differences = gauge(
    'reconciliation_differences',
    'What our books and the processors’ reports say otherwise.',
  );
  const tokens = gauge('tokens_to_remove', 'Cards that providers still have although they should not.');
  const refused = gauge(
    'gate_refusals',
    'Calls that the gate of a provider did not let through, of this node.',
    ['provider'],
  );
  const closed = gauge('gate_closed', 'Whether the gate of a provider is closed, of this node.', [
    'provider',
  ]);

  function show(figures: MoneyFigures): void {
    dueRenewals.set(figures.dueRenewals);
    oldestRenewal.set(figures.oldestRenewalSeconds);
    open.reset();
    for (const { provider, age, count } of figures.openAttempts) open.set({ provider, age }, count);
    parked.set(figures.parkedEvents);
    failed.set(figures.failedRefunds);
    receipts.set(figures.missingReceipts);
    differences.set(figures.differences);
    tokens.set(figures.tokensToRemove);
    for (const gate of figures.gates) {
      refused.set({ provider: gate.provider }, gate.refused);
      closed.set({ provider: gate.provider }, gate.state === 'open' ? 0 : 1);
    }
  }
}
