import type { OwnPayment } from '../../../../../contract/billing/member-billing.ts';

/** How a purchase can be taken back: by a click, by asking support, or not at all because nothing of it is left. */
export function takesBack({
  status,
  amountCents,
  refundedCents,
  withdrawableUntil,
}: Pick<OwnPayment, 'status' | 'amountCents' | 'refundedCents' | 'withdrawableUntil'>):
  | 'withdraw'
  | 'ask'
  | null {
  if (withdrawableUntil !== null) return 'withdraw';
  return status === 'paid' && amountCents > refundedCents ? 'ask' : null;
}
