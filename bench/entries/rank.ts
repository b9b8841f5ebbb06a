import { quantile } from '../lib/processes.ts';
import { liveThrough } from '../lib/rank/days.ts';
import type { Lived, Order } from '../lib/rank/days.ts';
import { makePeople } from '../lib/rank/people.ts';
import type { MadeUp } from '../lib/rank/people.ts';
import type { Row } from '../lib/report.ts';

const PEOPLE = Number(process.env['BENCH_PEOPLE'] ?? 20_000);
const DAYS = Number(process.env['BENCH_DAYS'] ?? 60);
const SEED = Number(process.env['BENCH_SEED'] ?? 41);

const orders: Record<Order, string> = { today: 'dealt in turn', scores: 'by scores' };

/**
 * The same made-up people, with tastes that nothing has read, live through the same weeks twice: shown to one another in
 * turn, and by the scores of the product. All of it follows from the seed.
 */
export async function rank(): Promise<Row[]> {
  const people = makePeople(PEOPLE, DAYS, SEED);
  return Object.entries(orders).map(([order, words]) => {
    const begun = performance.now();
    const lived = liveThrough(people, DAYS, order as Order, SEED);
    console.log(`  ${words}: ${((performance.now() - begun) / 1_000).toFixed(0)} s`);
    return { what: `people shown ${words}`, figures: figuresOf(people, lived) };
  });
}

export function figuresOf(people: readonly MadeUp[], lived: Lived): Record<string, number> {
  const here = people.map((_, index) => index).filter((index) => (lived.daysActive[index] ?? 0) > 0);
  const of = (values: Float64Array, indexes: readonly number[]) => indexes.map((index) => values[index] ?? 0);
  const women = here.filter((index) => people[index]?.isWoman);
  const men = here.filter((index) => !people[index]?.isWoman);
  const matches = of(lived.matches, here);
  return {
    'matches a member': mean(matches),
    'a woman': mean(of(lived.matches, women)),
    'a man': mean(of(lived.matches, men)),
    'members without one, %': 100 * mean(matches.map((count) => (count === 0 ? 1 : 0))),
    'first messages': lived.written,
    answered: lived.answered,
    'answered, %': (100 * lived.answered) / Math.max(1, lived.written),
    'answered a member': lived.answered / here.length,
    'Gini of exposure': gini(of(lived.shown, here)),
    'of women': gini(of(lived.shown, women)),
    'of men': gini(of(lived.shown, men)),
    'active people shown in a week, %': 100 * mean(lived.shownWeekly),
    'first messages an active woman a week': mean(lived.inboxes),
    'of nine in ten at most': quantile(lived.inboxes, 0.9),
    'of 99 in 100 at most': quantile(lived.inboxes, 0.99),
  };
}

const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;

/** 0 where all have the same, 1 where one has everything. */
function gini(values: readonly number[]): number {
  const sorted = values.toSorted((one, other) => one - other);
  const weighted = sorted.reduce(
    (sum, value, index) => sum + (2 * (index + 1) - sorted.length - 1) * value,
    0,
  );
  return weighted / (sorted.length * sorted.reduce((sum, value) => sum + value, 0));
}
