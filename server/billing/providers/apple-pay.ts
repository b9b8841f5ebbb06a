import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { request } from 'node:https';
import { fail } from '#contract/kernel/errors.ts';
import { MINUTE } from '#server/platform/clock.ts';
import type { Clock } from '#server/platform/clock.ts';
import type { Providers } from './provider.ts';

type Validation = Parameters<Providers['validateAppleMerchant']>[0];
type Session = Record<string, unknown>;

const gateway = /^(cn-)?apple-pay-gateway(-[a-z]{2}-pod\d{1,2}(-dr)?|-cert)?\.apple\.com$/;

/** The page says where to go with our certificate; we go to Apple's gateways and nowhere else. */
export function isAppleGateway(address: string): boolean {
  const url = URL.parse(address);
  if (url?.protocol !== 'https:' || url.port || url.username || url.password) return false;
  return gateway.test(url.hostname);
}

interface AppleSettings {
  certificateFile: string;
  keyFile: string;
  timeoutMs: number;
}

const LONGEST_SESSION = 64 * 1024;

export async function requestAppleSession(settings: AppleSettings, validation: Validation): Promise<Session> {
  const [cert, key] = await Promise.all([readFile(settings.certificateFile), readFile(settings.keyFile)]);
  const body = JSON.stringify({
    merchantIdentifier: validation.merchantId,
    displayName: validation.merchantName,
    initiative: 'web',
    initiativeContext: validation.domain,
  });
  const { timeoutMs } = settings;
  const text = await post(validation.validationUrl, { cert, key, body, timeoutMs }).catch(() => undefined);
  const session = text === undefined ? undefined : parseObject(text);
  return session ?? fail('payment.unavailable');
}

interface Signed {
  cert: Buffer;
  key: Buffer;
  body: string;
  timeoutMs: number;
}

/** `fetch` has no certificates of its own, so this is made by hand. */
function post(url: string, { cert, key, body, timeoutMs }: Signed): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  const outgoing = request(url, {
    method: 'POST',
    cert,
    key,
    agent: false,
    headers: { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) },
    signal: AbortSignal.timeout(timeoutMs),
  });
  outgoing.on('error', reject);
  outgoing.on('response', (response) => {
    const parts: Buffer[] = [];
    let length = 0;
    response.on('error', reject);
    response.on('data', (part: Buffer) => {
      length += part.length;
      if (length > LONGEST_SESSION) response.destroy(new Error('the answer is too long'));
      else parts.push(part);
    });
    response.on('end', () => {
      if (response.statusCode === 200) resolve(Buffer.concat(parts).toString('utf8'));
      else reject(new Error(`Apple answered ${response.statusCode}`));
    });
  });
  outgoing.end(body);
  return promise;
}

function parseObject(text: string): Session | undefined {
  try {
    const value = JSON.parse(text) as unknown;
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Session)
      : undefined;
  } catch {
    return undefined;
  }
}

/** What Apple's session looks like. It opens nothing. */
export function sandboxSession({ merchantId, merchantName, domain }: Validation, clock: Clock): Session {
  const now = clock.now().getTime();
  return {
    epochTimestamp: now,
    expiresAt: now + 5 * MINUTE,
    merchantSessionIdentifier: `sandbox-${randomBytes(16).toString('hex')}`,
    nonce: randomBytes(4).toString('hex'),
    merchantIdentifier: merchantId,
    domainName: domain,
    displayName: merchantName,
    signature: 'sandbox',
  };
}
