/** What is different between two contents, line by line. */

import { isDeepStrictEqual } from 'node:util';
import type { DifferenceLine } from '#contract/staff/brand-editing.ts';

const MOST_LINES = 5_000;

export function findDifferences(before: unknown, after: unknown): DifferenceLine[] {
  return compare(before, after, []).slice(0, MOST_LINES);
}

function compare(before: unknown, after: unknown, path: (string | number)[]): DifferenceLine[] {
  if (isDeepStrictEqual(before, after)) return [];
  const [old, fresh] = [itemsOf(before), itemsOf(after)];
  // A whole thing that comes or goes is shown field by field as well; a plain value, and a list of them, in one line.
  if ((old ?? fresh) && (old || before === undefined) && (fresh || after === undefined)) {
    const names = new Set([...(old?.keys() ?? []), ...(fresh?.keys() ?? [])]);
    return [...names].flatMap((name) => compare(old?.get(name), fresh?.get(name), [...path, name]));
  }
  const kind = before === undefined ? 'added' : after === undefined ? 'removed' : 'changed';
  return [{ path, kind, before: before ?? null, after: after ?? null }];
}

/** The fields of an object, and the items of a list of objects; nothing of what is one value. */
function itemsOf(value: unknown): Map<string | number, unknown> | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  if (!Array.isArray(value)) return new Map(Object.entries(value));
  const items = value as unknown[];
  if (items.length === 0 || !items.every((item) => typeof item === 'object' && item !== null))
    return undefined;
  return new Map(namesOf(items as Record<string, unknown>[]).map((name, index) => [name, items[index]]));
}

/** Items that have names of their own are the same item wherever in the list they stand. */
function namesOf(items: readonly Record<string, unknown>[]): (string | number)[] {
  for (const field of ['id', 'name']) {
    const names = items.map((item) => item[field]);
    const unique = new Set(names.filter((name) => typeof name === 'string'));
    if (unique.size === items.length) return names as string[];
  }
  return [...items.keys()];
}
