/** What a document is issued for, and what stands on it and in its mail. */

import { vatPercentOf } from '#contract/kernel/money.ts';
import type { App } from '#server/app.ts';
import type { Brand } from '#server/brands/directory.ts';
import { mailRecipient } from '#server/mails/mail.ts';
import type { NewMail } from '#server/mails/mail.ts';
import type { Tx } from '#server/platform/database/database.ts';
import { siteOrigin } from '#server/platform/http/origins.ts';
import { renews } from '../terms/plan-terms.ts';
import type { PlanTerms } from '../terms/plan-terms.ts';
import { documentNumber, describeDocument, words } from './document-text.ts';
import type { DocumentFacts, NumberedDocument } from './document-text.ts';
import { listPayments, listRefunds, listReversals } from './documents.sql.ts';
import type { DocumentCause, DocumentKind, PaymentRow, PendingDocument } from './documents.sql.ts';

/**
 * What a document is issued for. A price that a bank takes back is not paid: its tax is corrected as by a refund (Directive
 * 2006/112, article 90; DPR 633/1972, article 26; Ley 37/1992, article 80), so that it has a credit note, in Spain a corrective
 * invoice. What the bank returns, and a refund that did not arrive, is paid again: a new receipt, since no number is used twice.
 */
export const kindOf = {
  payment: 'receipt',
  refund: 'credit_note',
  taken_back: 'credit_note',
  returned: 'receipt',
} as const satisfies Record<DocumentCause, DocumentKind>;

/** Those that can be issued now. */
export async function listWanted(
  tx: Tx,
  cause: DocumentCause,
  pending: readonly PendingDocument[],
): Promise<Issue[]> {
  if (cause === 'payment') return (await listPayments(tx, pending)).map((row) => receiptOf(row));
  if (cause === 'refund') return (await listRefunds(tx, pending)).map((row) => creditNoteOf(row));
  return (await listReversals(tx, pending)).map((row) => reversalOf(row, kindOf[cause]));
}

interface Issue {
  /** Of the payment, of the refund, or of the transaction in the books. */
  id: string;
  purchaseId: string;
  payment: PaymentRow;
  kind: DocumentKind;
  totalCents: number;
  vatCents: number;
  refund?: { id: string };
  /** The receipt that it takes back or restores. */
  refersTo?: DocumentFacts['refersTo'];
  /** Money that moved without us. */
  reversal?: true;
  /** Money that came too late or twice bought nothing, a purchase has one receipt, and what came back at once has nothing to undo. */
  needsNone: boolean;
}

function receiptOf(payment: PaymentRow): Issue {
  const { pending_id: id, purchase_id: purchaseId, captured_cents: totalCents, unwanted } = payment;
  const needsNone = unwanted || payment.receipt_number !== null;
  return { id, purchaseId, payment, kind: 'receipt', totalCents, vatCents: payment.vat_cents, needsNone };
}

type RefundRow = Awaited<ReturnType<typeof listRefunds>>[number];

function creditNoteOf(payment: RefundRow): Issue {
  const { pending_id: id, purchase_id: purchaseId, amount_cents: totalCents } = payment;
  const vatCents = payment.refund_vat_cents;
  const about = { id, purchaseId, payment, refund: { id }, refersTo: receiptNamed(payment) };
  // It came back before it had one.
  const needsNone = payment.state !== 'done';
  return { ...about, kind: 'credit_note', totalCents, vatCents, needsNone };
}

type Reversal = Awaited<ReturnType<typeof listReversals>>[number];

function reversalOf(payment: Reversal, kind: DocumentKind): Issue {
  const { pending_id: id, purchase_id: purchaseId, reversed_cents: totalCents, isOfNote } = payment;
  const about = { id, purchaseId, payment, refersTo: receiptNamed(payment), reversal: true } as const;
  return { ...about, kind, totalCents, vatCents: payment.reversed_vat_cents, needsNone: !isOfNote };
}

function receiptNamed({
  receipt_year: year,
  receipt_number: number,
  receipt_at: at,
}: PaymentRow): DocumentFacts['refersTo'] {
  if (year === null || number === null || at === null) return null;
  return { number: documentNumber({ kind: 'receipt', year, number }), at: at.toISOString() };
}

export function factsOf(
  brand: Brand,
  { payment, purchaseId, totalCents, vatCents, kind, refersTo = null, reversal }: Issue,
  terms: PlanTerms | null,
  at: Date,
): DocumentFacts {
  const { settings } = brand;
  const { country, language } = payment;
  const isReceipt = kind === 'receipt' && !reversal;
  const name = terms?.name[language] ?? settings.title;
  return {
    trader: settings.company,
    descriptor: settings.payment.descriptor,
    country,
    plan: name,
    totalCents,
    vatPercent: vatPercentOf(payment),
    vatCountry: payment.vat_country ?? country,
    vatCents,
    credits: isReceipt ? payment.credits : 0,
    creditCents: isReceipt ? payment.credit_cents : 0,
    paidFor: isReceipt ? paidPeriod(payment, terms) : null,
    renewal: isReceipt ? renewalOf(payment, terms) : null,
    at: at.toISOString(),
    customerId: payment.account_id,
    orderId: purchaseId,
    paymentMethod: paymentMethodOf(payment),
    refersTo,
  };
}

function paidPeriod(
  { period_start, period_end }: PaymentRow,
  terms: PlanTerms | null,
): DocumentFacts['paidFor'] {
  if (!terms || !renews(terms) || !period_start || !period_end) return null;
  return { from: period_start.toISOString(), to: period_end.toISOString() };
}

function renewalOf({ next_charge_at }: PaymentRow, terms: PlanTerms | null): DocumentFacts['renewal'] {
  if (!terms || !renews(terms)) return null;
  return { period: terms.every, cents: terms.renewal_cents, at: next_charge_at?.toISOString() ?? null };
}

/** A charge by what is on file shows what that is. */
function paymentMethodOf(payment: PaymentRow): DocumentFacts['paymentMethod'] {
  return {
    method: payment.method === 'on_file' ? (payment.kept_kind ?? 'card') : payment.method,
    network: payment.network ?? payment.kept_network,
    lastFour: payment.last_four ?? payment.kept_last_four,
  };
}

interface Issued extends Omit<NumberedDocument, 'language'> {
  brand: Brand;
  payment: PaymentRow;
  purchaseId: string;
}

/**
 * Every charge and every refund is announced: by whom, how much with its tax, and how to take it back. There is no mail once
 * the account is erased.
 */
export function mailOf(
  app: App,
  { brand, payment, purchaseId: aboutId, ...issued }: Issued,
): NewMail<'receipt' | 'refund_receipt'> | undefined {
  const { account_id: accountId, email: to, language } = payment;
  // One address that cannot be written to must not keep the documents of all others back.
  if (to === null || !mailRecipient.safeParse(to).success) return undefined;
  const { kind, facts } = issued;
  const text = words[language];
  const { title, number, total, vat, vatIncluded, lines } = describeDocument({ ...issued, language });
  const { trader, plan } = facts;
  const described = [
    `${title} ${number}`,
    `${plan}: ${total}`,
    `${vatIncluded}: ${vat}`,
    ...lines.map(({ label, value }) => `${label}: ${value}`),
    `${text.customer}: ${facts.customerId}`,
    `${text.trader}: ${trader.name}, ${trader.address}, ${trader.vat}`,
  ];
  return {
    brand,
    accountId,
    aboutId,
    to,
    language,
    template: kind === 'receipt' ? 'receipt' : 'refund_receipt',
    data: { link: `${siteOrigin(app, brand)}/profile#plan`, total, plan, facts: described.join('\n') },
  };
}
