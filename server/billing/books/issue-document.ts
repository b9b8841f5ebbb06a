import { z } from 'zod';
import { vatPercentOf } from '#contract/kernel/money.ts';
import type { App } from '#server/app.ts';
import type { Brand } from '#server/brands/directory.ts';
import { localYear } from '#server/countries/local-time.ts';
import { mailRecipient, queueMails } from '#server/mails/mail.ts';
import type { NewMail } from '#server/mails/mail.ts';
import { MINUTE, SECOND } from '#server/platform/clock.ts';
import { transact } from '#server/platform/database/database.ts';
import type { Tx } from '#server/platform/database/database.ts';
import { siteOrigin } from '#server/platform/http/origins.ts';
import { newId } from '#server/platform/ids.ts';
import { jobKind } from '#server/platform/jobs/jobs.ts';
import type { JobInfo } from '#server/platform/jobs/jobs.ts';
import { readTerms, renews } from '../terms/plan-terms.ts';
import type { PlanTerms } from '../terms/plan-terms.ts';
import { documentFacts, documentNumber, describeDocument, words } from './document-text.ts';
import type { DocumentFacts, NumberedDocument } from './document-text.ts';
import {
  countMissingReceipts,
  documentCauses,
  insertDocuments,
  listBrandsDue,
  listPaymentsWithoutReceipt,
  listRefundsWithoutNote,
  listReversals,
  lockSeries,
} from './documents.sql.ts';
import type { DocumentCause, DocumentKind, NewDocument, PaymentRow } from './documents.sql.ts';

/** Looks for payments and refunds that have no document yet. One waits at a time. */
export const documentsDue = jobKind('billing.documents_due', z.object({}), { pool: 'money' });

/** To be called after the commit of whatever takes money or gives it back. Costs the caller nothing. */
export function wakeReceipts({ waker }: Pick<App, 'waker'>): void {
  waker.wake(documentsDue, {}, SECOND);
}

const AT_ONCE = 200;
/** By then a payment has its receipt, or an operator has to look. */
const RECEIPT_WITHIN = 5 * MINUTE;

/**
 * Numbers and keeps the receipt of every payment and the credit note of every refund that has none, and mails it. A trader
 * at a time and in batches: a number is taken only once, and no payer waits for one.
 */
export async function issueDueDocuments(app: App, { signal }: Pick<JobInfo, 'signal'>): Promise<void> {
  const due = await listBrandsDue(app.db);
  const errors: unknown[] = [];
  for (const cause of documentCauses) {
    const brands = due.flatMap((one) => (one.cause === cause ? (app.brands.byId(one.brandId) ?? []) : []));
    const traders = Map.groupBy(brands, ({ settings }) => traderOf(settings.company));
    // One trader's trouble is no other's.
    for (const [trader, own] of traders)
      await issueOfTrader(app, { trader, brands: own, cause, failed: [] }, signal).catch((error: unknown) =>
        errors.push(error),
      );
  }
  const missing = await countMissingReceipts(app.db, new Date(app.clock.now().getTime() - RECEIPT_WITHIN));
  if (missing > 0) app.log.error({ missing }, 'payments have no receipt after five minutes');
  if (errors.length > 0) throw new AggregateError(errors, 'documents could not be issued');
}

async function issueOfTrader(app: App, due: DocumentsDue, signal: AbortSignal): Promise<void> {
  let issued = AT_ONCE;
  while (issued === AT_ONCE && !signal.aborted) {
    issued = await transact(app.db, (tx) => issueBatch(app, tx, due));
  }
}

/**
 * What a document is issued for. A price that a bank takes back is not paid: its tax is corrected as by a refund (Directive
 * 2006/112, article 90; DPR 633/1972, article 26; Ley 37/1992, article 80), so that it has a credit note, in Spain a corrective
 * invoice. What the bank returns, and a refund that did not arrive, is paid again: a new receipt, since no number is used twice.
 */
const kindOf = {
  payment: 'receipt',
  refund: 'credit_note',
  taken_back: 'credit_note',
  returned: 'receipt',
} as const satisfies Record<DocumentCause, DocumentKind>;

async function listWanted(tx: Tx, cause: DocumentCause, due: Parameters<typeof listRefundsWithoutNote>[1]) {
  if (cause === 'payment') return (await listPaymentsWithoutReceipt(tx, due)).map((row) => receiptOf(row));
  if (cause === 'refund') return (await listRefundsWithoutNote(tx, due)).map((row) => creditNoteOf(row));
  return (await listReversals(tx, due, cause)).map((row) => reversalOf(row, kindOf[cause]));
}

interface DocumentsDue {
  trader: string;
  brands: readonly Brand[];
  cause: DocumentCause;
  /** Those that could not be issued, which are left out from then on. */
  failed: string[];
}

/** Answers with how many were looked at. */
async function issueBatch(
  app: App,
  tx: Tx,
  { trader, brands, cause, failed }: DocumentsDue,
): Promise<number> {
  const kind = kindOf[cause];
  const series = await lockSeries(tx, trader);
  const due = { brandIds: brands.map(({ id }) => id), except: failed, limit: AT_ONCE };
  const wanted: Issue[] = await listWanted(tx, cause, due);
  if (wanted.length === 0) return 0;
  const now = app.clock.now();
  const byYear = new Map(series.filter((one) => one.kind === kind).map((one) => [one.year, one]));
  const documents: NewDocument[] = [];
  const mails: NewMail<'receipt' | 'refund_receipt'>[] = [];
  const settled: Issue[] = [];
  for (const issue of wanted) {
    const { payment, purchaseId, refund, reversal, needsNone } = issue;
    const { brand_id: brandId, account_id: accountId, language, country } = payment;
    const brand = brands.find(({ id }) => id === brandId);
    if (!brand) continue;
    if (needsNone) {
      settled.push(issue);
      continue;
    }
    try {
      const year = localYear(now, country);
      const last = byYear.get(year);
      // None is dated before the one before it, whatever the clocks of nodes say.
      const at = last?.lastAt && last.lastAt > now ? last.lastAt : now;
      const terms = await readTerms(app, tx, { brandId, ...payment });
      const facts = documentFacts.parse(factsOf(brand, issue, terms, at));
      const number = (last?.lastNumber ?? 0) + 1;
      // The mails are about what we have charged or refunded. Banks write about what they do, and its document is in the profile.
      const about = { brand, payment, purchaseId, kind, year, number, facts };
      const mail = reversal ? undefined : mailOf(app, about);
      const id = newId(at.getTime());
      const refundId = refund?.id ?? null;
      documents.push({
        brandId,
        id,
        accountId,
        purchaseId,
        refundId,
        transactionId: reversal ? issue.id : null,
        kind,
        year,
        number,
        language,
        facts: JSON.stringify(facts),
        at,
      });
      byYear.set(year, { kind, year, lastNumber: number, lastAt: at });
      if (mail) mails.push(mail);
      settled.push(issue);
    } catch (error) {
      failed.push(issue.id);
      app.log.error({ err: error, kind, purchaseId }, 'a document could not be issued');
    }
  }
  const ids = settled.map(({ id }) => id);
  await insertDocuments(tx, {
    trader,
    at: now,
    documents,
    attemptIds: cause === 'payment' ? ids : [],
    refundIds: cause === 'refund' ? ids : [],
  });
  await queueMails(tx, mails);
  return wanted.length;
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
  /** Money that came too late or twice bought nothing, and a purchase has one receipt. */
  needsNone: boolean;
}

function receiptOf(payment: PaymentRow): Issue {
  const { attempt_id: id, purchase_id: purchaseId, captured_cents: totalCents, unwanted } = payment;
  const needsNone = unwanted || payment.receipt_number !== null;
  return { id, purchaseId, payment, kind: 'receipt', totalCents, vatCents: payment.vat_cents, needsNone };
}

type RefundDue = Awaited<ReturnType<typeof listRefundsWithoutNote>>[number];

function creditNoteOf(payment: RefundDue): Issue {
  const { refund_id: id, purchase_id: purchaseId, amount_cents: totalCents, unwanted } = payment;
  const vatCents = payment.refund_vat_cents;
  const about = { id, purchaseId, payment, refund: { id }, refersTo: receiptNamed(payment) };
  return { ...about, kind: 'credit_note', totalCents, vatCents, needsNone: unwanted };
}

type Reversal = Awaited<ReturnType<typeof listReversals>>[number];

function reversalOf(payment: Reversal, kind: DocumentKind): Issue {
  const { transaction_id: id, purchase_id: purchaseId, reversed_cents: totalCents } = payment;
  const about = { id, purchaseId, payment, refersTo: receiptNamed(payment), reversal: true } as const;
  return { ...about, kind, totalCents, vatCents: payment.reversed_vat_cents, needsNone: false };
}

function receiptNamed({
  receipt_year: year,
  receipt_number: number,
  receipt_at: at,
}: PaymentRow): DocumentFacts['refersTo'] {
  if (year === null || number === null || at === null) return null;
  return { number: documentNumber({ kind: 'receipt', year, number }), at: at.toISOString() };
}

/** One company whatever its brands are called: by its tax number, however that is written. */
function traderOf({ vat, name }: Brand['settings']['company']): string {
  const written = (text: string) =>
    text
      .toUpperCase()
      .replaceAll(/[^\p{L}\p{N}]/gu, '')
      .slice(0, 100);
  return written(vat) || written(name);
}

function factsOf(
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
function mailOf(
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
  const told = [
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
    data: { link: `${siteOrigin(app, brand)}/profile#plan`, total, plan, facts: told.join('\n') },
  };
}
