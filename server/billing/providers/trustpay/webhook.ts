import { createHmac } from 'node:crypto';
import { CURRENCY } from '#contract/kernel/constants.ts';
import { isSameSignature, readMajorUnits, readOwnId, storedToken } from '../answers.ts';
import { parseJson } from '../http-client.ts';
import { BadSignature } from '../provider.ts';
import type { ProviderEvent, Webhook } from '../provider.ts';
import { readCode, notification } from './requests.ts';
import type { Notification } from './requests.ts';

const wallet = 'wallet-';

/** A payment by a wallet cannot be charged again, so its webhook must differ from that of a card. */
export function nameWallet(attemptId: string): string {
  return `${wallet}${attemptId}`;
}

export function readNotification({ body }: Webhook, key: string): ProviderEvent[] {
  const content = parseJson(body.toString('utf8'));
  const read = notification.safeParse(content);
  if (!read.success || !isSigned(content, read.data.Signature, key)) {
    throw new BadSignature('TrustPay did not sign this');
  }
  return readEvents(read.data.PaymentInformation);
}

function readEvents(information: Notification['PaymentInformation']): ProviderEvent[] {
  const { CreditDebitIndicator: direction, Status: status, References: names, Amount: amount } = information;
  const name = names.MerchantReference ?? '';
  const byWallet = name.startsWith(wallet);
  const ours = readOwnId(byWallet ? name.slice(wallet.length) : name);
  const theirs = names.PaymentRequestId ?? names.PaymentId ?? null;
  const amountCents = readMajorUnits(amount.Amount);
  const dedupeKey = [direction, status, names.MerchantReference, names.PaymentId, theirs].join(' ');
  const other: ProviderEvent = {
    kind: 'other',
    dedupeKey,
    attemptId: ours,
    reference: theirs,
    name: `${direction} ${status}`,
  };
  if (theirs === null || amountCents === undefined || amount.Currency !== CURRENCY) return [other];
  const about = { dedupeKey, attemptId: ours, reference: theirs };
  // Outgoing money has our id of the refund.
  const refund = {
    kind: 'refund',
    dedupeKey,
    attemptId: null,
    reference: null,
    refundId: ours,
    refundReference: theirs,
    amountCents,
  } as const;
  switch (`${direction} ${status}`) {
    case 'CRDT Paid': {
      const verdict = { state: 'captured', reference: theirs, amountCents, stored: null } as const;
      const charge = { kind: 'charge', ...about, verdict } as const;
      // It does not say whether the card was new: the handler of the event knows the charge.
      return byWallet ? [charge] : [charge, storedBy(about)];
    }
    case 'CRDT Rejected':
      return [{ kind: 'charge', ...about, verdict: decline(information, theirs) }];
    case 'DBIT Paid':
    case 'DBIT Refunded':
      return [{ ...refund, succeeded: true }];
    case 'DBIT Rejected':
      return [{ ...refund, succeeded: false }];
    case 'DBIT Chargebacked':
      return [
        {
          kind: 'dispute',
          ...about,
          disputeReference: names.PaymentId ?? theirs,
          amountCents,
          change: 'lost',
        },
      ];
    default:
      return [other];
  }
}

function storedBy({
  dedupeKey,
  attemptId,
  reference,
}: {
  dedupeKey: string;
  attemptId: string | null;
  reference: string;
}): ProviderEvent {
  const stored = storedToken(reference);
  return { kind: 'stored', dedupeKey: `${dedupeKey} stored`, attemptId, reference, customerId: '', stored };
}

function decline({ StatusReasonInformation: why }: Notification['PaymentInformation'], reference: string) {
  const meaning = readCode(why?.Reason?.Code ?? '');
  return meaning.state === 'declined'
    ? { ...meaning, reference }
    : ({ state: 'declined', reference, outcome: 'generic', dropToken: false } as const);
}

/** TrustPay signs the values of a notification without their names, whatever order they came in. */
export function signNotification(content: unknown, key: string): string {
  const values = listValues(content).sort((one, other) =>
    Buffer.compare(Buffer.from(one), Buffer.from(other)),
  );
  return createHmac('sha256', key).update(values.join('/')).digest('hex');
}

function isSigned(content: unknown, signature: string, key: string): boolean {
  return isSameSignature(signature.toLowerCase(), signNotification(content, key));
}

function listValues(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(listValues);
  if (typeof value === 'number') return [value.toFixed(2)];
  if (typeof value !== 'object' || value === null) return [String(value)];
  return Object.entries(value).flatMap(([name, inner]) => (name === 'Signature' ? [] : listValues(inner)));
}
