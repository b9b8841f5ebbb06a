import { LOOKED_AT } from './queries.ts';
import type { NewcomerMark, NewcomerRow, Reach } from './queries.ts';

export type ReadNewcomers = (part: { after: NewcomerMark; reach: Reach }) => Promise<NewcomerRow[]>;

export interface NewcomerWalk {
  open: string[];
  /** How far nobody is open, and how many were passed on the way there. */
  mark: NewcomerMark;
  passed: number;
  ended: boolean;
}

/** Looks at those who came after the mark, until enough are found or so many were looked at that it must do for now. */
export async function walkNewcomers(
  read: ReadNewcomers,
  from: NewcomerMark,
  wanted: number,
): Promise<NewcomerWalk> {
  const open: string[] = [];
  let mark = from;
  let after = from;
  let passed = 0;
  let isHeld = false;
  for (const reach of ['near', 'far'] as const) {
    const rows = await read({ after, reach });
    for (const row of rows) {
      // Somebody who came just before may not be there to be seen yet.
      isHeld ||= row.open || !row.settled;
      if (row.open) open.push(row.id);
      after = { until: row.since, id: row.id };
      if (isHeld) continue;
      mark = after;
      passed += 1;
    }
    if (rows.length < LOOKED_AT[reach]) return { open, mark, passed, ended: true };
    if (open.length >= wanted) break;
  }
  return { open, mark, passed, ended: false };
}
