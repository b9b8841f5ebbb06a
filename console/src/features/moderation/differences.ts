/** What of a text has changed, word by word. */

import { type Difference, findListDifferences } from '#contract/kernel/differences.ts';

export interface Piece {
  /** Its place among the pieces. */
  number: number;
  text: string;
  kind: Difference['kind'];
}

/** Words with the space after them, so that putting them together gives the text again. */
const wordsOf = (text: string) => text.match(/\S+\s*|\s+/g) ?? [];

/** Texts of profiles are short enough to be compared whole. */
export function findDifferences(before: string, after: string): Piece[] {
  const pieces: Piece[] = [];
  const isSame = (one: string, other: string) => one.trim() === other.trim();
  for (const { kind, item } of findListDifferences(wordsOf(before), wordsOf(after), isSame)) {
    const last = pieces.at(-1);
    if (last?.kind === kind) last.text += item;
    else pieces.push({ number: pieces.length, kind, text: item });
  }
  return pieces;
}
