import { CURRENCY } from '../../../../contract/kernel/constants.ts';
import { readMajorUnits, readAnswer, readOwnId } from '../answers.ts';
import type { ReportLine } from '../provider.ts';
import type { Caller, TransactionInfo } from './client.ts';
import { readRefundName } from './verdicts.ts';
import { transactionPage } from './client.ts';

const PAGE_SIZE = 500;
const MOST_PAGES = 200;

/** What PayPal says it moved in a time of at most 31 days. It takes up to three hours to know of it. */
export async function listMoved(call: Caller, from: Date, to: Date): Promise<ReportLine[]> {
  const lines: ReportLine[] = [];
  for (let page = 1; page <= MOST_PAGES; page += 1) {
    const query = new URLSearchParams({
      start_date: from.toISOString(),
      end_date: to.toISOString(),
      fields: 'transaction_info',
      page_size: String(PAGE_SIZE),
      page: String(page),
    });
    const sent = await call({ method: 'GET', path: `/v1/reporting/transactions?${query.toString()}` });
    const answer = readAnswer(sent, transactionPage);
    if (!answer) throw new Error('PayPal did not tell what it moved');
    lines.push(...answer.transaction_details.flatMap(({ transaction_info: info }) => readLine(info) ?? []));
    if (page >= answer.total_pages) return lines;
  }
  throw new Error('PayPal moved more than can be read');
}

function readLine(info: TransactionInfo): ReportLine | undefined {
  const { transaction_amount: amount, transaction_event_code: code, custom_field: name } = info;
  const kind = readKind(code, amount.value);
  const amountCents = readMajorUnits(amount.value.replace('-', ''));
  // What was reversed since was moved first.
  const moved = ['S', 'V'].includes(info.transaction_status ?? 'S');
  if (!kind || amountCents === undefined || amount.currency_code !== CURRENCY || !moved) return undefined;
  const ours = kind === 'refund' ? readRefundName(name, undefined).refundId : readOwnId(name);
  return { kind, reference: info.transaction_id, ours, amountCents };
}

/** T00 are payments, of which those that we send are below zero; T11 are reversals, T12 what banks take back. */
function readKind(code: string, value: string): ReportLine['kind'] | undefined {
  if (code === 'T1107') return 'refund';
  if (code === 'T1106' || code === 'T1201') return 'chargeback';
  return code.startsWith('T00') && !value.startsWith('-') ? 'charge' : undefined;
}
