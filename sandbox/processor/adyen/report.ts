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
};

/** What was moved on a day (UTC). Zero amounts move nothing. */
export function settlementReport(charges: Iterable<Charge>, day: string): string {
  const lines: string[][] = [];
  for (const charge of charges) {
    if (charge.provider !== 'adyen') continue;
    for (const movement of movementsOf(charge)) {
      if (dayOf(movement.at) === day) lines.push(lineOf(charge, movement));
    }
  }
  return `${Papa.unparse({ fields: [...columns], data: lines }, { newline: '\n' })}\n`;
}

const dayOf = (time: number) => new Date(time).toISOString().slice(0, 10);

function lineOf(charge: Charge, { kind, at, amount, id, reference }: Movement): string[] {
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
    'Net Credit (NC)': credit,
    'Payment Method Variant': schemeOf(instrument.network),
    'Modification Merchant Reference': kind.startsWith('refund') ? reference : '',
    'Batch Number': '1',
  };
  return columns.map((column) => cells[column] ?? '');
}
