import { z } from 'zod';
import { HOUR, MINUTE } from '#server/platform/clock.ts';
import type { Logger } from '#server/platform/telemetry/log.ts';
import { readAnswer, sendTo } from '../http-client.ts';
import type { Outgoing, Sent, ProviderConnection } from '../http-client.ts';

/** What PayPal answers and sends, as far as we read it. */

const text = (length: number) => z.string().max(length);
const name = text(100).min(1);
const amount = z.object({ currency_code: text(3), value: text(20) });
export type Amount = z.output<typeof amount>;
const address = z.object({ country_code: text(2).optional() });
const links = z
  .array(z.object({ rel: text(60), href: text(4_000) }))
  .max(50)
  .default([]);

const accessAnswer = z.object({ access_token: text(4_000).min(1), expires_in: z.number().min(0) });

export const capture = z.object({
  id: name,
  status: text(40),
  amount,
  custom_id: text(255).optional(),
  supplementary_data: z
    .object({ related_ids: z.object({ order_id: name.optional() }).optional() })
    .optional(),
});
export type Capture = z.output<typeof capture>;

export const order = z.object({
  id: name,
  status: text(40),
  purchase_units: z
    .array(
      z.object({
        custom_id: text(255).optional(),
        amount: amount.optional(),
        payments: z.object({ captures: z.array(capture).max(100).optional() }).optional(),
      }),
    )
    .max(10)
    .default([]),
  /** The country of the account. PayPal names it in one place or the other. */
  payer: z.object({ address: address.optional() }).optional(),
  payment_source: z
    .object({
      paypal: z
        .object({
          address: address.optional(),
          attributes: z
            .object({ vault: z.object({ id: text(255).optional(), status: text(40).optional() }).optional() })
            .optional(),
        })
        .optional(),
    })
    .optional(),
  links,
});
export type Order = z.output<typeof order>;

export const problem = z.object({
  name: text(100).optional(),
  details: z
    .array(z.object({ issue: text(100).optional() }))
    .max(50)
    .default([]),
});

export const refundAnswer = z.object({ id: name, status: text(40) });

export const verification = z.object({ verification_status: text(40) });

export const event = z.object({
  id: name,
  event_type: text(100),
  resource: z.record(text(200), z.unknown()),
});

/** Of PAYMENT.CAPTURE.REFUNDED and REVERSED: what went back. */
export const returned = z.object({
  id: name,
  amount,
  custom_id: text(255).optional(),
  invoice_id: text(127).optional(),
  links,
});

export const dispute = z.object({
  dispute_id: name,
  dispute_amount: amount,
  dispute_outcome: z.object({ outcome_code: text(60).optional() }).optional(),
  disputed_transactions: z
    .array(z.object({ seller_transaction_id: name.optional(), custom: text(255).optional() }))
    .max(50)
    .default([]),
});

export const paymentToken = z.object({
  id: text(255).min(1),
  customer: z.object({ id: text(100).optional(), merchant_customer_id: text(100).optional() }).optional(),
  metadata: z.object({ order_id: name.optional() }).optional(),
});

export const transactionPage = z.object({
  total_pages: z.int().min(0).default(1),
  transaction_details: z
    .array(
      z.object({
        transaction_info: z.object({
          transaction_id: name,
          paypal_reference_id: text(100).optional(),
          transaction_event_code: text(10),
          transaction_status: text(4).optional(),
          transaction_amount: amount,
          fee_amount: amount.optional(),
          custom_field: text(255).optional(),
        }),
      }),
    )
    .max(500)
    .default([]),
});
export type TransactionInfo = z.output<
  typeof transactionPage
>['transaction_details'][number]['transaction_info'];

export interface PayPalSettings extends ProviderConnection {
  clientId: string;
  secret: string;
  webhookId: string;
}

interface Call {
  method: Outgoing['method'];
  path: string;
  /** A string where the very bytes matter. */
  body?: string | Record<string, unknown> | undefined;
  /** PayPal's idempotency key, remembered for some hours: repeating the request is safe. */
  requestId?: string | undefined;
}

/** Sends an authorised request. One whose answer was lost is repeated once if it has a request id. */
export type Caller = ((call: Call) => Promise<Sent & { doubtful?: boolean }>) & { log: Logger };

const EARLY = MINUTE;
const LONGEST = 8 * HOUR;

export function createCaller(settings: PayPalSettings): Caller {
  const { url, timeoutMs } = settings;
  let access: { token: string; until: number } | undefined;
  let asking: Promise<string | undefined> | undefined;

  async function askForAccess(): Promise<string | undefined> {
    const sent = await sendTo('paypal', settings, {
      url: `${await url()}/v1/oauth2/token`,
      method: 'POST',
      headers: {
        authorization: `Basic ${Buffer.from(`${settings.clientId}:${settings.secret}`).toString('base64')}`,
        'content-type': 'application/x-www-form-urlencoded',
      },
      body: 'grant_type=client_credentials',
      timeoutMs,
    });
    const answer = readAnswer(sent, accessAnswer);
    if (!answer) return undefined;
    const lasts = Math.min(answer.expires_in * 1_000, LONGEST) - EARLY;
    access = { token: answer.access_token, until: performance.now() + lasts };
    return answer.access_token;
  }

  async function readToken(): Promise<string | undefined> {
    if (access && performance.now() < access.until) return access.token;
    asking ??= askForAccess().finally(() => {
      asking = undefined;
    });
    return asking;
  }

  async function callOnce({ method, path, body, requestId }: Call): Promise<Sent> {
    const token = await readToken();
    if (!token) return { kind: 'not_sent', why: 'There is no access.' };
    const sent = await sendTo('paypal', settings, {
      url: `${await url()}${path}`,
      method,
      headers: {
        authorization: `Bearer ${token}`,
        accept: 'application/json',
        prefer: 'return=representation',
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...(requestId && { 'paypal-request-id': requestId }),
      },
      body: typeof body === 'object' ? JSON.stringify(body) : body,
      timeoutMs,
    });
    // The token expired early: the next request gets a new one.
    if (sent.kind === 'answered' && sent.status === 401 && access?.token === token) access = undefined;
    return sent;
  }

  const caller = async (call: Call): Promise<Sent & { doubtful?: boolean }> => {
    const first = await callOnce(call);
    const again = isLost(first)
      ? call.requestId !== undefined
      : first.kind === 'answered' && first.status === 401;
    if (!again) return first;
    const second = await callOnce(call);
    // Once one was lost, that the next was refused does not mean that the first was.
    return { ...second, doubtful: isLost(first) };
  };
  return Object.assign(caller, { log: settings.log });
}

function isLost(sent: Sent): boolean {
  if (sent.kind !== 'answered') return sent.kind === 'lost';
  return sent.status >= 500 && sent.status !== 503;
}
