import { fail } from '../../contract/kernel/errors.ts';

/** Which messages are wanted: those before a number, or those after one. */
export type Place = { before: number; after?: undefined } | { after: number };

const LAST = 2_147_483_647;

export function readPlace({
  before,
  after,
}: {
  before?: string | undefined;
  after?: string | undefined;
}): Place {
  if (after === undefined) return { before: before === undefined ? LAST : readNumber('before', before) };
  return before === undefined ? { after: readNumber('after', after) } : refuse('before');
}

function readNumber(path: string, text: string): number {
  return /^\d{1,9}$/.test(text) ? Number(text) : refuse(path);
}

function refuse(path: string): never {
  return fail('request.malformed', {
    issues: [{ path, problem: 'must come from the last page, and alone' }],
  });
}
