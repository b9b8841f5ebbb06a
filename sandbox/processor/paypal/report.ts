import { DAY } from '#server/platform/clock.ts';
import { json } from '../http.ts';
import type { Reply } from '../http.ts';
import type { Charge, Movement } from '../ledger.ts';
import { movementsOf } from '../ledger.ts';
import { amountOf, problem } from './orders.ts';

/** PayPal's names for what moves. */
const codes: Record<Movement['kind'], string> = {
  charge: 'T0006',
  refund: 'T1107',
  refund_failed: 'T1108',
  chargeback: 'T1106',
  chargeback_reversed: 'T1202',
  second_chargeback: 'T1106',
};
const LONGEST_RANGE = 31 * DAY;

/** `/v1/reporting/transactions` */
export function reportTransactions(charges: Iterable<Charge>, query: URLSearchParams): Reply {
  const from = Date.parse(query.get('start_date') ?? '');
  const to = Date.parse(query.get('end_date') ?? '');
  const size = Number(query.get('page_size') ?? 100);
  const page = Number(query.get('page') ?? 1);
  if (Number.isNaN(from) || Number.isNaN(to) || to < from || to - from > LONGEST_RANGE) {
    return problem(400, 'INVALID_REQUEST', 'INVALID_DATE_RANGE');
  }
  if (!(size >= 1 && size <= 500) || !(page >= 1)) {
    return problem(400, 'INVALID_REQUEST', 'INVALID_PAGE');
  }
  const found: { charge: Charge; movement: Movement }[] = [];
  for (const charge of charges) {
    if (charge.provider !== 'paypal') continue;
    for (const movement of movementsOf(charge)) {
      if (movement.at >= from && movement.at <= to) found.push({ charge, movement });
    }
  }
  const start = (page - 1) * size;
  return json(200, {
    transaction_details: found.slice(start, start + size).map(describe),
    account_number: 'SANDBOXMERCHANT',
    start_date: new Date(from).toISOString(),
    end_date: new Date(to).toISOString(),
    page,
    total_items: found.length,
    total_pages: Math.max(1, Math.ceil(found.length / size)),
    links: [],
  });
}

/** 3.4 % and 35 cents. */
function feeOf(amount: number): number {
  return Math.min(amount, Math.round(amount * 0.034) + 35);
}

function describe({ charge, movement }: { charge: Charge; movement: Movement }) {
  const { kind, at, amount, reference } = movement;
  const time = new Date(at).toISOString();
  return {
    transaction_info: {
      transaction_id: nameOf(charge, movement),
      ...(kind !== 'charge' && { paypal_reference_id: charge.id, paypal_reference_id_type: 'TXN' }),
      transaction_event_code: codes[kind],
      transaction_initiation_date: time,
      transaction_updated_date: time,
      transaction_amount: amountOf(amount, charge.currency),
      ...(kind === 'charge' && { fee_amount: amountOf(-feeOf(amount), charge.currency) }),
      transaction_status: 'S',
      custom_field: reference,
      invoice_id: charge.reference,
    },
  };
}

/** What a bank does has a name of its own beside that of the money. */
const endings: Partial<Record<Movement['kind'], string>> = {
  chargeback: 'CB',
  chargeback_reversed: 'CR',
  second_chargeback: 'C2',
};

function nameOf(charge: Charge, { kind, id }: Movement): string {
  const ending = endings[kind];
  return ending === undefined ? id : `${charge.id}${ending}`;
}
