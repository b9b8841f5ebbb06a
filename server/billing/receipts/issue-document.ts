import { countries } from '../../../contract/countries/list.ts';
import type { Language } from '../../../contract/kernel/constants.ts';
import { vatOf } from '../../../contract/kernel/money.ts';
import type { App } from '../../app.ts';
import type { Brand } from '../../brands/directory.ts';
import { yearThere } from '../../countries/local-time.ts';
import type { Tx } from '../../platform/database/database.ts';
import { siteOrigin } from '../../platform/http/origins.ts';
import { newId } from '../../platform/ids.ts';
import { queueMail } from '../../platform/mail/mail.ts';
import { documentFacts, documentNumber, describeDocument, words } from './document-text.ts';
import type { DocumentFacts, NumberedDocument } from './document-text.ts';
import { findCreditNote, findReceipt, insertDocument, readPayment, readRefund } from './receipts.sql.ts';
import type { PaymentRow } from './receipts.sql.ts';

/** Numbers and keeps the receipt of a payment, and mails it. Once, in the transaction of the payment. */
export async function issueReceipt(
  app: App,
  tx: Tx,
  { brandId, purchaseId, attemptId }: { brandId: string; purchaseId: string; attemptId: string },
): Promise<void> {
  const payment = await readPayment(tx, { brandId, purchaseId, attemptId });
  if (payment.captured_cents === 0 || (await findReceipt(tx, brandId, purchaseId))) return;
  const totalCents = payment.captured_cents;
  await issue(app, tx, { brandId, purchaseId, payment, kind: 'receipt', totalCents });
}

/** The same for money that went back. */
export async function issueCreditNote(
  app: App,
  tx: Tx,
  { brandId, refundId }: { brandId: string; refundId: string },
): Promise<void> {
  if (await findCreditNote(tx, brandId, refundId)) return;
  const refund = await readRefund(tx, brandId, refundId);
  const { purchase_id: purchaseId, attempt_id: attemptId, amount_cents: totalCents, reason } = refund;
  const payment = await readPayment(tx, { brandId, purchaseId, attemptId });
  // Money that came too late or twice never had a receipt.
  const hadReceipt = reason !== 'late' && reason !== 'duplicate';
  const receipt = hadReceipt ? await findReceipt(tx, brandId, purchaseId) : undefined;
  const refersTo = receipt ? { number: documentNumber(receipt), at: receipt.created_at.toISOString() } : null;
  await issue(app, tx, {
    brandId,
    purchaseId,
    payment,
    kind: 'credit_note',
    totalCents,
    refund: { id: refundId, refersTo },
  });
}

interface Issue {
  brandId: string;
  purchaseId: string;
  payment: PaymentRow;
  kind: 'receipt' | 'credit_note';
  totalCents: number;
  refund?: { id: string; refersTo: DocumentFacts['refersTo'] };
}

async function issue(app: App, tx: Tx, wanted: Issue): Promise<void> {
  const { brandId, purchaseId, payment, kind, refund } = wanted;
  const { account_id: accountId, email, language, country } = payment;
  const brand = app.brands.byId(brandId);
  if (!brand) throw new Error('the brand of a payment is not known here yet');
  const at = app.clock.now();
  const year = yearThere(at, country);
  const facts = factsOf(brand, wanted, at);
  const id = newId(at.getTime());
  const number = await insertDocument(tx, {
    brandId,
    trader: traderOf(brand.settings.company),
    id,
    accountId,
    purchaseId,
    refundId: refund?.id ?? null,
    kind,
    year,
    language,
    facts: JSON.stringify(documentFacts.parse(facts)),
    at,
  });
  if (email === null) return;
  await mailDocument(app, tx, { brand, accountId, to: email, language, kind, year, number, facts });
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
  { payment, purchaseId, totalCents, kind, refund }: Issue,
  at: Date,
): DocumentFacts {
  const { settings } = brand;
  const { country, language } = payment;
  const isReceipt = kind === 'receipt';
  const name = payment.name?.[language] ?? settings.title;
  return {
    trader: settings.company,
    descriptor: settings.payment.descriptor,
    country,
    plan: name,
    totalCents,
    vatPercent: countries[country].vatPercent,
    vatCents: vatOf(totalCents, countries[country].vatPercent),
    credits: isReceipt ? payment.credits : 0,
    creditCents: isReceipt ? payment.credit_cents : 0,
    paidFor: isReceipt ? paidPeriod(payment) : null,
    renewal: isReceipt ? renewalOf(payment) : null,
    at: at.toISOString(),
    customerId: payment.account_id,
    orderId: purchaseId,
    paymentMethod: paymentMethodOf(payment),
    refersTo: refund?.refersTo ?? null,
  };
}

function paidPeriod({ every, period_start, period_end }: PaymentRow): DocumentFacts['paidFor'] {
  if (!every || !period_start || !period_end) return null;
  return { from: period_start.toISOString(), to: period_end.toISOString() };
}

function renewalOf({ every, renewal_cents, next_charge_at }: PaymentRow): DocumentFacts['renewal'] {
  if (!every || renewal_cents === null) return null;
  return { period: every, cents: renewal_cents, at: next_charge_at?.toISOString() ?? null };
}

/** A charge by what is on file shows what that is. */
function paymentMethodOf(payment: PaymentRow): DocumentFacts['paymentMethod'] {
  return {
    method: payment.method === 'on_file' ? (payment.kept_kind ?? 'card') : payment.method,
    network: payment.network ?? payment.kept_network,
    lastFour: payment.last_four ?? payment.kept_last_four,
  };
}

interface Issued extends NumberedDocument {
  brand: Brand;
  accountId: string;
  to: string;
  language: Language;
}

/** Every charge and every refund is told of: by whom, how much with its tax, and how to take it back. */
async function mailDocument(app: App, tx: Tx, issued: Issued): Promise<void> {
  const { brand, accountId, to, language, kind, facts } = issued;
  const text = words[language];
  const { title, number, total, vat, vatIncluded, lines } = describeDocument(issued);
  const { trader, plan } = facts;
  const told = [
    `${title} ${number}`,
    `${plan}: ${total}`,
    `${vatIncluded}: ${vat}`,
    ...lines.map(({ label, value }) => `${label}: ${value}`),
    `${text.customer}: ${facts.customerId}`,
    `${text.trader}: ${trader.name}, ${trader.address}, ${trader.vat}`,
  ];
  await queueMail(tx, {
    brand,
    accountId,
    to,
    language,
    template: kind === 'receipt' ? 'receipt' : 'refund_receipt',
    data: { link: `${siteOrigin(app, brand)}/profile#plan`, total, plan, facts: told.join('\n') },
  });
}
