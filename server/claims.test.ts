import fc from 'fast-check';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { clientEvents, endpoints } from '#contract/api.ts';
import { isClaim } from '#contract/kernel/claims.ts';
import { fitting } from '#testing/wire-values.ts';

/** What the specification has clients say of themselves, by its words. */
const saidOfOneself = new Set([
  'blurredMessage',
  'campid',
  'country',
  'descriptor',
  'domain',
  'fingerprint',
  'fluxId',
  'fluxid',
  'icebreaker',
  'ip',
  'landedTime',
  'mongoId',
  'payment_company',
  'paySource',
  'premiumLevel',
  'provenienza_richiesta',
  'remarketing_clickid',
  'screenName',
  'servizio',
  'source',
  'time',
  'tipologia',
  'ua',
  'use_ai',
  'vertical',
]);

/** Calls in which such a word says what is asked for. */
const asked = new Set([
  'POST /log/client source',
  'POST /members/:brand/:accountId/erase screenName',
  // The name of a house profile, which staff give to it.
  'POST /brands/:brand/house-profiles screenName',
  'PUT /brands/:brand/house-profiles/:id screenName',
  'POST /brands/:brand/companion-answers screenName',
  'POST /totalRegion country',
  'POST /totalRegion fluxId',
]);

/** Of every sort that a field may not expect. */
const nonsense: unknown[] = [
  '',
  null,
  0,
  -1,
  true,
  [],
  {},
  'x'.repeat(5_000),
  'a\0b',
  '\uD800',
  { deep: [null] },
];

interface Part {
  where: string;
  schema: z.ZodType;
  shape: Record<string, z.ZodType>;
}

function shapeOf(schema: z.ZodType): Record<string, z.ZodType> {
  const { shape, in: wire } = schema.def as { shape?: Record<string, z.ZodType>; in?: z.ZodType };
  return shape ?? (wire ? shapeOf(wire) : {});
}

const parts = [
  ...endpoints.flatMap(({ method, path, body, sealed }) =>
    [body, sealed?.content].map((schema) => ({ where: `${method} ${path}`, schema })),
  ),
  ...clientEvents.map(({ name, input }) => ({ where: `event ${name}`, schema: input })),
].flatMap(({ where, schema }): Part[] => (schema ? [{ where, schema, shape: shapeOf(schema) }] : []));

test('whatever a client says of itself is declared as a claim', () => {
  const undeclared = parts.flatMap(({ where, shape }) =>
    Object.entries(shape)
      .filter(([name, schema]) => saidOfOneself.has(name) && !isClaim(schema))
      .map(([name]) => `${where} ${name}`),
  );
  expect(undeclared.filter((place) => !asked.has(place))).toEqual([]);
});

const withClaims = parts.filter(({ shape }) => Object.values(shape).some(isClaim));

test.for(withClaims)('$where: no claim makes it fail, whatever it holds', ({ schema, shape }) => {
  const good = fitting(schema).filter((wire) => z.safeDecode(schema, wire).success);
  const [wire] = fc.sample(good, { numRuns: 1, seed: 11 }) as [Record<string, unknown>];
  for (const [name, field] of Object.entries(shape)) {
    if (!isClaim(field)) continue;
    for (const value of nonsense) {
      const said = { ...wire, [name]: value };
      expect(z.safeDecode(schema, said).success, `${name}: ${JSON.stringify(value)}`).toBe(true);
    }
  }
  const allAtOnce = Object.fromEntries(
    Object.keys(shape).map((name) => [name, isClaim(shape[name] as z.ZodType) ? null : wire[name]]),
  );
  expect(z.safeDecode(schema, allAtOnce).success).toBe(true);
});

test('there is much that clients say of themselves', () => {
  expect(withClaims.length).toBeGreaterThan(10);
  const names = new Set(
    withClaims.flatMap(({ shape }) => Object.keys(shape).filter((name) => isClaim(shape[name] as z.ZodType))),
  );
  for (const name of ['country', 'city', 'region', 'time', 'premiumLevel', 'clickid'])
    expect(names).toContain(name);
});
