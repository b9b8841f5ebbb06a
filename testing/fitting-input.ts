import fc from 'fast-check';
import { z } from 'zod';
import type { Endpoint } from '#contract/kernel/endpoint.ts';
import { fitting } from './wire-values.ts';

type Plain = Record<string, unknown>;

/** A whole picture. */
export const ONE_PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

/** Something that a schema accepts, in our own words; the same each time. */
function pick(schema: z.ZodType | undefined): Plain {
  if (!schema) return {};
  const least = z.safeDecode(schema, {});
  if (least.success) return least.data as Plain;
  const good = fitting(schema).filter((wire) => z.safeDecode(schema, wire).success);
  const [wire] = fc.sample(good, { numRuns: 1, seed: 7 });
  return z.decode(schema, wire) as Plain;
}

const inputs = new WeakMap<Endpoint, Plain>();

/** A whole input as an endpoint asks for it. */
export function fittingInput(endpoint: Endpoint): Plain {
  const known = inputs.get(endpoint) ?? pickInput(endpoint);
  inputs.set(endpoint, known);
  return { ...known };
}

function pickInput({ params, headers, query, body, sealed, upload }: Endpoint): Plain {
  return {
    ...pick(headers),
    ...pick(query),
    ...pick(body),
    ...(sealed && { [sealed.name]: pick(sealed.content) }),
    ...(upload && { [upload.name]: new Blob([ONE_PIXEL], { type: 'image/png' }) }),
    ...pick(params),
  };
}
