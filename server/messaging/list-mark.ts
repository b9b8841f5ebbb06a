import { fail } from '../../contract/kernel/errors.ts';
import { sources } from './list-queries.ts';
import type { ListMark } from './list-queries.ts';

/** Where the next page begins, as a word that means something to us alone. */
export function writeMark({ at, source, id }: ListMark): string {
  return Buffer.from(`${at} ${source} ${id}`).toString('base64url');
}

const uuid = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/;

export function readMark(text: string | undefined): ListMark | undefined {
  if (text === undefined) return undefined;
  const [at = '', name, id = '', ...more] = Buffer.from(text, 'base64url').toString().split(' ');
  const source = sources.find((one) => one === name);
  const fits = source === 'system' ? /^[a-z\d]{1,10}$/ : uuid;
  if (!source || !/^\d{1,16}$/.test(at) || !fits.test(id) || more.length > 0) {
    return fail('request.malformed', {
      issues: [{ path: 'before', problem: 'must come from the last page' }],
    });
  }
  return { at: Number(at), source, id };
}
