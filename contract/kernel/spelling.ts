import { z } from 'zod';
import { withSpelling } from './vocabulary.ts';

/** A field of a wire object: the name it has on the wire, and what it holds. */
export interface Spelling<Name extends string = string, Schema extends z.ZodType = z.ZodType> {
  wire: Name;
  schema: Schema;
  /** Further names under which the wire says the same. They are written and never read. */
  alsoAs?: readonly string[];
}

type Fields = Record<string, Spelling>;
type OptionalKeys<F extends Fields, Side extends 'input' | 'output'> = {
  [K in keyof F]: undefined extends F[K]['schema'][`_${Side}`] ? K : never;
}[keyof F];

type Flat<T> = { [K in keyof T]: T[K] } & {};

type Plain<F extends Fields> = Flat<
  { [K in Exclude<keyof F, OptionalKeys<F, 'output'>>]: z.output<F[K]['schema']> } & {
    [K in OptionalKeys<F, 'output'>]?: z.output<F[K]['schema']>;
  }
>;
type Wire<F extends Fields> = Flat<
  { [K in Exclude<keyof F, OptionalKeys<F, 'input'>> as F[K]['wire']]: z.input<F[K]['schema']> } & {
    [K in OptionalKeys<F, 'input'> as F[K]['wire']]?: z.input<F[K]['schema']>;
  }
>;

export type Spelled<F extends Fields> = z.ZodType<Plain<F>, Wire<F>>;

export function as<const W extends string, S extends z.ZodType>(
  wire: W,
  schema: S,
  alsoAs: readonly string[] = [],
): Spelling<W, S> {
  return { wire, schema, alsoAs };
}

/**
 * An object whose wire spelling differs from ours. Decoding gives our names, encoding gives the wire's,
 * so the rest of the code never sees the specification's spelling.
 */
export function spelled<const F extends Fields>(fields: F): Spelled<F> {
  const pairs = Object.entries(fields).map(([plain, { wire }]) => [plain, wire] as const);
  const echoes = Object.entries(fields).flatMap(([plain, { schema, alsoAs = [] }]) =>
    alsoAs.map((wire) => ({ plain, wire, schema: schema.optional() })),
  );
  const wireObject = z.object(
    Object.fromEntries([...Object.values(fields), ...echoes].map(({ wire, schema }) => [wire, schema])),
  );
  const rename = (from: Record<string, unknown>, names: readonly (readonly [string, string])[]) => {
    const to: Record<string, unknown> = {};
    for (const [target, source] of names) if (from[source] !== undefined) to[target] = from[source];
    return to;
  };
  const toWire = [
    ...pairs.map(([plain, wire]) => [wire, plain] as const),
    ...echoes.map(({ plain, wire }) => [wire, plain] as const),
  ];
  const codec = z.codec(
    withSpelling(wireObject, { pairs: toWire }),
    z.custom<Record<string, unknown>>(isObject),
    {
      decode: (value) => rename(value, pairs),
      encode: (value) => rename(value, toWire),
    },
  );
  return codec as unknown as Spelled<F>;
}

const isObject = (value: unknown) => typeof value === 'object' && value !== null;

/** A closed set of words that are spelled differently on the wire. */
export function spelledWords<const W extends Record<string, string>>(plainToWire: W) {
  const plain = Object.keys(plainToWire) as (keyof W & string)[];
  const wireToPlain = new Map(plain.map((word) => [plainToWire[word] as string, word]));
  const wireWords = z.enum(Object.values(plainToWire) as [W[keyof W], ...W[keyof W][]]);
  const pairs = plain.map((word) => [plainToWire[word] as string, word] as const);
  return z.codec(
    withSpelling(wireWords, { pairs }),
    z.custom<keyof W & string>((word) => typeof word === 'string' && Object.hasOwn(plainToWire, word)),
    {
      decode: (wire) => wireToPlain.get(wire as string) as keyof W & string,
      encode: (word) => plainToWire[word] as W[keyof W],
    },
  ) as unknown as z.ZodType<keyof W & string, W[keyof W]>;
}

/** A record whose keys are words of a closed set. */
export function spelledKeys<K extends string, S extends z.ZodType>(words: z.ZodType<K, string>, schema: S) {
  const keys = (direction: 'decode' | 'encode') => (record: Record<string, unknown>) =>
    Object.fromEntries(
      Object.entries(record).map(([key, value]) => [
        direction === 'decode' ? z.decode(words, key) : z.encode(words, key as K),
        value,
      ]),
    );
  const wire = z.record(z.string().max(100), schema);
  const codec = z.codec(withSpelling(wire, { asks: [words] }), z.custom<Record<string, unknown>>(isObject), {
    decode: keys('decode'),
    encode: keys('encode') as never,
  });
  return codec as unknown as z.ZodType<Partial<Record<K, z.output<S>>>, Record<string, z.input<S>>>;
}
