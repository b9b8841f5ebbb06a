import type { Content } from '#console/features/publishing/draft-saver.ts';

export type Path = readonly (string | number)[];

/** What stands at a place of a draft, which may hold anything. */
export function readAt(content: Content, path: Path): unknown {
  return path.reduce<unknown>(
    (value, step) =>
      typeof value === 'object' && value !== null
        ? (value as Record<string | number, unknown>)[step]
        : undefined,
    content,
  );
}

/** The content with another value at that place. What leads there and is missing is made; undefined takes a field away. */
export function writeAt(content: Content, path: Path, value: unknown): Content {
  return write(content, path, value) as Content;
}

function write(whole: unknown, [step, ...rest]: Path, value: unknown): unknown {
  if (step === undefined) return value;
  if (typeof step === 'number') {
    const list = Array.isArray(whole) ? [...(whole as unknown[])] : [];
    list[step] = write(list[step], rest, value);
    return list;
  }
  const { [step]: before, ...others } = (typeof whole === 'object' && whole !== null ? whole : {}) as Content;
  const next = write(before, rest, value);
  return next === undefined ? others : { ...(whole as Content), [step]: next };
}

/** A list of a draft, each item as it is; nothing where something else stands there. */
export function listAt<T>(content: Content, path: Path, is: (item: unknown) => item is T): T[] {
  const list = readAt(content, path);
  return Array.isArray(list) ? list.filter(is) : [];
}

export const isText = (item: unknown): item is string => typeof item === 'string';
export const isObject = (item: unknown): item is Record<string, unknown> =>
  typeof item === 'object' && item !== null && !Array.isArray(item);

/** A list with one item somewhere else. */
export function moved<T>(list: readonly T[], from: number, to: number): T[] {
  const others = list.filter((_, index) => index !== from);
  const item = list[from];
  return item === undefined ? [...list] : [...others.slice(0, to), item, ...others.slice(to)];
}
