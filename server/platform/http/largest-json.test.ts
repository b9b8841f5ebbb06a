import fc from 'fast-check';
import { z } from 'zod';
import { endpoints } from '#contract/api.ts';
import { claim, ignored } from '#contract/kernel/claims.ts';
import { as, spelled, spelledWords } from '#contract/kernel/spelling.ts';
import { code, foreignObject, line } from '#contract/kernel/text.ts';
import { expect, test } from '#testing/harness.ts';
import { fitting } from '#testing/wire-values.ts';
import { bodyLimitOf, largestJson } from './largest-json.ts';

const bytesOf = (value: unknown) => Buffer.byteLength(JSON.stringify(value) ?? '');

test('no call can need a larger body than it may have, and none may have much more', () => {
  const limits = endpoints.map((endpoint) => ({ endpoint, limit: bodyLimitOf(endpoint) }));
  for (const { endpoint, limit } of limits) {
    if (!endpoint.body) continue;
    for (const wire of fc.sample(fitting(endpoint.body), { numRuns: 10, seed: 7 }))
      expect(bytesOf(wire), endpoint.path).toBeLessThanOrEqual(limit);
  }
  const large = limits.filter(({ limit }) => limit > 130_000).map(({ endpoint }) => endpoint.path);
  const byWallet = [
    '/orders/applePay/paymentData',
    '/orders/googlePay/paymentData',
    '/orders/trustpay/tryCharge',
  ];
  /** A part of a brand as it is written, a whole brand, or the names of all its parts; a profile in four languages. */
  const byOperator = [
    '/brands/:brand/check',
    '/brands/:brand/companion-answers',
    '/brands/:brand/difference',
    '/brands/:brand/file',
    '/brands/:brand/house-profiles',
    '/brands/:brand/house-profiles/:id',
    '/brands/:brand/legal-preview',
    '/brands/:brand/mail-preview',
    '/brands/:brand/notification-preview',
    '/brands/:brand/parts/:part/draft',
    '/brands/:brand/payment-try-out',
    '/brands/:brand/preview',
    '/brands/:brand/publications',
    '/brands/:brand/schedules',
    '/brands/:brand/profile-imports/:importId/rows',
    '/brands/:brand/test-mail',
  ];
  expect(new Set(large)).toEqual(new Set([...byWallet, ...byOperator]));
});

test('the longest value that a schema takes has room, however its letters are written', () => {
  const schema = spelled({
    name: as('nome', line(10)),
    seeks: as('cerco', spelledWords({ men: 'uomini', women: 'donne' })),
    ids: as('elenco', z.array(code(20)).max(3)),
    way: as('modo', z.union([z.uuid(), z.literal(['a', 'bb'])])),
    age: as('eta', z.int().nullable()),
    claimed: as('detto', claim(5)),
  });
  const value = {
    nome: 'è'.repeat(10),
    cerco: 'uomini' as const,
    elenco: Array.from({ length: 3 }, () => '\u00e8'.repeat(20)),
    modo: '01234567-8901-7123-9456-426614174000',
    eta: -9_007_199_254_740_991,
    detto: 'eeeee',
  };
  expect(z.safeDecode(schema, value).success).toBe(true);
  const written = JSON.stringify(value).replaceAll('è', String.raw`\u00e8`);
  expect(written.length).toBeLessThanOrEqual(largestJson(schema));
  expect(largestJson(schema)).toBeLessThan(written.length + 800);
  expect(largestJson(foreignObject(20_000))).toBe(20_000);
  expect(largestJson(z.object({ what: ignored() }))).toBeLessThan(1_000);
});

test('a schema without an end is found when the server starts', () => {
  for (const open of [z.string(), z.array(z.boolean()), z.record(code(5), z.boolean()), z.unknown()])
    expect(() => largestJson(z.object({ deep: z.array(open).max(1) }))).toThrow(
      /limit|number of names|how long/,
    );
});
