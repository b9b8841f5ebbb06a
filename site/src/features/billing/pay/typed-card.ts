import {
  findCardProblem,
  isCardNumber,
  securityCodeLength,
  type TypedCard as CardDigits,
} from '../../../../../contract/billing/card.ts';
import type { CardProblem, PaymentOutcome } from '../../../../../contract/billing/payment-outcome.ts';
import { onSessionEnd } from '../../../shell/session.ts';
import { splitExpiry } from './card-typing.ts';

/** A card as it stands in the form. */
export interface TypedCard {
  firstName: string;
  lastName: string;
  number: string;
  expiry: string;
  securityCode: string;
}
export type CardField = keyof TypedCard;
export type CardFaults = Partial<Record<CardField, CardProblem | 'nameMissing'>>;

/** From top to bottom, as the form shows them. */
export const cardFields: readonly CardField[] = ['number', 'expiry', 'securityCode', 'firstName', 'lastName'];

export const emptyCard: TypedCard = { firstName: '', lastName: '', number: '', expiry: '', securityCode: '' };

/** Passes as a number, so that the rest can be looked at alone. */
const ANY_NUMBER = '0'.repeat(16);
const ANY_CODE = '000';

/** What is wrong with each field, by the very rules the server has. */
export function findFaults(card: TypedCard, now: Date): CardFaults {
  const { month, year } = splitExpiry(card.expiry);
  const date: CardDigits = { number: ANY_NUMBER, month, year, securityCode: ANY_CODE };
  const expiry = findCardProblem(date, now);
  return {
    ...(!isCardNumber(card.number) && { number: 'invalid_number' as const }),
    ...(expiry && { expiry }),
    ...(!isSecurityCode(card) && { securityCode: 'invalid_cvc' as const }),
    ...(!card.firstName.trim() && { firstName: 'nameMissing' as const }),
    ...(!card.lastName.trim() && { lastName: 'nameMissing' as const }),
  };
}

/** The field that each problem is about. */
const refusedFields: Record<CardProblem, CardField> = {
  invalid_number: 'number',
  invalid_expiry_month: 'expiry',
  invalid_expiry_year: 'expiry',
  expired_card: 'expiry',
  invalid_cvc: 'securityCode',
};

/** What a refusal says of what was typed, if it is about that. */
export function refusedFault(
  outcome: PaymentOutcome,
): { field: CardField; problem: CardProblem } | undefined {
  if (!isCardProblem(outcome)) return undefined;
  return { field: refusedFields[outcome], problem: outcome };
}

function isCardProblem(outcome: PaymentOutcome): outcome is CardProblem {
  return Object.hasOwn(refusedFields, outcome);
}

function isSecurityCode({ number, securityCode }: TypedCard): boolean {
  return /^\d+$/.test(securityCode) && securityCode.length === securityCodeLength(number);
}

const KEPT_MS = 15 * 60 * 1_000;

/**
 * What was typed before a payment failed, in the memory of this page alone, so that it need not be typed again.
 * The security code is never among it.
 */
let stored: { card: TypedCard; owner: string; until: number } | undefined;

export function storeTypedCard(card: TypedCard, owner: string): void {
  stored = { card: { ...card, securityCode: '' }, owner, until: Date.now() + KEPT_MS };
}

export function forgetTypedCard(): void {
  stored = undefined;
}

onSessionEnd(forgetTypedCard);

export function storedCard(owner: string): TypedCard {
  if (stored?.owner !== owner || stored.until < Date.now()) return emptyCard;
  return stored.card;
}
