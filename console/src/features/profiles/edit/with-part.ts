import type { Path } from './rebase.ts';

/** The same values with another one at this place. */
export function withPart<T>(values: T, path: Path, value: unknown): T {
  const [name, ...rest] = path;
  if (name === undefined) return value as T;
  const whole = values as Record<string, unknown>;
  return { ...whole, [name]: withPart(whole[name], rest, value) } as T;
}
