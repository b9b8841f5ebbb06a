import type { ProviderName } from '../../../contract/billing/providers.ts';
import type { Country } from '../../../contract/countries/list.ts';
import { vatOf } from '../../../contract/kernel/money.ts';
import type { Tx } from '../../platform/database/database.ts';
import { newId } from '../../platform/ids.ts';

export interface Movement {
  brandId: string;
  attemptId: string;
  amountCents: number;
  country: Country;
  provider: ProviderName;
  at: Date;
}

type Account = 'processor' | 'sales' | 'vat' | 'refunds' | 'refunded_vat' | 'chargebacks';
type Line = readonly [account: Account, cents: number];

/** Money that came in: the processor owes it to us, and part of it is the state's. */
export function bookCharge(tx: Tx, movement: Movement): Promise<void> {
  const vat = vatOf(movement.amountCents, movement.country);
  return book(tx, movement, null, [
    ['processor', movement.amountCents],
    ['sales', vat - movement.amountCents],
    ['vat', -vat],
  ]);
}

/** Money that went back. */
export function bookRefund(tx: Tx, movement: Movement & { refundId: string }): Promise<void> {
  return book(tx, movement, movement.refundId, refundLines(movement, 1));
}

/** A refund that did not arrive came back to us. */
export function bookRefundReturned(tx: Tx, movement: Movement & { refundId: string }): Promise<void> {
  return book(tx, movement, movement.refundId, refundLines(movement, -1));
}

/** The bank took it back. */
export function bookChargeback(tx: Tx, movement: Movement): Promise<void> {
  return book(tx, movement, null, [
    ['chargebacks', movement.amountCents],
    ['processor', -movement.amountCents],
  ]);
}

/** The bank gave it to us again. */
export function bookChargebackReversed(tx: Tx, movement: Movement): Promise<void> {
  return book(tx, movement, null, [
    ['processor', movement.amountCents],
    ['chargebacks', -movement.amountCents],
  ]);
}

function refundLines({ amountCents, country }: Movement, sign: 1 | -1): Line[] {
  const vat = vatOf(amountCents, country);
  return [
    ['refunds', sign * (amountCents - vat)],
    ['refunded_vat', sign * vat],
    ['processor', -sign * amountCents],
  ];
}

/** The lines sum to zero, which the database holds as well. Lines of nothing are left out. */
async function book(tx: Tx, movement: Movement, refundId: string | null, lines: Line[]): Promise<void> {
  const { brandId, attemptId, provider, at } = movement;
  const transactionId = newId(at.getTime());
  const entries = lines.filter(([, cents]) => cents !== 0);
  if (entries.length === 0) return;
  await tx
    .insertInto('money_entry')
    .values(
      entries.map(([account, cents], index) => ({
        brand_id: brandId,
        transaction_id: transactionId,
        line: index + 1,
        account,
        provider,
        amount_cents: cents,
        attempt_id: attemptId,
        refund_id: refundId,
        at,
      })),
    )
    .execute();
}
