import { createHmac, timingSafeEqual } from 'node:crypto';
import { BadSignature } from '../provider.ts';
import type { NotificationItem } from './wire.ts';

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

export function requireItemSignature(item: NotificationItem, hexKey: string): void {
  requireSame(item.additionalData?.['hmacSignature'], signItem(item, hexKey));
}

/** Notices of stored payment methods are of a younger sort: the whole body is signed, in a header. */
export function requireBodySignature(body: Buffer, header: unknown, hexKey: string): void {
  requireSame(header, sign(body, hexKey));
}

export function sign(text: string | Buffer, hexKey: string): string {
  return createHmac('sha256', Buffer.from(hexKey, 'hex')).update(text).digest('base64');
}

function requireSame(given: unknown, expected: string): void {
  if (typeof given !== 'string') throw new BadSignature('there is no signature');
  const [left, right] = [Buffer.from(given), Buffer.from(expected)];
  if (left.length !== right.length || !timingSafeEqual(left, right)) {
    throw new BadSignature('the signature does not fit');
  }
}
