import { z } from 'zod';
import { Failure } from '../../contract/errors.ts';

/** Nothing of ours is nested nearly as deep. */
const DEEPEST = 32;

/** Reads what came from outside by its schema, or fails with the names of what is wrong. */
export function decode<S extends z.ZodType>(schema: S, value: unknown): z.output<S> {
  const problem = findProblem(value);
  if (problem) throw new Failure('request.malformed', { issues: [{ path: '', problem }] });
  const decoded = z.safeDecode(schema, value as z.input<S>);
  if (decoded.success) return decoded.data;
  const issues = decoded.error.issues
    .slice(0, 20)
    .map(({ path, message }) => ({ path: path.join('.'), problem: message }));
  throw new Failure('request.malformed', { issues });
}

/** No text of ours has a zero byte, and PostgreSQL cannot store one. */
function findProblem(value: unknown, depth = 0): string | undefined {
  if (typeof value === 'string') return value.includes('\0') ? 'a zero byte' : undefined;
  if (typeof value !== 'object' || value === null) return undefined;
  if (depth === DEEPEST) return 'too deep';
  for (const [name, part] of Object.entries(value)) {
    const problem = name.includes('\0') ? 'a zero byte' : findProblem(part, depth + 1);
    if (problem) return problem;
  }
  return undefined;
}
