/** How long a bench takes, by how long each of its entries took here before. */

/** Seconds by the name of an entry. */
export type Durations = Readonly<Record<string, number>>;

/** Before anything is measured. What was never measured on this machine is unknown. */
export function describePlan(names: readonly string[], known: Durations): string {
  const { seconds, unknown } = sumOf(names, known);
  const entries = names.length === 1 ? 'one entry' : `${names.length} entries`;
  if (unknown.length === names.length)
    return `Measuring ${entries}. The first time on a machine takes some minutes each; the next time it is known how many.`;
  const rest = unknown.length > 0 ? ` Not measured here yet: ${unknown.join(', ')}.` : '';
  return `Measuring ${entries}: about ${inWords(seconds)}, by the last run of each.${rest}`;
}

/** When an entry begins: which one it is, and what is left with it. */
export function describeEntry(names: readonly string[], index: number, known: Durations): string {
  const name = names[index] ?? '';
  const own = known[name];
  const { seconds, unknown } = sumOf(names.slice(index), known);
  const more = unknown.length > 0 ? ' at least' : '';
  const took = own === undefined ? 'for the first time here' : `about ${inWords(own)}`;
  const left = index === names.length - 1 ? '' : `; about ${inWords(seconds)}${more} until the end`;
  return `Measuring ${name} (${index + 1} of ${names.length}), ${took}${left} …`;
}

function sumOf(names: readonly string[], known: Durations) {
  return {
    seconds: names.reduce((sum, name) => sum + (known[name] ?? 0), 0),
    unknown: names.filter((name) => known[name] === undefined),
  };
}

function inWords(seconds: number): string {
  if (seconds < 90) return `${Math.round(seconds)} s`;
  return `${Math.round(seconds / 60)} minutes`;
}
