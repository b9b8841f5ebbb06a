/** Texts of ours that operators may say in words of their own: in which channels, and what such words are held to. */

import { z } from 'zod';
import { LANGUAGES } from '../kernel/constants.ts';
import type { Language } from '../kernel/constants.ts';
import { language } from '../kernel/fields.ts';
import { word } from '../kernel/text.ts';

export const textChannels = ['mail', 'push', 'telegram', 'popup'] as const;
export const textChannel = z.enum(textChannels);
export type TextChannel = z.output<typeof textChannel>;

export const TEXT_LONGEST = 1_000;
export const TEXTS_MOST = 1_000;

/** Where a text stands among ours: `welcome.subject`. */
export const textKey = word(100, /^\w+(?:\.\w+)*$/);

/** An operator's own words, by key and language. What is not among them is said in ours. */
const ownTexts = z
  .record(textKey, z.partialRecord(language, z.string().max(TEXT_LONGEST)))
  .refine((words) => Object.keys(words).length <= TEXTS_MOST, { error: 'too many texts' });

/** The part of a brand that holds its own words of one channel. */
export const brandTexts = z.strictObject({ channel: textChannel, words: ownTexts });
export type BrandTexts = z.output<typeof brandTexts>;

/** What is live of them, to be looked up where a text is said. */
export type OwnWords = Partial<
  Record<TextChannel, Partial<Record<Language, Readonly<Record<string, string>>>>>
>;

/** Why a text of ours stays as it is. */
export const textLocks = ['contract', 'decisions', 'privacy', 'security', 'honesty', 'consent'] as const;
export type TextLock = (typeof textLocks)[number];

/** What stands in a text for something else: a name in braces, or a command of the bot. */
const tokens = /\{\{\w+(?:, number)?\}\}|\{\w+\}|(?<!\S)\/(?:stop|start)\b/g;

export function tokensOf(text: string): string[] {
  return [...new Set(text.match(tokens))].toSorted();
}

/** What is wrong with a text of an operator's own: names that it must have as ours does, and what would be shown as it is. */
export interface TextFaults {
  missing: string[];
  unknown: string[];
  tooLong: boolean;
  empty: boolean;
}

interface Limits {
  tokens: readonly string[];
  limit: number;
}

/** Undefined where nothing is wrong. */
export function findTextFaults(own: string, { tokens: needed, limit }: Limits): TextFaults | undefined {
  const found = tokensOf(own);
  const stray = own.replaceAll(tokens, '').match(/[{}]/g) ?? [];
  const faults = {
    missing: needed.filter((token) => !found.includes(token)),
    unknown: [...found.filter((token) => !needed.includes(token)), ...new Set(stray)],
    tooLong: own.length > limit,
    empty: own.trim() === '',
  };
  const isFine = faults.missing.length + faults.unknown.length === 0 && !faults.tooLong && !faults.empty;
  return isFine ? undefined : faults;
}

/** The words of each language by themselves, as they are looked up. */
export function ownWordsOf(parts: readonly BrandTexts[]): OwnWords {
  const own: OwnWords = {};
  for (const { channel, words } of parts) {
    const entries = Object.entries(words);
    for (const each of LANGUAGES) {
      const said = entries.flatMap(([key, texts]) => (texts[each] === undefined ? [] : [[key, texts[each]]]));
      if (said.length > 0) (own[channel] ??= {})[each] = Object.fromEntries(said) as Record<string, string>;
    }
  }
  return own;
}
