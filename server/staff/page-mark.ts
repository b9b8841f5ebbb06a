import { fail } from '../../contract/kernel/errors.ts';

/** Where a page ended, in a list that goes by time. */
export interface Mark {
  at: Date;
  id: string;
}

/** The same as a word that means something to us alone. */
export function writeMark({ at, id }: Mark): string {
  return Buffer.from(`${at.getTime()} ${id}`).toString('base64url');
}

export function readMark(text: string | undefined): Mark | undefined {
  if (text === undefined) return undefined;
  const plain = Buffer.from(text, 'base64url').toString();
  const [, at, id = ''] = /^(\d{1,13}) ([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})$/.exec(plain) ?? [];
  return at === undefined ? refuse('after') : { at: new Date(Number(at)), id };
}

/** Messages go by their number, so a page of them ends at one. */
export function readNumberMark(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  return /^\d{1,9}$/.test(text) ? Number(text) : refuse('before');
}

function refuse(path: string): never {
  return fail('request.malformed', { issues: [{ path, problem: 'must come from the last page' }] });
}
