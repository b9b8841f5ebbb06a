/** What the answers of providers mean, as far as it is the same for several of them. */

import { timingSafeEqual } from 'node:crypto';
import { networkOf } from '#contract/billing/card.ts';
import type { PaymentOutcome } from '#contract/billing/payment-outcome.ts';
import { readCountryCode } from '#contract/countries/vat-rates.ts';
import { isUuid } from '#server/platform/ids.ts';
import type { Sent } from './http-client.ts';
import type { RefundVerdict, Card, StoredPaymentMethod } from './provider.ts';

/** What a request to charge that got no proper answer means for the charge. */
export function unansweredCharge(sent: Sent): { state: 'error' | 'unknown' } {
  if (sent.kind !== 'answered') return { state: sent.kind === 'not_sent' ? 'error' : 'unknown' };
  return { state: wasTurnedAway(sent.status) ? 'error' : 'unknown' };
}

/** They say that they did not do it. A conflict may be with the same request, still under way. */
function wasTurnedAway(status: number): boolean {
  return status === 503 || (status >= 400 && status < 500 && status !== 408 && status !== 409);
}

/** Rate limit, outage or wrong keys: nothing was done, and it is not the fault of this request. */
const busy = new Set([401, 403, 429, 503]);

/** What a refund request that got no proper answer means for the refund. */
export function unansweredRefund(sent: Sent): RefundVerdict {
  if (sent.kind !== 'answered') return { state: sent.kind === 'not_sent' ? 'unsent' : 'unknown' };
  if (busy.has(sent.status)) return { state: 'unsent' };
  return { state: wasTurnedAway(sent.status) ? 'failed' : 'unknown' };
}

/** Our id of a charge or refund, where it is one. */
export function readOwnId(text: string | null | undefined): string | null {
  return text && isUuid(text) ? text : null;
}

/** The payer's country by its two letters, where it is one. */
export function readPayerCountry(code: unknown): { payerCountry?: string } {
  const payerCountry = readCountryCode(code);
  return payerCountry === undefined ? {} : { payerCountry };
}

/** Takes as long whatever differs, so that a signature cannot be found out letter by letter. */
export function isSameSignature(given: string, expected: string): boolean {
  const [left, right] = [Buffer.from(given), Buffer.from(expected)];
  return left.length === right.length && timingSafeEqual(left, right);
}

/** Safe as a part of a path. */
export function isPathSegment(text: string): boolean {
  return /^[\w-]{1,100}$/.test(text);
}

/** Some providers count in euros with a decimal point, we in cents. */
export function majorUnits(cents: number): string {
  return `${Math.trunc(cents / 100)}.${String(cents % 100).padStart(2, '0')}`;
}

/** Undefined where it is no whole number of cents, or below zero. */
export function readMajorUnits(amount: string | number): number | undefined {
  const parts = /^(\d{1,9})(?:\.(\d{1,2})0*)?$/.exec(String(amount));
  if (!parts) return undefined;
  return Number(parts[1]) * 100 + Number((parts[2] ?? '').padEnd(2, '0'));
}

/** A card that the provider stored under this token. */
export function storedCard(token: string, card: Card): StoredPaymentMethod {
  return {
    token,
    network: networkOf(card.number) ?? null,
    lastFour: card.number.slice(-4),
    expiryMonth: card.month,
    expiryYear: card.year,
  };
}

/** The same where we no longer have the card. */
export function storedToken(token: string): StoredPaymentMethod {
  return { token, network: null, lastFour: null, expiryMonth: null, expiryYear: null };
}

/** With these outcomes a card on file will never pay again. */
const finalOutcomes = new Set<PaymentOutcome>(['lost_or_stolen', 'expired_card', 'invalid_number']);

export function isCardUseless(outcome: PaymentOutcome): boolean {
  return finalOutcomes.has(outcome);
}
