/** So many rows an export holds at most. */
export const MOST_EXPORTED = 5_000;

interface Page<Row> {
  rows: readonly Row[];
  next: string | null;
}

/** A list that comes in pages, whole or as much of it as an export may hold. */
export async function readPages<Row>(read: (after: string | null) => Promise<Page<Row>>): Promise<Row[]> {
  const all: Row[] = [];
  let after: string | null = null;
  do {
    // Each page names the next.
    // oxlint-disable-next-line no-await-in-loop
    const page: Page<Row> = await read(after);
    all.push(...page.rows);
    after = page.next;
  } while (after !== null && all.length < MOST_EXPORTED);
  return all.slice(0, MOST_EXPORTED);
}
