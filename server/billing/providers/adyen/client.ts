import { setTimeout } from 'node:timers/promises';
import { z } from 'zod';
import { parseJson } from '../http-client.ts';
import type { Answered, ProviderConnection } from '../http-client.ts';

/** What Adyen answers and sends, as far as we read it. */

const amount = z.object({ value: z.int().min(0), currency: z.string().length(3) });
const text = (length: number) => z.string().max(length);
/** We read only the values that are texts. */
const additionalData = z.record(text(200), z.unknown());
export type AdditionalData = z.output<typeof additionalData>;

export const redirectAction = z.object({
  type: z.literal('redirect'),
  url: z.url({ protocol: /^https?$/ }).max(4_000),
  method: z.enum(['GET', 'POST']).default('GET'),
  data: z.record(text(200), text(20_000)).optional(),
});

/** Of /payments and of /payments/details. */
export const paymentAnswer = z.object({
  resultCode: text(60),
  pspReference: text(80).min(1).optional(),
  merchantReference: text(80).optional(),
  refusalReason: text(500).optional(),
  refusalReasonCode: text(20).optional(),
  amount: amount.optional(),
  paymentMethod: z.object({ brand: text(60).optional(), type: text(60).optional() }).optional(),
  additionalData: additionalData.optional(),
  action: z.unknown().optional(),
});
export type PaymentAnswer = z.output<typeof paymentAnswer>;

export const errorAnswer = z.object({ errorCode: text(40).optional() });

export const modificationAnswer = z.object({ pspReference: text(80).min(1), status: z.literal('received') });

export const notificationItem = z.object({
  eventCode: text(100),
  success: z.union([z.enum(['true', 'false']), z.boolean().transform(String)]),
  pspReference: text(200),
  originalReference: text(200).optional(),
  merchantAccountCode: text(200).optional(),
  merchantReference: text(200).optional(),
  amount: z.object({ value: z.int(), currency: text(3) }).optional(),
  reason: text(2_000).optional(),
  paymentMethod: text(60).optional(),
  additionalData: additionalData.optional(),
});
export type NotificationItem = z.output<typeof notificationItem>;

export const notification = z.object({
  notificationItems: z
    .array(z.object({ NotificationRequestItem: notificationItem }))
    .min(1)
    .max(500),
});

export const tokenNotice = z.object({
  type: z.string().startsWith('recurring.token.').max(100),
  eventId: text(80).min(1),
  data: z.object({
    storedPaymentMethodId: text(500).min(1),
    shopperReference: text(100),
    type: text(60).optional(),
  }),
});

export interface AdyenSettings extends ProviderConnection {
  apiKey: string;
  merchantAccount: string;
  /** Hexadecimal. */
  hmacKey: string;
  /** The key before or after it while it is exchanged, and those of other webhooks. */
  otherHmacKeys?: readonly string[] | undefined;
  /** Who may fetch reports from the customer area. */
  reportUser?: string | undefined;
  reportPassword?: string | undefined;
  /** Where the report of a day is, if it is elsewhere. */
  reportUrl?: ((day: string, merchantAccount?: string) => Promise<string>) | undefined;
  /** How long to wait before the same request is sent once more. */
  repeatAfterMs?: readonly number[];
}

interface Call {
  path: string;
  body: Record<string, unknown>;
  /** Adyen's idempotency key, which it remembers for at least a week: repeating the request is safe. */
  key: string;
}

/** `refused`: certainly nothing was done, with Adyen's code for why. `busy`: likewise, but it may well be done later. */
export type Reply =
  | { kind: 'done'; json: unknown }
  | { kind: 'refused'; code: string | undefined }
  | { kind: 'busy' }
  | { kind: 'unknown' };

const defaultRepeats = [300, 1_500];

/**
 * Sends a request, and the same one again while its outcome is unknown. Once one was lost, only a proper answer counts:
 * that a later one was refused does not mean that the first was.
 */
export async function call(settings: AdyenSettings, request: Call): Promise<Reply> {
  const pauses = settings.repeatAfterMs ?? defaultRepeats;
  let doubtful = false;
  for (let tries = 0; ; tries += 1) {
    const reply = await callOnce(settings, request, tries === 0 ? 1 : 2);
    if (reply.kind === 'done') return reply;
    if (reply.kind !== 'unknown' && !doubtful) return reply;
    doubtful = true;
    const pause = pauses[tries];
    if (pause === undefined) return { kind: 'unknown' };
    await setTimeout(pause);
  }
}

/** A payer waits for the answer, so a retry gets a shorter time-out. */
async function callOnce(settings: AdyenSettings, { path, body, key }: Call, share: number): Promise<Reply> {
  const sent = await settings.send({
    url: `${await settings.url()}${path}`,
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-api-key': settings.apiKey, 'idempotency-key': key },
    body: JSON.stringify(body),
    timeoutMs: Math.ceil(settings.timeoutMs / share),
  });
  if (sent.kind === 'answered') return readReply(settings, path, sent);
  settings.log.warn({ provider: 'adyen', why: sent.why, sent: sent.kind }, 'a provider did not answer');
  return { kind: sent.kind === 'lost' ? 'unknown' : 'busy' };
}

function readReply({ log }: AdyenSettings, path: string, answer: Answered): Reply {
  const { status, headers } = answer;
  const json = parseJson(answer.text);
  if (status >= 200 && status < 300) return json === undefined ? { kind: 'unknown' } : { kind: 'done', json };
  const code = readAs(errorAnswer, json)?.errorCode;
  const where = path.replace(/\/payments\/[^/]+\//, '/payments/…/');
  log.warn({ provider: 'adyen', where, status, code }, 'a provider turned a request down');
  // Rate limit, outage or wrong keys: not the fault of this request.
  if ([401, 403, 429, 503].includes(status)) return { kind: 'busy' };
  // Another request with this key is still under way there.
  if (status >= 500 || status === 409 || code === IN_PROGRESS || headers.get('transient-error') === 'true') {
    return { kind: 'unknown' };
  }
  return { kind: 'refused', code };
}

const IN_PROGRESS = '704';

export function readAs<S extends z.ZodType>(schema: S, json: unknown): z.output<S> | undefined {
  return schema.safeParse(json).data;
}
