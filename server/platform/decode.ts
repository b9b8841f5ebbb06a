import { z } from 'zod';
import { Failure } from '../../contract/kernel/errors.ts';

/** Nothing of ours is nested nearly as deep. */
const DEEPEST = 32;

/** Reads what came from outside by its schema, or fails with the names of what is wrong. */
export function decode<S extends z.ZodType>(schema: S, value: unknown): z.output<S> {
  if (isTooDeep(value)) {
    throw new Failure('request.malformed', { issues: [{ path: '', problem: 'too deep' }] });
  }
  const decoded = z.safeDecode(schema, value as z.input<S>);
  if (decoded.success) return decoded.data;
  const issues = decoded.error.issues
    .slice(0, 20)
    .map(({ path, message }) => ({ path: path.join('.'), problem: message }));
  throw new Failure('request.malformed', { issues });
}

/** What nobody declared is dropped before it is read; it may still cost time. */
function isTooDeep(value: unknown, depth = 0): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return depth === DEEPEST || Object.values(value).some((part) => isTooDeep(part, depth + 1));
}
