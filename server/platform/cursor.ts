/** Where a page of a list ended: the values that its rows are sorted by, as an opaque text for the client. */

import { z } from 'zod';
import { fail } from '#contract/kernel/errors.ts';
import { isUuid } from './ids.ts';

type Parameter = 'before' | 'after';

interface CursorCodec<Place> {
  encode(place: Place): string;
  /** Fails where the text is not one of ours. */
  decode(text: string | undefined): Place | undefined;
}

/** The codec of a list, by the name of its parameter and by what the text holds. */
export function cursorCodec<Place>(parameter: Parameter, place: z.ZodType<Place>): CursorCodec<Place> {
  return {
    encode: (last) => Buffer.from(JSON.stringify(z.encode(place, last))).toString('base64url'),
    decode(text) {
      if (text === undefined) return undefined;
      const read = place.safeParse(parseJson(Buffer.from(text, 'base64url').toString()));
      return read.success ? read.data : refuseCursor(parameter);
    },
  };
}

/** The last row of a page, in a list that is sorted by time. */
export interface TimeCursor {
  at: Date;
  id: string;
}

const LAST_MILLISECOND = 9_999_999_999_999;

const atAndId = z.codec(
  z.tuple([z.int().min(0).max(LAST_MILLISECOND), z.uuid()]),
  z.object({ at: z.date(), id: z.string() }),
  {
    decode: ([at, id]) => ({ at: new Date(at), id }),
    encode: ({ at, id }): [number, string] => [at.getTime(), id],
  },
);

export function timeCursor(parameter: Parameter): CursorCodec<TimeCursor> {
  return cursorCodec(parameter, atAndId);
}

/** Ids are in the order of time, so a list that is sorted by them goes on before the last one. */
export function decodeIdCursor(before: string | undefined): string | undefined {
  return before === undefined || isUuid(before) ? before : refuseCursor('before');
}

/** Messages are sorted by their number, so their cursor is one. */
export function decodeNumberCursor(text: string, parameter: Parameter): number {
  return /^\d{1,9}$/.test(text) ? Number(text) : refuseCursor(parameter);
}

export function refuseCursor(path: Parameter): never {
  return fail('request.malformed', { issues: [{ path, problem: 'must come from the last page' }] });
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}
