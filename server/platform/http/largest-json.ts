import type { z } from 'zod';
import { claimedSchema, isClaim } from '#contract/kernel/claims.ts';
import type { Endpoint } from '#contract/kernel/endpoint.ts';
import { longestForeign } from '#contract/kernel/text.ts';

/** What Zod tells of a schema's parts. */
interface Parts {
  type: string;
  format?: string;
  shape?: Record<string, z.ZodType>;
  element?: z.ZodType;
  keyType?: z.ZodType;
  valueType?: z.ZodType;
  options?: z.ZodType[];
  innerType?: z.ZodType;
  in?: z.ZodType;
  entries?: Record<string, unknown>;
  values?: unknown[];
  checks?: { _zod: { def: { check: string; maximum?: number; length?: number } } }[];
}

/** A letter may be written as `\\u00e0`. */
const LETTER_BYTES = 6;
const NUMBER_BYTES = 24;
/** Of what is dropped unread. */
const IGNORED_BYTES = 500;
/** For names that a client adds and the contract does not know, and for spaces between names. */
const SPARE_BYTES = 4_096;
/** What a seal adds to its contents, which are written in letters of six bits each. */
const SEAL_BYTES = 1_024;
const fixedLengths: Record<string, number> = { uuid: 36, date: 10, ipv4: 15, ipv6: 45 };

/** How many bytes the JSON of a value can have that a schema takes. A schema without an end is a mistake of ours. */
export function largestJson(schema: z.ZodType): number {
  const foreign = longestForeign(schema);
  if (foreign !== undefined) return foreign;
  if (isClaim(schema)) {
    const claimed = claimedSchema(schema);
    return claimed ? largestJson(claimed) : IGNORED_BYTES;
  }
  const parts = schema.def as Parts;
  switch (parts.type) {
    case 'string':
      return largestText(parts);
    case 'number':
      return NUMBER_BYTES;
    case 'boolean':
    case 'null':
    case 'undefined':
      return 'false'.length;
    case 'literal':
      return longestOf(parts.values ?? []);
    case 'enum':
      return longestOf(Object.values(parts.entries ?? {}));
    case 'object':
      return Object.entries(parts.shape ?? {}).reduce(
        (sum, [name, field]) => sum + name.length + 4 + largestJson(field),
        2,
      );
    case 'array':
      return 2 + mostItems(parts) * (1 + largestOf(parts.element));
    case 'record':
      return (
        2 +
        wordsOf(parts.keyType).reduce((sum, word) => sum + word.length + 4 + largestOf(parts.valueType), 0)
      );
    case 'union':
      return Math.max(...(parts.options ?? []).map((option) => largestJson(option)));
    default:
      return largestOf(parts.innerType ?? parts.in, parts.type);
  }
}

function largestOf(schema: z.ZodType | undefined, type = ''): number {
  if (!schema) throw new Error(`nobody knows how long a ${type} can be`);
  return largestJson(schema);
}

function limitsOf({ checks = [] }: Parts): number[] {
  return checks.flatMap(({ _zod: { def } }) => {
    if (def.check === 'max_length') return [def.maximum ?? Infinity];
    return def.check === 'length_equals' ? [def.length ?? Infinity] : [];
  });
}

/** What is cleaned may be longer on the wire, by spaces. */
function largestText(parts: Parts): number {
  const fixed = fixedLengths[parts.format ?? ''];
  const limits = fixed === undefined ? limitsOf(parts) : [fixed];
  if (limits.length === 0) throw new Error('a text of the contract has no limit');
  const kept = Math.min(...limits);
  return 2 + kept * LETTER_BYTES + Math.max(...limits) - kept;
}

function mostItems(parts: Parts): number {
  const limits = limitsOf(parts);
  if (limits.length === 0) throw new Error('a list of the contract has no limit');
  return Math.min(...limits);
}

function wordsOf(schema: z.ZodType | undefined): string[] {
  const { type, entries } = (schema?.def ?? { type: 'none' }) as Parts;
  if (type !== 'enum' || !entries) throw new Error('a record of the contract has any number of names');
  return Object.values(entries).map(String);
}

const longestOf = (values: readonly unknown[]) =>
  Math.max(0, ...values.map((value) => JSON.stringify(value)?.length ?? 0));

/** As much of a body as a call can need. */
export function bodyLimitOf({ body, sealed }: Pick<Endpoint, 'body' | 'sealed'>): number {
  const open = body ? largestJson(body) : 0;
  const secret = sealed ? Math.ceil((largestJson(sealed.content) * 4) / 3) + SEAL_BYTES : 0;
  return open + secret + SPARE_BYTES;
}
