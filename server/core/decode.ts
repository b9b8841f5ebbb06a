import { z } from 'zod';
import { Failure } from '../../contract/errors.ts';

/** Reads what came from outside by its schema, or fails with the names of what is wrong. */
export function decode<S extends z.ZodType>(schema: S, value: unknown): z.output<S> {
  if (holdsNul(value)) throw new Failure('request.malformed', { issues: [{ path: '', problem: 'a zero byte' }] });
  const decoded = z.safeDecode(schema, value as z.input<S>);
  if (decoded.success) return decoded.data;
  const issues = decoded.error.issues
    .slice(0, 20)
    .map(({ path, message }) => ({ path: path.join('.'), problem: message }));
  throw new Failure('request.malformed', { issues });
}

/** No text of ours has a zero byte, and PostgreSQL cannot store one. */
function holdsNul(value: unknown): boolean {
  if (typeof value === 'string') return value.includes('\0');
  if (typeof value !== 'object' || value === null) return false;
  return Object.entries(value).some(([name, part]) => name.includes('\0') || holdsNul(part));
}
