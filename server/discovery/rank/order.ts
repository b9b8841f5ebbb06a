/** Puts people into order by their scores, with a place now and then for the person who was shown least. */

/** Every so many places one goes to the person who was shown least this week, so that everyone active is shown. */
export const FAIR_EVERY = 5;

const BUCKETS = 2_048;

/** The indexes of these scores, highest first. Those of about the same score stay in the order they have. */
function byScore(scores: Float64Array): Int32Array {
  let highest = 0;
  for (const score of scores) if (score > highest) highest = score;
  const scale = highest > 0 ? (BUCKETS - 1) / highest : 0;
  // Counting is linear, and a sort that compares is not.
  const starts = new Int32Array(BUCKETS + 1);
  const bucketOf = (score: number) => BUCKETS - 1 - Math.trunc(score * scale);
  const add = (bucket: number, count: number) => (starts[bucket] = (starts[bucket] ?? 0) + count);
  for (const score of scores) add(bucketOf(score) + 1, 1);
  for (let bucket = 1; bucket <= BUCKETS; bucket += 1) add(bucket, starts[bucket - 1] ?? 0);
  const sorted = new Int32Array(scores.length);
  for (let index = 0; index < scores.length; index += 1) {
    const bucket = bucketOf(scores[index] ?? 0);
    sorted[starts[bucket] ?? 0] = index;
    add(bucket, 1);
  }
  return sorted;
}

/** Of these indexes, in this order, those who were shown least. */
function leastShown(sorted: Int32Array, shown: ArrayLike<number>, wanted: number): number[] {
  const found: number[] = [];
  // Few counts are small, and there are few of them: most weeks the first one or two are enough.
  let least = -1;
  while (found.length < wanted) {
    let next = Number.POSITIVE_INFINITY;
    for (const index of sorted) {
      const count = shown[index] ?? 0;
      if (count > least && count < next) next = count;
    }
    if (next === Number.POSITIVE_INFINITY) break;
    for (const index of sorted) if (shown[index] === next) found.push(index);
    least = next;
  }
  return found;
}

/**
 * The first so many of those who were scored, as indexes: the highest first, and at every fifth place the one of all who
 * was shown least. Each comes once.
 */
export function orderOf(scores: Float64Array, shown: ArrayLike<number>, wanted: number): Int32Array {
  const sorted = byScore(scores);
  const length = Math.min(wanted, sorted.length);
  // Some of them may have come by their score already.
  const fair = leastShown(sorted, shown, length);
  const taken = new Uint8Array(sorted.length);
  const order = new Int32Array(length);
  let [bestAt, fairAt] = [0, 0];
  for (let place = 0; place < length; place += 1) {
    while (fairAt < fair.length && taken[fair[fairAt] ?? 0] === 1) fairAt += 1;
    while (bestAt < sorted.length && taken[sorted[bestAt] ?? 0] === 1) bestAt += 1;
    const isFair = place % FAIR_EVERY === FAIR_EVERY - 1 && fairAt < fair.length;
    const index = (isFair ? fair[fairAt] : sorted[bestAt]) ?? 0;
    taken[index] = 1;
    order[place] = index;
  }
  return order;
}
