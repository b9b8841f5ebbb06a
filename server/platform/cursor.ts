import { fail } from '../../contract/kernel/errors.ts';
import { UUID } from './ids.ts';

/** Where a page of a list that is sorted by time ended. */
export interface Cursor {
  at: Date;
  id: string;
}

/** As an opaque text for the client. */
export function encodeCursor({ at, id }: Cursor): string {
  return Buffer.from(`${at.getTime()} ${id}`).toString('base64url');
}

const pattern = new RegExp(String.raw`^(\d{1,13}) (${UUID})$`);

export function decodeCursor(text: string | undefined): Cursor | undefined {
  if (text === undefined) return undefined;
  const plain = Buffer.from(text, 'base64url').toString();
  const [, at, id = ''] = pattern.exec(plain) ?? [];
  return at === undefined ? refuse('after') : { at: new Date(Number(at)), id };
}

/** Messages are sorted by their number, so their cursor is one. */
export function decodeNumberCursor(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  return /^\d{1,9}$/.test(text) ? Number(text) : refuse('before');
}

function refuse(path: string): never {
  return fail('request.malformed', { issues: [{ path, problem: 'must come from the last page' }] });
}
