import { isUuid } from '../../platform/ids.ts';
import type { z } from 'zod';
import type { ProviderName } from '../../../contract/billing/providers.ts';
import type { Logger } from '../../platform/telemetry/log.ts';
import { send } from './http-client.ts';
import type { Outgoing, Sent } from './http-client.ts';
import type { RefundVerdict, Card, StoredPaymentMethod } from './provider.ts';
import { networkOf } from '../../../contract/billing/card.ts';

/** Statuses by which some providers answer that a charge was declined or is not known: not worth a log line. */
const ordinary = new Set([404, 422]);

/** Sends, and logs a failure, though never what was in the request. */
export async function sendTo(name: ProviderName, log: Logger, outgoing: Outgoing): Promise<Sent> {
  const sent = await send(outgoing);
  if (sent.kind !== 'answered') {
    log.warn({ provider: name, sent: sent.kind, why: sent.why }, 'a provider did not answer');
  } else if (sent.status >= 300 && !ordinary.has(sent.status)) {
    log.warn({ provider: name, status: sent.status }, 'a provider turned a request down');
  }
  return sent;
}

/** The body of a successful answer, if it fits the schema. */
export function readAnswer<Schema extends z.ZodType>(
  sent: Sent,
  schema: Schema,
): z.output<Schema> | undefined {
  return sent.kind === 'answered' && sent.status >= 200 && sent.status < 300
    ? readJson(sent.text, schema)
    : undefined;
}

export function readJson<Schema extends z.ZodType>(
  text: string,
  schema: Schema,
): z.output<Schema> | undefined {
  try {
    return schema.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}

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
