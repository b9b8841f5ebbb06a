import { LOOKED_AT } from './deck.sql.ts';
import type { Reach, RingRow, NewcomerCursor, NewcomerRow } from './deck.sql.ts';

/** How far round. Everybody up to there is decided on, or not for this viewer. */
export interface RingPosition {
  reached: number;
  wentRound: boolean;
}

/** Begins behind which key and ends with which. */
export type ReadArc = (arc: { after: number; upTo: number; reach: Reach }) => Promise<RingRow[]>;

interface RingWalk {
  open: string[];
  /** How far nobody is open, and how many were passed on the way there. */
  position: RingPosition;
  passed: number;
  /** Everybody who is left on the ring was looked at. */
  ended: boolean;
}

const LAST_KEY = Number.MAX_SAFE_INTEGER;
const MOST_LOOKED_AT = LOOKED_AT.near + LOOKED_AT.far;

export function isAtEnd({ reached, wentRound }: RingPosition, startedAt: number): boolean {
  return wentRound && reached >= startedAt;
}

/** Looks ahead on the ring until enough are found, the ring ends, or so many were looked at that it must do for now. */
export async function walkRing(
  read: ReadArc,
  startedAt: number,
  from: RingPosition,
  wanted: number,
): Promise<RingWalk> {
  const open: string[] = [];
  let position = from;
  let at = from;
  let looked = 0;
  let passed = 0;
  while (open.length < wanted && looked < MOST_LOOKED_AT && !isAtEnd(at, startedAt)) {
    const reach = looked === 0 ? 'near' : 'far';
    const upTo = at.wentRound ? startedAt : LAST_KEY;
    const rows = await read({ after: at.reached, upTo, reach });
    looked += Math.max(1, rows.length);
    const isCut = rows.length === LOOKED_AT[reach];
    const whole = isCut ? withoutLastKey(rows) : rows;
    const { wentRound } = at;
    at = isCut ? { reached: lastKey(whole), wentRound } : endOfArc(at, startedAt);
    const firstOpen = open.length === 0 ? whole.find((row) => row.open) : undefined;
    if (open.length === 0) {
      position = firstOpen ? { reached: firstOpen.key - 1, wentRound } : at;
      passed += firstOpen ? whole.indexOf(firstOpen) : whole.length;
    }
    open.push(...whole.filter((row) => row.open).map(({ id }) => id));
  }
  return { open, position, passed, ended: isAtEnd(at, startedAt) };
}

/** Where the rows were cut off, another one may have the same key as the last. All with one key come together. */
function withoutLastKey(rows: readonly RingRow[]): readonly RingRow[] {
  const whole = rows.filter(({ key }) => key < lastKey(rows));
  return whole.length > 0 ? whole : rows;
}

const lastKey = (rows: readonly RingRow[]) => rows.at(-1)?.key ?? LAST_KEY;

function endOfArc({ wentRound }: RingPosition, startedAt: number): RingPosition {
  return wentRound ? { reached: startedAt, wentRound } : { reached: -1, wentRound: true };
}

type ReadNewcomers = (part: { after: NewcomerCursor; reach: Reach }) => Promise<NewcomerRow[]>;

export interface NewcomerWalk {
  open: string[];
  /** How far nobody is open, and how many were passed on the way there. */
  cursor: NewcomerCursor;
  passed: number;
  ended: boolean;
}

/** Looks at those who came after the cursor, until enough are found or so many were looked at that it must do for now. */
export async function walkNewcomers(
  read: ReadNewcomers,
  from: NewcomerCursor,
  wanted: number,
): Promise<NewcomerWalk> {
  const open: string[] = [];
  let cursor = from;
  let after = from;
  let passed = 0;
  let isHeld = false;
  for (const reach of ['near', 'far'] as const) {
    const rows = await read({ after, reach });
    for (const row of rows) {
      // Whoever came before it in a transaction that has not committed yet would be passed for ever.
      isHeld ||= row.open || !row.final;
      if (row.open) open.push(row.id);
      after = { until: row.since, id: row.id };
      if (isHeld) continue;
      cursor = after;
      passed += 1;
    }
    if (rows.length < LOOKED_AT[reach]) return { open, cursor, passed, ended: true };
    if (open.length >= wanted) break;
  }
  return { open, cursor, passed, ended: false };
}
