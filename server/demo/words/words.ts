/**
 * The raw material of demo people's words, one set a country. In every text `{x|y}` is for a man or a woman who speaks,
 * `[x|y]` for a man or a woman who is sought, `{town}` where they live (`{ad}` is the Italian "to" before it),
 * `{title}` the brand.
 */

/** A text that fits only people of an age. */
type AgedText = readonly [from: number, to: number, text: string];
export type Line = string | AgedText;

/** What somebody loves: a short line for the card, and longer ways to tell it. */
export interface Passion {
  about: readonly string[];
  text: readonly string[];
}

/** What a host or an AI companion likes to talk about. */
export interface Topic {
  /** Stands after "host: " on the card. */
  short: string;
  /** Stands after "we talk about". */
  of: string;
  ask: string;
}

/** How a kind of profile that is nobody's own introduces itself. Each text says by itself who answers. */
export interface HostWords {
  about: readonly string[];
  opening: readonly string[];
  /** Brings in the topic by `{of}` and `{ask}`. */
  topic: readonly string[];
  closing: readonly string[];
  lookingFor: readonly string[];
}

export interface NamePool {
  young: string;
  middle: string;
  older: string;
}

export interface Words {
  names: {
    female: NamePool;
    male: NamePool;
    /** Names one meets above all in that region. */
    regional: Readonly<Record<string, { female: string; male: string }>>;
  };
  /** For members, besides what their passions say. */
  abouts: readonly string[];
  lives: readonly AgedText[];
  passions: readonly Passion[];
  quirks: readonly Line[];
  seeks: readonly Line[];
  hopes: readonly Line[];
  topics: readonly Topic[];
  staff: HostWords;
  ai: HostWords;
}

export interface DemoReview {
  name: string;
  gender: 'female' | 'male';
  age: number;
  stars: number;
  text: string;
}
