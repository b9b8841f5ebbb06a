/** The order in which the people of a list are shown to one member. */

import type { Reason, Term } from '#contract/discovery/reasons.ts';
import { PREMIUM_LEVELS } from '#contract/kernel/constants.ts';
import { interestNumbers } from '#contract/profile/interests.ts';
import { spokenNumbers } from '#contract/profile/spoken-languages.ts';
import type { Viewer } from '#server/profiles/viewer.ts';
import { orderOf } from '../rank/order.ts';
import { reasonsOf, scoreOf, weightsOf } from '../rank/score.ts';
import { factsFrom, sharedWith } from './facts.ts';
import type { Criteria } from './fields.ts';
import type { Seeker } from './seeker.ts';
import { NO_PEOPLE } from './views.ts';
import type { PeopleList, Positions, RankedOrder } from './views.ts';

/** So many are weighed for a page: more would cost more than a thousandth of a second. */
export const MOST_WEIGHED = 2_000;
/** Of more, so many parts of three are near, lately active, and anywhere in the list. */
const PARTS = 3;
/** Within this time a person counts as active, who is to be shown every week. */
const ACTIVE_DAYS = 7;
const NEVER_FIRST = Number.MAX_SAFE_INTEGER;

export interface Audience {
  /** All who may be shown, in the order of the list, and those of them who are near. */
  all: Positions;
  near: Positions;
  /** Who likes the member. */
  likers: ReadonlySet<number>;
  isLeftOut: (position: number) => boolean;
}

/**
 * Of many people some: those who like the member, the nearest, the last who were here, and a stretch of all others that
 * is another one for each member. Who is decided on makes room for the next.
 */
function fewOf(list: PeopleList, seeker: Seeker, { all, near, likers, isLeftOut }: Audience): number[] {
  const taken = new Uint8Array(list.count);
  const found: number[] = [];
  const take = (positions: Positions, from: number, most: number) => {
    const limit = Math.min(MOST_WEIGHED, found.length + most);
    for (let step = 0; step < positions.length && found.length < limit; step += 1) {
      const position = positions[(from + step) % positions.length] ?? 0;
      if (taken[position] === 1 || isLeftOut(position)) continue;
      taken[position] = 1;
      found.push(position);
    }
  };
  if (all.length > MOST_WEIGHED) {
    const part = Math.floor(MOST_WEIGHED / PARTS);
    if (likers.size > 0)
      take(
        all.filter((position) => likers.has(position)),
        0,
        part,
      );
    take(near, 0, part);
    take(all, 0, part);
    take(all, startOf(seeker.profileId) % all.length, MOST_WEIGHED);
  } else take(all, 0, MOST_WEIGHED);
  return found.sort((one, other) => one - other);
}

/** Anywhere, and the same for the same member. */
const startOf = (profileId: string) => Number.parseInt(profileId.slice(-8), 16);

/** Up to so many people, who suits the member best first. */
export function rankPeople(list: PeopleList, seeker: Seeker, audience: Audience, most: number): Int32Array {
  const few = fewOf(list, seeker, audience);
  const facts = factsFrom(list, seeker, audience.likers);
  const weights = weightsOf(seeker.weights);
  const scores = new Float64Array(few.length);
  const shown = new Float64Array(few.length);
  for (let index = 0; index < few.length; index += 1) {
    const known = facts(few[index] ?? 0);
    scores[index] = scoreOf(known, weights);
    shown[index] = known.daysSinceActive <= ACTIVE_DAYS ? known.shownThisWeek : NEVER_FIRST;
  }
  return orderOf(scores, shown, most).map((index) => few[index] ?? 0);
}

interface Found {
  all: Positions;
  first: Positions;
  skipped: Positions;
  likers: ReadonlySet<number>;
  /** Whether the near ones come before all others, as in a search of the whole country or beyond a small town. */
  nearFirst: boolean;
}

/**
 * The first people of a search in the order that suits the member, and behind them the rest in the list's own. It is made
 * once in a version of the list, so that pages of one version never shift.
 */
export function rankedFirst(list: PeopleList, seeker: Seeker, criteria: Criteria, found: Found): RankedOrder {
  const { all, first, skipped, likers, nearFirst } = found;
  const key = `${seeker.profileId} ${seeker.key} ${criteria.key} ${JSON.stringify(seeker.weights)} ${nearFirst} ${all.length} ${first.length} ${skipped.join(' ')}`;
  const known = list.ranked.get(key);
  if (known) return { all, skipped, ...known };
  const unseen = new Set(skipped);
  const audience = { all, near: first, likers, isLeftOut: (position: number) => unseen.has(position) };
  const inOrder = nearFirst
    ? nearThenRest(list, seeker, audience)
    : rankPeople(list, seeker, audience, MOST_WEIGHED);
  const made = { inOrder, first: inOrder.toSorted() };
  list.ranked.set(key, made);
  return { all, skipped, ...made };
}

function nearThenRest(list: PeopleList, seeker: Seeker, audience: Audience): Positions {
  const { near, isLeftOut } = audience;
  const first = rankPeople(list, seeker, { ...audience, all: near, near: NO_PEOPLE }, MOST_WEIGHED);
  if (first.length === MOST_WEIGHED) return first;
  const taken = new Uint8Array(list.count);
  for (const position of near) taken[position] = 1;
  const others = {
    ...audience,
    near: NO_PEOPLE,
    isLeftOut: (at: number) => taken[at] === 1 || isLeftOut(at),
  };
  return Int32Array.from([...first, ...rankPeople(list, seeker, others, MOST_WEIGHED - first.length)]);
}

/** What counted most for these people's places. */
export function reasonsFor(
  list: PeopleList,
  seeker: Seeker,
  likers: ReadonlySet<number>,
  mayBeSaid: (term: Term) => boolean,
): (position: number) => Reason[] {
  if (!seeker.profiling) return () => [];
  const facts = factsFrom(list, seeker, likers);
  const weights = weightsOf(seeker.weights);
  return (at) =>
    reasonsOf(facts(at), weights, mayBeSaid).map((why) => ({
      why,
      shared: sharedNames(list, seeker, why, at),
    }));
}

/** Who likes a member is what members who have paid read: it moves the order of all, and is named to those alone. */
export function sayableTo({ level }: Pick<Viewer, 'level'>): (term: Term) => boolean {
  return (term) => term !== 'likesYou' || level > PREMIUM_LEVELS.free;
}

const SHARED_MOST = 3;

function sharedNames(list: PeopleList, seeker: Seeker, why: Term, at: number): string[] {
  if (why === 'interests') return namesOf(interestNumbers, sharedWith(list, why, at, seeker.interests));
  if (why === 'languages') return namesOf(spokenNumbers, sharedWith(list, why, at, seeker.languages));
  return [];
}

function namesOf(numbers: Readonly<Record<string, number>>, wanted: readonly number[]): string[] {
  return Object.keys(numbers)
    .filter((name) => wanted.includes(numbers[name] ?? 0))
    .slice(0, SHARED_MOST);
}
