import { median } from '../processes.ts';

/** Both answer with what one of something cost in a short slice: CPU milliseconds, or memory. */
export interface Neighbours {
  ours(): Promise<number>;
  bare(): Promise<number>;
}

export interface Comparison {
  ours: number;
  bare: number;
  /** How many times as dear as its bare neighbour it is. */
  ratio: number;
  slices: number;
}

/**
 * Measures both in turns until the time is over. Whatever else the machine does disturbs both slices of a turn alike, and
 * the median of the turns leaves out those that were disturbed unevenly.
 */
export async function compareInSlices(
  { ours, bare }: Neighbours,
  { seconds, fewest = 3 }: { seconds: number; fewest?: number },
): Promise<Comparison> {
  const turns: { ours: number; bare: number }[] = [];
  const until = performance.now() + seconds * 1_000;
  while (turns.length < fewest || performance.now() < until) {
    // Either is first every other time.
    const first = turns.length % 2 === 0 ? await bare() : undefined;
    const own = await ours();
    turns.push({ ours: own, bare: first ?? (await bare()) });
  }
  return {
    ours: median(turns.map((turn) => turn.ours)),
    bare: median(turns.map((turn) => turn.bare)),
    ratio: median(turns.map((turn) => turn.ours / turn.bare)),
    slices: turns.length,
  };
}
