/** The next people of a deck: newcomers first, then the ring that every viewer goes round. */

import { createHash } from 'node:crypto';
import type { readDeck as readDeckEndpoint } from '#contract/discovery/deck.ts';
import { DECK_SIZE } from '#contract/kernel/constants.ts';
import type { InputOf, ReplyOf } from '#contract/kernel/endpoint.ts';
import type { Gender } from '#contract/kernel/fields.ts';
import { isBoundToRegion } from '#server/accounts/entitlements.ts';
import type { MemberContext } from '#server/app.ts';
import { maySearch } from '#server/profiles/viewer.ts';
import type { Viewer } from '#server/profiles/viewer.ts';
import { findAsViewer } from '../search/believed-viewer.ts';
import { choosePlace, isSparse, namedRegion, readWantedPlace } from '../search/place.ts';
import type { ChosenPlace, WantedPlace } from '../search/place.ts';
import { readArc, readNewcomers, readDeckState, saveProgress, LOOKED_AT } from './deck.sql.ts';
import type {
  Lens,
  Place,
  Progress,
  DeckState,
  Reach,
  RingRow,
  NewcomerCursor,
  NewcomerRow,
} from './deck.sql.ts';

type Input = Pick<InputOf<typeof readDeckEndpoint>, 'region' | 'city' | 'seeks'>;

/** One more than is shown says whether any person is left. */
const WANTED = DECK_SIZE + 1;
/** So many newcomers come before the others, who would wait for ever where many are new. */
const NEWCOMERS_FIRST = 5;
/** To look again at fewer than these costs less than to write down that they were passed. */
const WORTH_SAVING = 15;
/** Before all ids of one moment. */
const LOWEST_ID = '00000000-0000-0000-0000-000000000000';

/**
 * The next people to decide on. Decks go round in an order that is the same for all members, from a place that is each
 * viewer's own. How far a viewer has come is kept, so that past decisions cost nothing; a person who is shown (again) later
 * comes as a newcomer. Reading changes nothing that a member would notice.
 */
export async function readDeck(
  context: MemberContext,
  input: Input,
): Promise<ReplyOf<typeof readDeckEndpoint>> {
  const wanted = await readWantedPlace(context, input);
  const { found, people } = await findAsViewer(context, {
    isOpenTo: (viewer) => maySearch(viewer, namedRegion(wanted, viewer)),
    find: (viewer) => findNext(context, wanted, { viewer, gender: input.seeks ?? viewer.seeks }),
  });
  const { complete, place, lens, passed } = found;
  for (const { part, progress } of passed) await saveProgress(context.app.db, lens, part, progress);
  return { result: { people, complete, ...place } };
}

interface Next {
  ids: string[];
  /** No one is left after them. */
  complete: boolean;
  /** Where was looked in the end. */
  place: ChosenPlace;
  lens: Lens;
  /** How far the viewer has come where that is worth saving. */
  passed: { part: Place; progress: Progress }[];
}

async function findNext(
  context: MemberContext,
  wanted: WantedPlace,
  { viewer, gender }: { viewer: Viewer; gender: Gender },
): Promise<Next> {
  const { batches, searchLists } = context.app;
  const { brandId } = context;
  const chosen = choosePlace(wanted, viewer);
  const list = isBoundToRegion(viewer) ? await searchLists.find({ brandId, gender }) : undefined;
  const place = list && isSparse(list, viewer, gender) ? { region: null, city: null, widened: true } : chosen;
  const lens: Lens = {
    brandId,
    viewerId: viewer.profileId,
    viewerGender: viewer.gender,
    gender,
    ai: viewer.flow?.ai ?? false,
    blocked: viewer.blocked,
  };
  const places = placesOf(place.region ?? '', place.city ?? '');
  const state = await readDeckState(batches, lens, places);
  const found = new Set(state.takenBack === null ? [] : [state.takenBack]);
  const passed: Next['passed'] = [];
  let complete = false;
  for (const [index, part] of places.entries()) {
    const { ids, ended, progress } = await deal(context, lens, part, { state, index });
    for (const id of ids) found.add(id);
    if (progress) passed.push({ part, progress });
    complete = ended;
    if (!complete || found.size >= WANTED) break;
  }
  return {
    ids: [...found].slice(0, DECK_SIZE),
    complete: complete && found.size <= DECK_SIZE,
    place,
    lens,
    passed,
  };
}

/** A viewer who has seen all of a town goes on with the rest of its region. */
function placesOf(region: string, city: string): [Place, ...Place[]] {
  const whole = { region, city: '' };
  return region && city ? [{ region, city }, whole] : [whole];
}

/** Those of one place who come next, whether there is no one after them, and how far that is where it is worth saving. */
async function deal(
  { app: { batches } }: MemberContext,
  lens: Lens,
  place: Place,
  { state, index }: { state: DeckState; index: number },
): Promise<{ ids: string[]; ended: boolean; progress: Progress | undefined }> {
  const { watermark } = state;
  const { progress, isOld } = state.decks[index] ?? { progress: undefined, isOld: false };
  const startedAt = progress?.startedAt ?? startOf(lens, place);
  const ring = await walkRing(
    (arc) => readArc(batches, lens, place, arc),
    startedAt,
    progress && !mayGoRoundAgain(progress, isOld) ? progress : { reached: startedAt, wentRound: false },
    WANTED,
  );
  const newcomers: NewcomerWalk = progress
    ? await walkNewcomers(
        (part) => readNewcomers(batches, lens, place, { ...part, watermark }),
        progress.newcomers,
        WANTED,
      )
    : { open: [], cursor: { until: watermark, id: LOWEST_ID }, passed: 0, ended: true };
  const hasEnded =
    progress !== undefined && !isAtEnd(progress, startedAt) && isAtEnd(ring.position, startedAt);
  const isWorthSaving = hasEnded || Math.max(ring.passed, newcomers.passed) >= WORTH_SAVING;
  const { open } = newcomers;
  return {
    ids: [...open.slice(0, NEWCOMERS_FIRST), ...ring.open, ...open.slice(NEWCOMERS_FIRST)],
    ended: ring.ended && newcomers.ended,
    progress: isWorthSaving ? { startedAt, ...ring.position, newcomers: newcomers.cursor } : undefined,
  };
}

/**
 * Some could not be shown when the ring was passed and can be now: they were unblocked, have changed their mind about
 * whom they seek, moved here. So a viewer who has come to the end goes round once more, a day later at the earliest.
 */
function mayGoRoundAgain(progress: Progress, isOld: boolean): boolean {
  return isOld && isAtEnd(progress, progress.startedAt);
}

/** Anywhere on the ring, and the same place however often it is asked for before anything is kept. */
function startOf({ viewerId, gender }: Lens, { region, city }: Place): number {
  const hash = createHash('sha256').update([viewerId, gender, region, city].join('\n')).digest();
  return hash.readUIntBE(0, 6) * 16;
}

/** How far round. All people up to there are decided on, or not for this viewer. */
export interface RingPosition {
  reached: number;
  wentRound: boolean;
}

/** Begins behind which key and ends with which. */
export type ReadArc = (arc: { after: number; upTo: number; reach: Reach }) => Promise<RingRow[]>;

interface RingWalk {
  open: string[];
  /** How far there is no one to decide on, and how many were passed on the way there. */
  position: RingPosition;
  passed: number;
  /** All who are left on the ring were looked at. */
  ended: boolean;
}

const LAST_KEY = Number.MAX_SAFE_INTEGER;
const MOST_LOOKED_AT = LOOKED_AT.near + LOOKED_AT.far;

function isAtEnd({ reached, wentRound }: RingPosition, startedAt: number): boolean {
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

interface NewcomerWalk {
  open: string[];
  /** How far there is no one to decide on, and how many were passed on the way there. */
  cursor: NewcomerCursor;
  passed: number;
  ended: boolean;
}

/** Looks at those who came after the cursor, until enough are found or so many were looked at that it must do for now. */
async function walkNewcomers(
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
      // A person who came before it in a transaction that has not committed yet would be passed for ever.
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
