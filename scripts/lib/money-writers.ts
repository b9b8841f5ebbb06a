/** Who writes a table of money. `write-changes.sql.ts` does; every other file is named here, with what it alone writes of it. */

import type { Fault } from './architecture-rules.ts';

const writer = 'server/billing/payments/write-changes.sql.ts';
/** Its other half. */
const parts = 'server/billing/payments/change-parts.sql.ts';
const begins = 'server/billing/payments/begin-attempts.sql.ts';
const old = 'server/billing/old-records.ts';

const moneyWriters: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  balance: { 'server/credits/ledger.ts': 'sums up the ledger' },
  dispute: { [writer]: 'what banks say' },
  document: { 'server/billing/books/documents.sql.ts': 'receipts and credit notes' },
  ledger_entry: { 'server/credits/ledger.ts': 'credits, also as parts of other statements' },
  money_entry: { [writer]: 'every transaction' },
  payment_attempt: {
    [writer]: 'states and sums',
    'server/billing/payments/new-attempt.sql.ts': 'the new row, as a part of the statements that begin one',
    'server/billing/payments/charge-renewals.ts': 'that a renewal is sent now',
    'server/billing/payments/poll-attempts.ts': 'when it is asked about',
    'server/billing/payments/poll-soon.ts': 'when it is asked about after a start',
  },
  payment_event: {
    [writer]: 'with a change',
    'server/billing/payments/payment-events.ts': 'what changes nothing: polls and what is held back',
  },
  payment_method: { [writer]: 'kept and dropped', [old]: 'forgets old rows' },
  pending_document: {
    [writer]: 'with what is booked',
    'server/billing/books/documents.sql.ts': 'until it is issued',
  },
  purchase: {
    [writer]: 'fulfilled, failed, called off, and what a plan that ends owed',
    [begins]: 'awaits its payment',
    'server/billing/orders/orders.sql.ts': 'the new order, also of a period, and its token',
    'server/billing/payments/expire-orders.ts': 'orders that were not paid in time',
  },
  purchase_consent: {
    [writer]: 'goes with an order that is not wanted',
    [begins]: 'with the first attempt',
    'server/billing/orders/consent.ts': 'to the price of a period to come',
    'server/billing/account-handlers.ts': 'forgets addresses with the account',
  },
  refund: {
    [writer]: 'begins, is sent, is done, fails',
    'server/billing/refunds/refund.sql.ts': 'that it is being sent',
  },
  renewal_notice: { [writer]: 'with a payment', 'server/billing/plans/notices.ts': 'by mail' },
  settlement_entry: {
    'server/billing/books/payouts.ts': 'fees and payouts',
    [old]: 'forgets old rows',
  },
  subscription: {
    [writer]: 'begins, goes on, changes, ends',
    'server/billing/plans/renewal.sql.ts': 'when it is charged',
  },
  token_removal: { [writer]: 'with a change' },
};

/** Files that write a table of money without being named for it, and those that are named and do not. */
export function findMoneyFaults(
  written: readonly { table: string; place: string }[],
  named: typeof moneyWriters = moneyWriters,
): Fault[] {
  const places = written.map(({ table, place }) => ({ table, place: place === parts ? writer : place }));
  const found = new Set(places.map(({ table, place }) => `${table} ${place}`));
  const unnamed = places.flatMap(({ table, place }): Fault[] =>
    named[table] && !(place in named[table])
      ? [['a second writer of money', `${place} writes ${table}: make it a part of ${writer}`]]
      : [],
  );
  const idle = Object.entries(named).flatMap(([table, files]) =>
    Object.keys(files)
      .filter((file) => !found.has(`${table} ${file}`))
      .map((file): Fault => ['a writer of money that writes nothing', `${file} and ${table}`]),
  );
  return [...unnamed, ...idle];
}
