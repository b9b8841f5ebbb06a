import { createHmac } from 'node:crypto';
import type { z } from 'zod';
import { CURRENCY } from '#contract/kernel/constants.ts';
import { isSameSignature, readOwnId, storedToken } from '../answers.ts';
import { parseJson } from '../http-client.ts';
import { BadSignature } from '../provider.ts';
import type { ProviderEvent, Verdict, Webhook } from '../provider.ts';
import { adviceOf } from './advice.ts';
import { notification, tokenNotice } from './client.ts';
import type { NotificationItem } from './client.ts';
import { explainRefusal, networkOf, readIssuer, readStoredPaymentMethod } from './verdicts.ts';

type About = Pick<ProviderEvent, 'dedupeKey' | 'attemptId' | 'reference'>;
type Dispute = Extract<ProviderEvent, { kind: 'dispute' }>;

/**
 * One bad item means that the whole is not from Adyen. Each of these keys may have signed: a new key takes a while to
 * spread there, what was queued before is signed with the old one, and every webhook that is set up has a key of its own.
 */
export function readEvents({ body, headers }: Webhook, hmacKeys: readonly string[]): ProviderEvent[] {
  const json = parseJson(body.toString('utf8'));
  if (json === undefined) throw new BadSignature('it is not JSON');
  const standard = notification.safeParse(json);
  if (standard.success) {
    const items = standard.data.notificationItems.map((item) => item.NotificationRequestItem);
    for (const item of items) requireItemSignature(item, hmacKeys);
    return items.map(readItem);
  }
  requireBodySignature(body, headers['hmacsignature'], hmacKeys);
  const notice = tokenNotice.safeParse(json);
  return notice.success ? [readTokenNotice(notice.data)] : [];
}

function readItem(item: NotificationItem): ProviderEvent {
  const { eventCode, success, pspReference, originalReference } = item;
  const about: About = {
    dedupeKey: `${eventCode}:${pspReference}:${success}`.slice(0, 300),
    attemptId: readOwnId(item.merchantReference),
    reference: originalReference || pspReference || null,
  };
  const other: ProviderEvent = { kind: 'other', ...about, name: eventCode };
  // Every amount of ours is in euro. Anything else is of another shop on the same account.
  if (!pspReference || item.amount?.currency !== CURRENCY) return other;
  const succeeded = success === 'true';
  switch (eventCode) {
    case 'AUTHORISATION':
      return { kind: 'charge', ...about, verdict: readAuthorisation(item, succeeded) };
    case 'CANCELLATION':
    case 'TECHNICAL_CANCEL':
      return succeeded ? { kind: 'charge', ...about, verdict: cancelled(about) } : other;
    case 'CANCEL_OR_REFUND':
      if (item.additionalData?.['modification.action'] === 'refund')
        return readRefund(item, about, succeeded);
      return succeeded ? { kind: 'charge', ...about, verdict: cancelled(about) } : other;
    case 'REFUND':
      return readRefund(item, about, succeeded);
    case 'REFUND_FAILED':
    case 'REFUNDED_REVERSED':
      return succeeded ? readRefund(item, about, false) : other;
    // Authorised money counts as captured at once. Where the capture fails after all, it is lost like a dispute.
    case 'CAPTURE_FAILED':
      return succeeded ? readDispute(item, about, 'lost') : other;
    case 'NOTIFICATION_OF_CHARGEBACK':
      return readDispute(item, about, 'announced');
    case 'CHARGEBACK':
      return readDispute(item, about, 'lost');
    case 'CHARGEBACK_REVERSED':
      return readDispute(item, about, 'reversed');
    case 'SECOND_CHARGEBACK':
      return readDispute(item, about, 'lost_again');
    default:
      return other;
  }
}

type DecidedVerdict = Extract<ProviderEvent, { kind: 'charge' }>['verdict'];

function readAuthorisation(item: NotificationItem, succeeded: boolean): DecidedVerdict {
  const reference = item.pspReference;
  if (!succeeded) {
    const why = explainRefusal({ words: item.reason });
    return { state: 'declined', reference, ...why, ...adviceOf(item.additionalData) };
  }
  const stored = readStoredPaymentMethod(item.additionalData, item.paymentMethod);
  const issuer = readIssuer(item.additionalData);
  return { state: 'captured', reference, amountCents: centsOf(item), stored, ...issuer };
}

function cancelled({ reference }: About): Extract<Verdict, { state: 'declined' }> {
  return { state: 'declined', reference, outcome: 'try_again', dropToken: false };
}

/** The merchant reference is our id of the refund; where it is the charge's, the other references still find it. */
function readRefund(item: NotificationItem, about: About, succeeded: boolean): ProviderEvent {
  return {
    kind: 'refund',
    ...about,
    attemptId: null,
    refundId: about.attemptId,
    refundReference: item.pspReference,
    amountCents: centsOf(item),
    succeeded,
  };
}

function readDispute(item: NotificationItem, about: About, change: Dispute['change']): ProviderEvent {
  return {
    kind: 'dispute',
    ...about,
    disputeReference: item.pspReference,
    amountCents: centsOf(item),
    change,
  };
}

function readTokenNotice({ type, eventId, data }: z.output<typeof tokenNotice>): ProviderEvent {
  const about: About = {
    dedupeKey: `${type}:${eventId}:${data.storedPaymentMethodId}`.slice(0, 300),
    attemptId: null,
    // The event that made it is the charge.
    reference: eventId,
  };
  // The same card stored a second time has the token of the first.
  if (type !== 'recurring.token.created' && type !== 'recurring.token.alreadyExisting') {
    return { kind: 'other', ...about, name: type };
  }
  return {
    kind: 'stored',
    ...about,
    customerId: data.shopperReference,
    stored: { ...storedToken(data.storedPaymentMethodId), network: networkOf(data.type) },
  };
}

function centsOf({ amount }: NotificationItem): number {
  return Math.abs(amount?.value ?? 0);
}

/** What is signed of an item: eight values in this order, a missing one empty. */
function signedText(item: NotificationItem): string {
  return [
    item.pspReference,
    item.originalReference,
    item.merchantAccountCode,
    item.merchantReference,
    item.amount?.value,
    item.amount?.currency,
    item.eventCode,
    item.success,
  ]
    .map((value) => value ?? '')
    .join(':');
}

export function signItem(item: NotificationItem, hexKey: string): string {
  return sign(signedText(item), hexKey);
}

function requireItemSignature(item: NotificationItem, hexKeys: readonly string[]): void {
  requireOneOf(
    item.additionalData?.['hmacSignature'],
    hexKeys.map((key) => signItem(item, key)),
  );
}

/**
 * “Recurring tokens life cycle events” are newer: the body is signed as it came, in the header `HmacSignature`, as
 * `validateHMACSignature` of Adyen's own Node library checks it.
 */
function requireBodySignature(body: Buffer, header: unknown, hexKeys: readonly string[]): void {
  requireOneOf(
    header,
    hexKeys.map((key) => sign(body, key)),
  );
}

export function sign(text: string | Buffer, hexKey: string): string {
  return createHmac('sha256', Buffer.from(hexKey, 'hex')).update(text).digest('base64');
}

function requireOneOf(given: unknown, expected: readonly string[]): void {
  if (typeof given !== 'string') throw new BadSignature('there is no signature');
  if (!expected.some((signature) => isSameSignature(given, signature)))
    throw new BadSignature('the signature does not fit');
}
