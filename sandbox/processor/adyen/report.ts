import Papa from 'papaparse';
import type { Charge, Movement } from '../ledger.ts';
import { movementsOf } from '../ledger.ts';
import { majorUnits } from '../wire-values.ts';
import { schemeOf } from './payments.ts';

/** The columns of Adyen's settlement detail report, in its order. */
const columns = [
  'Company Account',
  'Merchant Account',
  'Psp Reference',
  'Merchant Reference',
  'Payment Method',
  'Creation Date',
  'TimeZone',
  'Type',
  'Modification Reference',
  'Gross Currency',
  'Gross Debit (GC)',
  'Gross Credit (GC)',
  'Exchange Rate',
  'Net Currency',
  'Net Debit (NC)',
  'Net Credit (NC)',
  'Commission (NC)',
  'Markup (NC)',
  'Scheme Fees (NC)',
  'Interchange (NC)',
  'Payment Method Variant',
  'Modification Merchant Reference',
  'Batch Number',
  'Reserved4',
  'Reserved5',
  'Reserved6',
  'Reserved7',
  'Reserved8',
  'Reserved9',
  'Reserved10',
] as const;
type Column = (typeof columns)[number];

const types: Record<Movement['kind'], string> = {
  charge: 'Settled',
  refund: 'Refunded',
  refund_failed: 'RefundedReversed',
  chargeback: 'Chargeback',
  chargeback_reversed: 'ChargebackReversed',
  second_chargeback: 'SecondChargeback',
};

/** What was moved on a day (UTC). Zero amounts move nothing. */
export function settlementReport(
  charges: Iterable<Charge>,
  { day, merchantAccount }: { day: string; merchantAccount: string | null },
): string {
  const lines: string[][] = [];
  let owed = 0;
  for (const charge of charges) {
    if (charge.provider !== 'adyen') continue;
    if (merchantAccount !== null && charge.merchantAccount !== merchantAccount) continue;
    for (const movement of movementsOf(charge)) {
      if (dayOf(movement.at) !== day) continue;
      lines.push(lineOf(charge, movement));
      owed += movement.amount - feeOf(movement);
    }
  }
  // What is owed of a day is paid out at its end; a day that owes nothing pays nothing.
  if (owed > 0) lines.push(payoutLine(day, owed, merchantAccount ?? ''));
  return `${Papa.unparse({ fields: [...columns], data: lines }, { newline: '\n' })}\n`;
}

const dayOf = (time: number) => new Date(time).toISOString().slice(0, 10);

/** 1.4 % and ten cents of a charge; nothing of what goes back. */
function feeOf({ kind, amount }: Movement): number {
  return kind === 'charge' ? Math.min(amount, Math.round(amount * 0.014) + 10) : 0;
}

function payoutLine(day: string, owed: number, merchantAccount: string): string[] {
  const cells: Partial<Record<Column, string>> = {
    'Company Account': 'Serenata',
    'Merchant Account': merchantAccount,
    'Creation Date': `${day} 23:59:59`,
    TimeZone: 'UTC',
    Type: 'MerchantPayout',
    'Modification Reference': `TX${day.replaceAll('-', '')}XT`,
    'Net Currency': 'EUR',
    'Net Debit (NC)': majorUnits(owed),
    'Batch Number': '1',
  };
  return columns.map((column) => cells[column] ?? '');
}

function lineOf(charge: Charge, movement: Movement): string[] {
  const { kind, at, amount, id, reference } = movement;
  const { currency, merchantAccount, instrument } = charge;
  const size = majorUnits(Math.abs(amount));
  const [debit, credit] = amount < 0 ? [size, ''] : ['', size];
  const cells: Partial<Record<Column, string>> = {
    'Company Account': 'Serenata',
    'Merchant Account': merchantAccount,
    'Psp Reference': charge.id,
    'Merchant Reference': charge.reference,
    'Payment Method': schemeOf(instrument.network),
    'Creation Date': new Date(at).toISOString().slice(0, 19).replace('T', ' '),
    TimeZone: 'UTC',
    Type: types[kind],
    'Modification Reference': kind === 'charge' ? '' : id,
    'Gross Currency': currency,
    'Gross Debit (GC)': debit,
    'Gross Credit (GC)': credit,
    'Exchange Rate': '1',
    'Net Currency': currency,
    'Net Debit (NC)': debit,
    'Net Credit (NC)': credit && majorUnits(amount - feeOf(movement)),
    'Commission (NC)': feeOf(movement) === 0 ? '' : majorUnits(feeOf(movement)),
    'Payment Method Variant': schemeOf(instrument.network),
    'Modification Merchant Reference': kind.startsWith('refund') ? reference : '',
    'Batch Number': '1',
  };
  return columns.map((column) => cells[column] ?? '');
}
