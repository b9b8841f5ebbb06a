/**
 * The raw material of the demo's words: a file a country in `words/`. In every text `{x|y}` is for a man or a woman who
 * speaks, `[x|y]` for a man or a woman who is sought, `{town}` where they live (`{ad}` is the Italian "to" before it),
 * `{title}` the brand.
 */

import { z } from 'zod';
import type { DemoCountry } from './brand.ts';
import es from './words/es.json' with { type: 'json' };
import it from './words/it.json' with { type: 'json' };

/** A text that fits only people of an age. */
const agedText = z.tuple([z.int(), z.int(), z.string()]);
const line = z.union([z.string(), agedText]);
export type Line = z.output<typeof line>;

/** What a person loves: a short line for the card, and longer ways to tell it. */
const passion = z.strictObject({ about: z.array(z.string()), text: z.array(z.string()) });
export type Passion = z.output<typeof passion>;

/** What a host or an AI companion likes to talk about. */
const topic = z.strictObject({
  /** Stands after "host: " on the card. */
  short: z.string(),
  /** Stands after "we talk about". */
  of: z.string(),
  ask: z.string(),
});
export type Topic = z.output<typeof topic>;

/** How a kind of profile that belongs to no member introduces itself. Each text says by itself who answers. */
const hostWords = z.strictObject({
  about: z.array(z.string()),
  opening: z.array(z.string()),
  /** Names the topic by `{of}` and `{ask}`. */
  topic: z.array(z.string()),
  closing: z.array(z.string()),
  lookingFor: z.array(z.string()),
});
export type HostWords = z.output<typeof hostWords>;

/** Names by the years in which they were given. */
const namePool = z.strictObject({ young: z.string(), middle: z.string(), older: z.string() });
export type NamePool = z.output<typeof namePool>;

/**
 * What people of the demo have written to each other. A line begins with `>` where the one who began the conversation speaks, and
 * with `<` where the other one does. The words fit women and men alike.
 */
const script = z.strictObject({
  lines: z.array(z.string()),
  /** What the one who began says last, where the other one still owes an answer. */
  asks: z.string(),
});
export type Script = z.output<typeof script>;

const conversations = z.strictObject({
  member: z.tuple([script, script, script]),
  staff: z.tuple([script, script, script]),
  ai: z.tuple([script, script]),
  /** A conversation longer than a page. */
  long: script,
  /** The other one's line that begins with `<*` carries a photo. */
  photo: script,
  /** A message that goes with a like and has no answer yet. */
  invitation: z.string(),
  /** What the system sender says about all of this. */
  notice: z.string(),
});
export type ConversationWords = z.output<typeof conversations>;

const words = z.strictObject({
  names: z.strictObject({
    female: namePool,
    male: namePool,
    /** Names of people above all in that region. */
    regional: z.record(z.string(), z.strictObject({ female: z.string(), male: z.string() })),
  }),
  /** Short lines for the card of members, besides what their passions say. */
  abouts: z.array(z.string()),
  lives: z.array(agedText),
  passions: z.array(passion),
  quirks: z.array(line),
  seeks: z.array(line),
  hopes: z.array(line),
  topics: z.array(topic),
  staff: hostWords,
  ai: hostWords,
  conversations,
  reviews: z.array(
    z.strictObject({
      name: z.string(),
      gender: z.enum(['female', 'male']),
      age: z.int(),
      stars: z.int(),
      text: z.string(),
    }),
  ),
});
export type Words = z.output<typeof words>;

export const wordsOf: Record<DemoCountry, Words> = { it: words.parse(it), es: words.parse(es) };
