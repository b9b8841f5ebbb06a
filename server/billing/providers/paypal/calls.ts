import { HOUR, MINUTE } from '../../../platform/clock.ts';
import { readAnswer, sendTo } from '../answers.ts';
import type { Outgoing, Sent, ProviderConnection } from '../http-client.ts';
import { accessAnswer } from './wire.ts';

export interface PayPalSettings extends ProviderConnection {
  clientId: string;
  secret: string;
  webhookId: string;
}

export interface Call {
  method: Outgoing['method'];
  path: string;
  /** Written out already where it must be to the letter. */
  body?: string | Record<string, unknown> | undefined;
  /** The same name is the same request for some hours, so that repeating it is safe. */
  requestId?: string | undefined;
}

/** Sends a request as us. One whose answer was lost is repeated once if it has a name. */
export type Caller = (call: Call) => Promise<Sent & { doubtful?: boolean }>;

const EARLY = MINUTE;
const LONGEST = 8 * HOUR;

export function createCaller(settings: PayPalSettings): Caller {
  const { url, timeoutMs, log } = settings;
  let access: { token: string; until: number } | undefined;
  let asking: Promise<string | undefined> | undefined;

  async function askForAccess(): Promise<string | undefined> {
    const sent = await sendTo('paypal', log, {
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
    const sent = await sendTo('paypal', log, {
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
    // It ended before its time, so that the next one asks anew.
    if (sent.kind === 'answered' && sent.status === 401 && access?.token === token) access = undefined;
    return sent;
  }

  return async (call) => {
    const first = await callOnce(call);
    const again = isLost(first)
      ? call.requestId !== undefined
      : first.kind === 'answered' && first.status === 401;
    if (!again) return first;
    const second = await callOnce(call);
    // Once one was lost, that the next was turned away does not mean that the first was.
    return { ...second, doubtful: isLost(first) };
  };
}

function isLost(sent: Sent): boolean {
  if (sent.kind !== 'answered') return sent.kind === 'lost';
  return sent.status >= 500 && sent.status !== 503;
}
