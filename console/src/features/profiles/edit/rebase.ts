/** Where in a form something stands: `words`, `it`, `about`. */
export type Path = readonly string[];

export interface Rebased<T> {
  values: T;
  /** What both have changed, each in their own way. Mine is in `values`. */
  clashes: { path: Path; theirs: unknown }[];
}

/**
 * What I have typed on top of what was saved meanwhile: theirs where I have changed nothing, mine where I have. `base` is what
 * both began with.
 */
export function rebase<T>(base: T, mine: T, theirs: T, path: Path = []): Rebased<T> {
  if (isSame(mine, theirs) || isSame(base, theirs)) return { values: mine, clashes: [] };
  if (isSame(base, mine)) return { values: theirs, clashes: [] };
  if (!isRecord(base) || !isRecord(mine) || !isRecord(theirs))
    return { values: mine, clashes: [{ path, theirs }] };
  const names = [...new Set([...Object.keys(mine), ...Object.keys(theirs)])];
  const parts = names.map((name) => {
    const part = rebase<unknown>(base[name], mine[name], theirs[name], [...path, name]);
    return { name, part };
  });
  return {
    values: Object.fromEntries(parts.map(({ name, part }) => [name, part.values])) as T,
    clashes: parts.flatMap(({ part }) => part.clashes),
  };
}

export function isSame(one: unknown, other: unknown): boolean {
  if (Object.is(one, other)) return true;
  if (Array.isArray(one) && Array.isArray(other))
    return one.length === other.length && one.every((each, index) => isSame(each, other[index]));
  if (!isRecord(one) || !isRecord(other)) return false;
  const names = Object.keys(one);
  return names.length === Object.keys(other).length && names.every((name) => isSame(one[name], other[name]));
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
