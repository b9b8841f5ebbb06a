import type { Baseline } from './baseline.ts';
import type { Row } from './report.ts';

export function meetsGoal({ value, goal }: Row): boolean | undefined {
  if (value === undefined || !goal) return undefined;
  return 'atLeast' in goal ? value >= goal.atLeast : value <= goal.atMost;
}

export const describeGoal = ({ goal }: Row): string =>
  goal ? ('atLeast' in goal ? `≥ ${goal.atLeast}` : `≤ ${goal.atMost}`) : '';

/** The goals, what was before and what is now; and below it all figures that were taken. */
export function printTable(rows: readonly Row[], { rows: before }: Pick<Baseline, 'rows'>): void {
  const lines = rows
    .filter(({ value }) => value !== undefined)
    .map((row) => {
      const met = meetsGoal(row);
      const earlier = before[row.what];
      return [
        row.what,
        describeGoal(row),
        earlier === undefined ? '' : describeNumber(earlier),
        describeNumber(row.value ?? Number.NaN),
        met === undefined ? '' : met ? 'yes' : 'NO',
      ];
    });
  const head = ['what', 'goal', 'before', 'now', 'met'];
  const widths = head.map((title, column) =>
    Math.max(title.length, ...lines.map((line) => line[column]?.length ?? 0)),
  );
  for (const line of [head, widths.map((width) => '-'.repeat(width)), ...lines])
    console.log(
      line
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    );
  console.log('');
  for (const { what, figures } of rows) {
    const taken = Object.entries(figures).map(([name, value]) => `${name} ${describeNumber(value)}`);
    if (taken.length > 0) console.log(`${what}: ${taken.join(', ')}`);
  }
}

export function describeNumber(value: number): string {
  if (value >= 1_000) return Math.round(value).toLocaleString('en');
  return value >= 10 ? value.toFixed(1) : value.toFixed(3);
}
