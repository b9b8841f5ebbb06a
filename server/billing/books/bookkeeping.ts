import type { ProviderName } from '#contract/billing/providers.ts';
import { vatOf } from '#contract/kernel/money.ts';

type BookAccount =
  | 'processor'
  | 'sales'
  | 'vat'
  | 'refunds'
  | 'refunded_vat'
  | 'chargebacks'
  | 'charged_back_vat'
  | 'customer_liability';

/** One line of a transaction in the books: positive is debit, negative is credit. */
export interface EntryLine {
  account: BookAccount;
  cents: number;
}

/** Money that came in for what was bought: the processor owes it to us, and part of it is the state's. Nothing for nothing. */
export function chargeLines(capturedCents: number, vatPercent: number): EntryLine[] {
  const vat = vatOf(capturedCents, vatPercent);
  return withoutZeros([
    { account: 'processor', cents: capturedCents },
    { account: 'sales', cents: vat - capturedCents },
    { account: 'vat', cents: -vat },
  ]);
}

/** Money that came in late or twice: no sale and no tax, we owe it to the member until it is back. */
export function unwantedLines(capturedCents: number): EntryLine[] {
  return withoutZeros([
    { account: 'processor', cents: capturedCents },
    { account: 'customer_liability', cents: -capturedCents },
  ]);
}

/** What the books say of one payment so far. */
export interface PaymentBooks {
  /** It bought nothing: no sale and no tax, so nothing of these to take back. */
  unwanted: boolean;
  vatPercent: number;
  /** What has left again, by refunds and chargebacks. */
  goneCents: number;
  chargedBackCents: number;
  /** The tax that was taken back with it. */
  reversedVat: number;
  chargedBackVat: number;
}

/**
 * Money that went back. Its tax is that of all that has gone so far less what was taken back already, so that parts never
 * drift from the whole: together they reverse the tax of the payment, to the cent.
 */
export function refundLines(books: PaymentBooks, amountCents: number): EntryLine[] {
  return goneLines(books, amountCents, ['refunds', 'refunded_vat']);
}

/** A refund that did not arrive came back to us: what was booked for it is undone, line by line. */
export function returnedLines(refunded: EntryLine[]): EntryLine[] {
  return refunded.map(({ account, cents }) => ({ account, cents: -cents }));
}

/**
 * The bank took it back, or gave it to us again where the change is negative. A lost dispute undoes the purchase, what was
 * bought is taken back as well: so its tax is reversed by the rule of refunds.
 */
export function chargebackLines(books: PaymentBooks, changeCents: number): EntryLine[] {
  if (changeCents >= 0) return goneLines(books, changeCents, ['chargebacks', 'charged_back_vat']);
  const again = -changeCents;
  if (books.unwanted) return unwantedLines(again);
  const isAll = again === books.chargedBackCents;
  const drop = books.reversedVat - vatOf(books.goneCents - again, books.vatPercent);
  const vat = isAll ? books.chargedBackVat : between(0, drop, Math.min(again, books.chargedBackVat));
  return withoutZeros([
    { account: 'processor', cents: again },
    { account: 'chargebacks', cents: vat - again },
    { account: 'charged_back_vat', cents: -vat },
  ]);
}

function goneLines(
  { unwanted, vatPercent, goneCents, reversedVat }: PaymentBooks,
  amountCents: number,
  [net, tax]: [BookAccount, BookAccount],
): EntryLine[] {
  if (unwanted) return returnedLines(unwantedLines(amountCents));
  const vat = between(0, vatOf(goneCents + amountCents, vatPercent) - reversedVat, amountCents);
  return withoutZeros([
    { account: net, cents: amountCents - vat },
    { account: tax, cents: vat },
    { account: 'processor', cents: -amountCents },
  ]);
}

function between(least: number, value: number, most: number): number {
  return Math.min(Math.max(least, value), most);
}

function withoutZeros(lines: EntryLine[]): EntryLine[] {
  return lines.filter(({ cents }) => cents !== 0);
}

/** What a transaction is about. */
type EntryKind = 'charge' | 'refund' | 'refund_returned' | 'chargeback';

/** Besides the charge itself, which is booked with its capture. */
export interface Booking {
  kind: Exclude<EntryKind, 'charge'>;
  attemptId: string;
  refundId: string | null;
  provider: ProviderName;
  /** They sum to zero, which the database holds as well. */
  lines: EntryLine[];
}

/** What stands in the books of a payment: of each account, by what and for which refund. */
export interface BookedLine extends EntryLine {
  kind: EntryKind;
  refundId: string | null;
}

export function booksOf(booked: readonly BookedLine[], vatPercent: number): PaymentBooks {
  const sum = (accounts: readonly string[], kinds?: readonly string[]) =>
    booked
      .filter(({ account, kind }) => accounts.includes(account) && (!kinds || kinds.includes(kind)))
      .reduce((total, { cents }) => total + cents, 0);
  return {
    unwanted: sum(['customer_liability'], ['charge']) !== 0,
    vatPercent,
    goneCents: -sum(['processor'], ['refund', 'refund_returned', 'chargeback']),
    chargedBackCents: -sum(['processor'], ['chargeback']),
    reversedVat: sum(['refunded_vat', 'charged_back_vat']),
    chargedBackVat: sum(['charged_back_vat']),
  };
}
