import { fail } from '../../contract/kernel/errors.ts';
import type { Mark } from './queries.ts';

/** Where the next page begins, as a word that means something to us alone. */
export function writeMark({ at, kind, from_id }: Mark): string {
  return Buffer.from(`${at} ${kind} ${from_id}`).toString('base64url');
}

export function readMark(text: string | undefined): Mark | undefined {
  if (text === undefined) return undefined;
  const plain = Buffer.from(text, 'base64url').toString();
  const parts = /^(\d{1,16}) (like|visit) ([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})$/.exec(plain);
  const [, at, kind, fromId = ''] = parts ?? [];
  if (!parts) {
    return fail('request.malformed', {
      issues: [{ path: 'before', problem: 'must come from the last page' }],
    });
  }
  return { at: Number(at), kind: kind === 'like' ? 'like' : 'visit', from_id: fromId };
}
