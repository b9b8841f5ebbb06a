import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createAdyen } from '#server/billing/providers/adyen/adyen.ts';
import type { AdyenSettings } from '#server/billing/providers/adyen/client.ts';
import type { ChargeRequest } from '#server/billing/providers/provider.ts';
import { MovableClock } from '../movable-clock.ts';
import { chargeRequest, card as typed, surroundings } from './gateway.ts';

/** What the tests of this adapter share: recorded shapes, and the charge that they are about. */

export const HMAC_KEY = 'DFB1EB5485895CFA84146406857104ABB4CBCABDC8AAF103A624C8F6A3EAAB00';
export const ATTEMPT = '0197c1f2-7a30-7cc4-9c3d-5d0f4b7f1a11';
export const REFUND = '0197c1f2-9b52-7d11-8f00-2f6c1e0c9a22';
export const CUSTOMER = '0197c1f0-1111-7000-8000-000000000001';

export function readSample(file: string): string {
  return readFileSync(
    join(import.meta.dirname, '../../server/billing/providers/adyen/samples', file),
    'utf8',
  );
}

export function sample(name: string): Record<string, unknown> {
  return JSON.parse(readSample(`${name}.json`)) as Record<string, unknown>;
}

export function adyenAt(url: string, more: Partial<AdyenSettings> = {}) {
  const clock = new MovableClock();
  const adyen = createAdyen({
    ...surroundings(url),
    timeoutMs: 2_000,
    clock,
    apiKey: 'api-key',
    merchantAccount: 'SerenataIT',
    hmacKey: HMAC_KEY,
    repeatAfterMs: [1, 1],
    ...more,
  });
  return { adyen, clock };
}

export const card = { ...typed, firstName: 'Marco' };

/** What Adyen asks of a browser is more than others do. */
const browser = {
  language: 'it-IT',
  screenHeight: 844,
  screenWidth: 390,
  timeZone: -120,
  userAgent: 'Mozilla/5.0 (iPhone)',
  javaEnabled: false,
  scriptEnabled: true,
  colourDepth: 24,
};

export function chargeOf(more: Partial<ChargeRequest> = {}): ChargeRequest {
  const { shopper, ...common } = chargeRequest();
  return {
    ...common,
    attemptId: ATTEMPT,
    amountCents: 2990,
    paymentMethod: { type: 'card', card },
    shopper: { ...shopper, customerId: CUSTOMER, email: 'marco@example.com', ip: '203.0.113.7', browser },
    origin: 'https://lunaria.example',
    descriptor: 'LUNARIA and a name that is too long',
    merchantName: 'Lunaria',
    ...more,
  };
}
