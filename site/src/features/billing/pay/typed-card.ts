import type { CardFields } from '#contract/billing/card.ts';
import type { CardProblem, PaymentOutcome } from '#contract/billing/payment-outcome.ts';
import { onSessionEnd } from '#site/shell/session.ts';

const emptyCard: CardFields = { number: '', expiry: '', securityCode: '', firstName: '', lastName: '' };

export const cardFieldNames = Object.keys(emptyCard) as (keyof CardFields)[];

/** The field that each problem is about. */
const fieldOfProblem: Record<CardProblem, keyof CardFields> = {
  invalid_number: 'number',
  invalid_expiry_month: 'expiry',
  invalid_expiry_year: 'expiry',
  expired_card: 'expiry',
  invalid_cvc: 'securityCode',
};

/** The field that a refusal is about, if it is about one. */
export function refusedField(outcome: PaymentOutcome): keyof CardFields | undefined {
  return Object.hasOwn(fieldOfProblem, outcome) ? fieldOfProblem[outcome as CardProblem] : undefined;
}

const KEPT_MS = 15 * 60 * 1_000;

/**
 * What was typed before a payment failed, in the memory of this page alone, so that it need not be typed again.
 * The security code is never among it.
 */
let stored: { card: CardFields; owner: string; until: number } | undefined;

export function storeTypedCard({ number, expiry, firstName, lastName }: CardFields, owner: string): void {
  const card = { ...emptyCard, number, expiry, firstName, lastName };
  stored = { card, owner, until: Date.now() + KEPT_MS };
}

export function forgetTypedCard(): void {
  stored = undefined;
}

onSessionEnd(forgetTypedCard);

export function storedCard(owner: string): CardFields {
  if (stored?.owner !== owner || stored.until < Date.now()) return emptyCard;
  return stored.card;
}
