import { z } from 'zod';
import { line } from './text.ts';
import { withSpelling } from './vocabulary.ts';

/**
 * What a client says of itself. It can never make a call fail: what is empty, null or of another type counts as not
 * said. Only what a call needs may be wrong.
 */
const CLAIMED = Symbol('claimed');

/** Whether a field is a claim, for the tests that go over the whole contract. */
export function isClaim(schema: z.ZodType): boolean {
  return CLAIMED in schema;
}

/** What a claim is taken for where it fits; undefined where nothing is. */
export function claimedSchema(claim: z.ZodType): z.ZodType | undefined {
  return (claim as { [CLAIMED]?: z.ZodType })[CLAIMED];
}

/** A hint that is used where it fits. */
export function claimed<S extends z.ZodType>(schema: S) {
  const made = z
    .codec(withSpelling(z.unknown(), { asks: [schema] }), z.custom<z.output<S> | undefined>(), {
      decode: (said) => z.safeDecode(schema, said as z.input<S>).data,
      encode: (plain) => plain as unknown,
    })
    .optional();
  Object.assign(made, { [CLAIMED]: schema });
  return made as unknown as z.ZodType<z.output<S> | undefined, z.output<S> | undefined>;
}

export const claim = (longest: number) => claimed(line(longest));

/** Something the server knows better. It is dropped unread. */
export function ignored() {
  const made = z
    .codec(z.unknown(), z.unknown(), { decode: () => undefined, encode: (plain) => plain })
    .optional();
  return Object.assign(made, { [CLAIMED]: undefined });
}
