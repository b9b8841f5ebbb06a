import { createHash } from 'node:crypto';
import { DECK_SIZE } from '../../../contract/kernel/constants.ts';
import type { InputOf, ReplyOf } from '../../../contract/kernel/endpoint.ts';
import type { readDeck as endpoint } from '../../../contract/discovery/deck.ts';
import type { MemberContext } from '../../app.ts';
import { readPeople } from '../../profiles/people.ts';
import { isBoundToRegion } from '../../accounts/entitlements.ts';
import { readViewer } from '../../profiles/viewer.ts';
import { choosePlace, isSparse, readWantedPlace } from '../search/place.ts';
import { readArc, readNewcomers, readDeckState, saveProgress } from './deck.sql.ts';
import type { Lens, Place, Progress, DeckState } from './deck.sql.ts';
import { walkNewcomers, isAtEnd, walkRing } from './walk.ts';
import type { NewcomerWalk } from './walk.ts';

type Input = Pick<InputOf<typeof endpoint>, 'region' | 'city' | 'seeks'>;

/** One more than is shown tells whether anybody is left. */
const WANTED = DECK_SIZE + 1;
/** So many newcomers come before the others, who would wait for ever where many are new. */
const NEWCOMERS_FIRST = 5;
/** To look again at fewer than these costs less than to write down that they were passed. */
const WORTH_SAVING = 15;
/** Before all ids of one moment. */
const NOBODY = '00000000-0000-0000-0000-000000000000';

/**
 * The next people to decide on. Decks go round in an order that is the same for everybody, from a place that is each
 * viewer's own. How far somebody has come is kept, so that past decisions cost nothing; whoever is shown (again) later
 * comes as a newcomer. Reading changes nothing that anybody would notice.
 */
export async function readDeck(context: MemberContext, input: Input): Promise<ReplyOf<typeof endpoint>> {
  const { db, brandId } = context;
  const viewer = await readViewer(context);
  const gender = input.seeks ?? viewer.seeks;
  const chosen = choosePlace(await readWantedPlace(context, input), viewer);
  const list = isBoundToRegion(viewer) ? await context.searchLists.find({ brandId, gender }) : undefined;
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
  const state = await readDeckState(db, lens, places);
  const found = new Set(state.takenBack === null ? [] : [state.takenBack]);
  let complete = false;
  for (const [index, part] of places.entries()) {
    const dealt = await deal(context, lens, part, { state, index });
    for (const id of dealt.ids) found.add(id);
    complete = dealt.ended;
    if (!complete || found.size >= WANTED) break;
  }
  const ids = [...found].slice(0, DECK_SIZE);
  const people = await readPeople(context, viewer.profileId, ids);
  return { result: { people, complete: complete && found.size <= DECK_SIZE, ...place } };
}

/** Whoever has seen all of a town goes on with the rest of its region. */
function placesOf(region: string, city: string): [Place, ...Place[]] {
  const whole = { region, city: '' };
  return region && city ? [{ region, city }, whole] : [whole];
}

/** Those of one place who come next, and whether there is nobody after them. */
async function deal(
  { db }: MemberContext,
  lens: Lens,
  place: Place,
  { state, index }: { state: DeckState; index: number },
): Promise<{ ids: string[]; ended: boolean }> {
  const { watermark } = state;
  const { progress, isOld } = state.decks[index] ?? { progress: undefined, isOld: false };
  const startedAt = progress?.startedAt ?? startOf(lens, place);
  const ring = await walkRing(
    (arc) => readArc(db, lens, place, arc),
    startedAt,
    progress && !mayGoRoundAgain(progress, isOld) ? progress : { reached: startedAt, wentRound: false },
    WANTED,
  );
  const newcomers: NewcomerWalk = progress
    ? await walkNewcomers(
        (part) => readNewcomers(db, lens, place, { ...part, watermark }),
        progress.newcomers,
        WANTED,
      )
    : { open: [], cursor: { until: watermark, id: NOBODY }, passed: 0, ended: true };
  const hasEnded =
    progress !== undefined && !isAtEnd(progress, startedAt) && isAtEnd(ring.position, startedAt);
  if (hasEnded || Math.max(ring.passed, newcomers.passed) >= WORTH_SAVING)
    await saveProgress(db, lens, place, { startedAt, ...ring.position, newcomers: newcomers.cursor });
  const { open } = newcomers;
  return {
    ids: [...open.slice(0, NEWCOMERS_FIRST), ...ring.open, ...open.slice(NEWCOMERS_FIRST)],
    ended: ring.ended && newcomers.ended,
  };
}

/**
 * Some could not be shown when the ring was passed and can be now: they were unblocked, have changed their mind about
 * whom they seek, moved here. So whoever has come to the end goes round once more, a day later at the earliest.
 */
function mayGoRoundAgain(progress: Progress, isOld: boolean): boolean {
  return isOld && isAtEnd(progress, progress.startedAt);
}

/** Anywhere on the ring, and the same place however often it is asked for before anything is kept. */
function startOf({ viewerId, gender }: Lens, { region, city }: Place): number {
  const hash = createHash('sha256').update([viewerId, gender, region, city].join('\n')).digest();
  return hash.readUIntBE(0, 6) * 16;
}
