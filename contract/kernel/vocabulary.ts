import { z } from 'zod';

/** Two names of the same thing: the wire's and ours. */
type Pair = readonly [wire: string, plain: string];

const SPELLS = Symbol('spells');

interface Spells {
  pairs: readonly Pair[];
  /** Schemas that it asks and that zod does not know of. */
  asks: readonly z.ZodType[];
}

/** Writes on the wire's side of a codec which names it translates. zod copies a schema that is refined, but not its parts. */
export function withSpelling<S extends z.ZodType>(schema: S, { pairs = [], asks = [] }: Partial<Spells>): S {
  const different = pairs.filter(([wire, plain]) => wire !== plain);
  return Object.assign(schema, { [SPELLS]: { pairs: different, asks } satisfies Spells });
}

/** All pairs of names in the schemas that are found in `parts`, however deep. */
export function vocabularyOf(parts: unknown): ReadonlyMap<string, ReadonlySet<string>> {
  const vocabulary = new Map<string, Set<string>>();
  const seen = new Set<unknown>();
  const visit = (part: unknown): void => {
    if (typeof part !== 'object' || part === null || seen.has(part)) return;
    seen.add(part);
    const { pairs = [], asks = [] } = (part as { [SPELLS]?: Spells })[SPELLS] ?? {};
    for (const [wire, plain] of pairs) vocabulary.set(wire, (vocabulary.get(wire) ?? new Set()).add(plain));
    for (const schema of asks) visit(schema);
    const inside = part instanceof z.ZodType ? part.def : part;
    for (const value of Object.values(inside)) visit(value);
  };
  visit(parts);
  return vocabulary;
}
