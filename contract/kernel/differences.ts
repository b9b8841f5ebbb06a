/** What of a list has changed. */

export interface Difference {
  kind: 'same' | 'added' | 'removed';
  item: string;
}

/** By the longest sequence that both have. For lists of some hundreds: the whole table is kept. */
export function findListDifferences(
  before: readonly string[],
  after: readonly string[],
  isSame = (one: string, other: string) => one === other,
): Difference[] {
  const lengths = new Map<number, number>();
  const place = (i: number, j: number) => i * (after.length + 1) + j;
  const lengthAt = (i: number, j: number) => lengths.get(place(i, j)) ?? 0;
  const matches = (i: number, j: number) => {
    const [old, fresh] = [before[i], after[j]];
    return old !== undefined && fresh !== undefined && isSame(old, fresh);
  };
  for (let i = before.length - 1; i >= 0; i -= 1)
    for (let j = after.length - 1; j >= 0; j -= 1)
      lengths.set(
        place(i, j),
        matches(i, j) ? lengthAt(i + 1, j + 1) + 1 : Math.max(lengthAt(i + 1, j), lengthAt(i, j + 1)),
      );

  const differences: Difference[] = [];
  let [i, j] = [0, 0];
  while (i < before.length || j < after.length) {
    if (matches(i, j)) {
      differences.push({ kind: 'same', item: after[j] ?? '' });
      [i, j] = [i + 1, j + 1];
    } else if (j >= after.length || (i < before.length && lengthAt(i + 1, j) >= lengthAt(i, j + 1))) {
      differences.push({ kind: 'removed', item: before[i] ?? '' });
      i += 1;
    } else {
      differences.push({ kind: 'added', item: after[j] ?? '' });
      j += 1;
    }
  }
  return differences;
}
