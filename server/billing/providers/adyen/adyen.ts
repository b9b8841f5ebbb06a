import Papa from 'papaparse';
import { CURRENCY } from '#contract/kernel/constants.ts';
import { readMajorUnits } from '../answers.ts';
import { readJson } from '../http-client.ts';
import type {
  ForgetRequest,
  ForgetVerdict,
  Provider,
  RefundRequest,
  RefundVerdict,
  ProviderAdapter,
  ReportLine,
} from '../provider.ts';
import { pollStatus, resend, charge, finish } from './charge.ts';
import { call, errorAnswer, readAs, modificationAnswer } from './client.ts';
import type { AdyenSettings } from './client.ts';
import { readEvents } from './webhook.ts';

export const adyen: ProviderAdapter = {
  open({ payments, sandboxKeys, connect }) {
    const keys = payments.adyen ?? sandboxKeys?.adyen;
    if (!keys) return undefined;
    const connection = connect(payments.adyen?.url, '/adyen/v71');
    const sandboxReport = async (day: string, merchantAccount = keys.merchantAccount) =>
      `${await connection.url()}/reports/settlement_detail_report_${day}.csv?merchantAccount=${encodeURIComponent(merchantAccount)}`;
    return createAdyen({
      ...keys,
      ...connection,
      reportUrl: payments.adyen ? undefined : sandboxReport,
    });
  },
  googlePay({ payments, sandboxKeys }, merchantAccount) {
    const shared = (payments.adyen ?? sandboxKeys?.adyen)?.merchantAccount;
    return shared === undefined
      ? undefined
      : { gateway: 'adyen', gatewayMerchantId: merchantAccount ?? shared };
  },
};

/** Adyen Checkout, version 71. The card goes there as it is: we are the ones who may hold it. */
export function createAdyen(settings: AdyenSettings): Provider {
  return {
    name: 'adyen',
    charge: (request) => charge(settings, request),
    finish: (redirectResult) => finish(settings, redirectResult),
    pollStatus: (attempt) => pollStatus(settings, attempt),
    resend: (attempt, mayCharge) => resend(settings, attempt, mayCharge),
    refund: (request) => refund(settings, request),
    pollRefund: (request) => pollRefund(settings, request),
    forget: (request) => forget(settings, request),
    readEvents: async (webhook) => readEvents(webhook, [settings.hmacKey, ...(settings.otherHmacKeys ?? [])]),
    acknowledgement: { contentType: 'text/plain; charset=utf-8', body: '[accepted]' },
    report: (day, merchantAccount) => fetchReport(settings, day, merchantAccount),
    ...(!settings.reportUrl && !settings.reportUser && { withoutReport: true }),
  };
}

/** Adyen’s API error codes for a shopper without stored details, and for details that they do not have. */
const notStored = new Set(['800', '803']);

/** Checkout API, “Delete a token for stored payment details”: it answers with 204 and nothing. */
async function forget(
  settings: AdyenSettings,
  { token, customerId, merchantAccount = settings.merchantAccount }: ForgetRequest,
): Promise<ForgetVerdict> {
  const { url, apiKey, timeoutMs, send } = settings;
  const query = new URLSearchParams({ merchantAccount, shopperReference: customerId });
  const sent = await send({
    url: `${await url()}/storedPaymentMethods/${encodeURIComponent(token)}?${query.toString()}`,
    method: 'DELETE',
    headers: { 'x-api-key': apiKey },
    timeoutMs,
  });
  if (sent.kind !== 'answered') return { state: 'not_yet', why: sent.why };
  const code = readJson(sent.text, errorAnswer)?.errorCode;
  if (sent.status < 300 || sent.status === 404 || notStored.has(code ?? '')) return { state: 'gone' };
  return { state: 'not_yet', why: code === undefined ? `answered ${sent.status}` : `error code ${code}` };
}

/** Adyen only accepts the request here; a webhook says what came of it. */
async function refund(settings: AdyenSettings, request: RefundRequest): Promise<RefundVerdict> {
  const { refundId, reference, amountCents } = request;
  const reply = await call(settings, {
    path: `/payments/${encodeURIComponent(reference)}/refunds`,
    body: {
      merchantAccount: request.merchantAccount ?? settings.merchantAccount,
      amount: { value: amountCents, currency: CURRENCY },
      reference: refundId,
    },
    key: refundId,
  });
  if (reply.kind === 'refused') return { state: 'failed' };
  if (reply.kind === 'busy') return { state: 'unsent' };
  const answer = reply.kind === 'done' ? readAs(modificationAnswer, reply.json) : undefined;
  return answer ? { state: 'sent', reference: answer.pspReference } : { state: 'unknown' };
}

/** A refund that Adyen has accepted cannot be polled. Any other is sent once more: its idempotency key makes it the same one. */
async function pollRefund(
  settings: AdyenSettings,
  request: RefundRequest & { refundReference: string | null },
): Promise<RefundVerdict> {
  return request.refundReference === null ? refund(settings, request) : { state: 'unknown' };
}

const LONGEST_REPORT = 64 * 1024 * 1024;

/** What Adyen calls a movement, in the settlement details report and in the daily accounting report. */
const kinds: Readonly<Record<string, ReportLine['kind']>> = {
  Settled: 'charge',
  SentForSettle: 'charge',
  Refunded: 'refund',
  SentForRefund: 'refund',
  RefundedReversed: 'refund_returned',
  Chargeback: 'chargeback',
  ChargebackReversed: 'chargeback_reversed',
  SecondChargeback: 'second_chargeback',
  Fee: 'fee',
  InvoiceDeduction: 'fee',
  MerchantPayout: 'payout',
};
const disputeKinds: ReadonlySet<ReportLine['kind']> = new Set<ReportLine['kind']>([
  'chargeback',
  'chargeback_reversed',
  'second_chargeback',
]);
/** What it keeps of a payment stands beside it, in the currency of the settlement. */
const feeColumns = ['Commission', 'Markup', 'Scheme Fees', 'Interchange'].flatMap((name) => [
  `${name} (NC)`,
  `${name} (SC)`,
]);
const amountColumns = ['Gross Credit (GC)', 'Gross Debit (GC)', 'Captured (PC)', 'Main Amount'];
const currencyColumns = ['Gross Currency', 'Payment Currency', 'Main Currency'];

/** A merchant may leave out and reorder columns, so that they are found by name. */
export function readReport(csv: string): ReportLine[] {
  return parseCsv(csv).flatMap((row): ReportLine[] => {
    const read = (name: string) => row[name]?.trim() ?? '';
    const first = (names: readonly string[]) => names.map(read).find(Boolean) ?? '';
    const kind = kinds[first(['Type', 'Record Type'])];
    const day = /^\d{4}-\d{2}-\d{2}/.exec(first(['Creation Date', 'Booking Date']))?.[0] ?? '';
    if (kind === 'fee' || kind === 'payout') {
      const debit = centsOf(read('Net Debit (NC)')) ?? 0;
      const netCents = debit - (centsOf(read('Net Credit (NC)')) ?? 0);
      const reference = [read('Modification Reference'), read('Batch Number'), day].filter(Boolean).join(' ');
      const isOurs = netCents !== 0 && ['', CURRENCY].includes(read('Net Currency'));
      return isOurs && reference ? [{ kind, reference, ours: null, amountCents: netCents }] : [];
    }
    const amountCents = centsOf(amountColumns.map(read).find((text) => Number(text) !== 0) ?? '');
    if (!kind || amountCents === undefined || !['', CURRENCY].includes(first(currencyColumns))) return [];
    // A refund has names of its own beside those of the charge.
    const [reference, ours] =
      kind === 'refund' || kind === 'refund_returned'
        ? [
            first(['Modification Reference', 'Modification Psp Reference', 'Psp Reference']),
            first(['Modification Merchant Reference']),
          ]
        : [read('Psp Reference'), read('Merchant Reference')];
    if (!reference) return [];
    // "All events related to a dispute have the same PSP reference": what modifies the payment is the dispute.
    const dispute = disputeKinds.has(kind)
      ? first(['Modification Reference', 'Modification Psp Reference'])
      : '';
    const feeCents = feeColumns.reduce((sum, name) => sum + (signedCents(read(name)) ?? 0), 0);
    const fee: ReportLine = { kind: 'fee', reference, ours: ours || null, amountCents: feeCents };
    const named = dispute && dispute !== reference ? { disputeReference: dispute } : {};
    const line: ReportLine = { kind, reference, ours: ours || null, amountCents, ...named };
    return feeCents === 0 ? [line] : [line, fee];
  });
}

const centsOf = (text: string) => readMajorUnits(text.replace(/^-/, ''));

function signedCents(text: string): number | undefined {
  const size = centsOf(text);
  return size !== undefined && text.startsWith('-') ? -size : size;
}

/** What was moved on a day. Undefined where we may not know or it is not there yet. */
async function fetchReport(
  settings: AdyenSettings,
  day: string,
  merchantAccount: string | undefined,
): Promise<ReportLine[] | undefined> {
  const place = await findReport(settings, day, merchantAccount ?? settings.merchantAccount);
  if (!place) return undefined;
  const { timeoutMs, log, send } = settings;
  const sent = await send({ ...place, method: 'GET', timeoutMs, maxBytes: LONGEST_REPORT });
  if (sent.kind === 'answered' && sent.status === 200) return readReport(sent.text);
  const why = sent.kind === 'answered' ? sent.status : sent.why;
  log.warn({ provider: 'adyen', day, why }, 'there is no report');
  return undefined;
}

/** Settlement details come by payout and say no day in their name, so that in the customer area it is the accounting report. */
async function findReport(
  { reportUrl, reportUser, reportPassword, apiKey, url }: AdyenSettings,
  day: string,
  merchantAccount: string,
): Promise<{ url: string; headers: Record<string, string> } | undefined> {
  if (reportUrl) return { url: await reportUrl(day, merchantAccount), headers: { 'x-api-key': apiKey } };
  if (!reportUser || !reportPassword) return undefined;
  const area = (await url()).includes('checkout-test') ? 'ca-test' : 'ca-live';
  const account = encodeURIComponent(merchantAccount);
  const file = `payments_accounting_report_${day.replaceAll('-', '_')}.csv`;
  const credentials = Buffer.from(`${reportUser}:${reportPassword}`).toString('base64');
  return {
    url: `https://${area}.adyen.com/reports/download/MerchantAccount/${account}/${file}`,
    headers: { authorization: `Basic ${credentials}` },
  };
}

/** Rows by the names of their columns. What comes after a quotation mark in the wrong place cannot be trusted. */
function parseCsv(csv: string): Record<string, string>[] {
  const { data, errors } = Papa.parse<Record<string, string>>(csv, {
    header: true,
    skipEmptyLines: true,
    transformHeader: (name) => name.trim(),
  });
  const fault = errors.find(({ type }) => type === 'Quotes');
  return data.slice(0, fault?.row);
}
