/** What of a text has changed, word by word. */

export interface Piece {
  /** Its place among the pieces. */
  number: number;
  text: string;
  kind: 'same' | 'added' | 'removed';
}

/** Words with the space after them, so that putting them together gives the text again. */
const wordsOf = (text: string) => text.match(/\S+\s*|\s+/g) ?? [];

/** By the longest sequence of words that both have. Texts of profiles are short enough for the whole table. */
export function findDifferences(before: string, after: string): Piece[] {
  const [old, fresh] = [wordsOf(before), wordsOf(after)];
  const same = (i: number, j: number) => old[i]?.trim() === fresh[j]?.trim();
  const lengths = new Map<number, number>();
  const place = (i: number, j: number) => i * (fresh.length + 1) + j;
  const lengthAt = (i: number, j: number) => lengths.get(place(i, j)) ?? 0;
  for (let i = old.length - 1; i >= 0; i -= 1)
    for (let j = fresh.length - 1; j >= 0; j -= 1)
      lengths.set(
        place(i, j),
        same(i, j) ? lengthAt(i + 1, j + 1) + 1 : Math.max(lengthAt(i + 1, j), lengthAt(i, j + 1)),
      );

  const pieces: Piece[] = [];
  const push = (kind: Piece['kind'], text = '') => {
    const last = pieces.at(-1);
    if (last?.kind === kind) last.text += text;
    else pieces.push({ number: pieces.length, kind, text });
  };
  let [i, j] = [0, 0];
  while (i < old.length || j < fresh.length) {
    if (i < old.length && j < fresh.length && same(i, j)) {
      push('same', fresh[j]);
      [i, j] = [i + 1, j + 1];
    } else if (j >= fresh.length || (i < old.length && lengthAt(i + 1, j) >= lengthAt(i, j + 1))) {
      push('removed', old[i]);
      i += 1;
    } else {
      push('added', fresh[j]);
      j += 1;
    }
  }
  return pieces;
}
