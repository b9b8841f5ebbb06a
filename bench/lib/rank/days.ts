/** Weeks in the life of made-up people: they come, look at cards in some order, like, write, answer, and leave. */

import { orderOf } from '#server/discovery/rank/order.ts';
import { scoreOf, usualWeights } from '#server/discovery/rank/score.ts';
import { attraction, kilometresBetween, seeded, suitsBoth } from './people.ts';
import type { MadeUp, Random } from './people.ts';

/** Whom a person is shown next: `today` as a deck was dealt before there were scores, `scores` as it is dealt by them. */
export type Order = 'today' | 'scores';

const WEEK = 7;
/** A first message is no longer answered after so many days. */
const ANSWERED_WITHIN = 7;
/** Those who write after a match, and without one. */
const WRITES_MATCHED = 0.7;
const WRITES_UNMATCHED = 0.06;
/** Newcomers who came before the others in a deck that was dealt in turn. */
const NEWCOMERS_FIRST = 5;

interface Letter {
  from: number;
  day: number;
  matched: boolean;
}

/** The state of one person. */
interface State {
  /** For each of the other gender in their region, by the number there: 1 passed over, 2 liked. */
  decided: Uint8Array;
  startsAt: number;
  lastActive: number;
  shownThisWeek: number;
  receivedThisWeek: number;
  answeredThisWeek: number;
  received: number;
  answeredAtOnce: number;
  inbox: Letter[];
}

export interface Lived {
  shown: Float64Array;
  matches: Float64Array;
  written: number;
  answered: number;
  /** A week's: of those who were here, the share that was shown to a person. */
  shownWeekly: number[];
  /** First messages that each woman who was here got, in each full week. */
  inboxes: number[];
  /** On how many days each was here. */
  daysActive: Float64Array;
}

export function liveThrough(people: readonly MadeUp[], days: number, order: Order, seed: number): Lived {
  const random = seeded(seed);
  const numbers = people.map((_, index) => index);
  const pools = Map.groupBy(numbers, (index) => poolOf(at(people, index)));
  const placeIn = numbers.map(() => 0);
  for (const pool of pools.values()) for (const [place, index] of pool.entries()) placeIn[index] = place;
  const others = people.map((one) => pools.get(poolOf({ ...one, isWoman: !one.isWoman })) ?? []);
  const keys = people.map(() => random());
  const ring = new Map(
    [...pools].map(([name, pool]) => [name, pool.toSorted((one, other) => at(keys, one) - at(keys, other))]),
  );
  const states = people.map((_, index): State => ({
    decided: new Uint8Array(at(others, index).length),
    startsAt: random(),
    lastActive: -WEEK,
    shownThisWeek: 0,
    receivedThisWeek: 0,
    answeredThisWeek: 0,
    received: 0,
    answeredAtOnce: 0,
    inbox: [],
  }));
  const lived: Lived = {
    shown: new Float64Array(people.length),
    matches: new Float64Array(people.length),
    written: 0,
    answered: 0,
    shownWeekly: [],
    inboxes: [],
    daysActive: new Float64Array(people.length),
  };

  /** In the order of the ring from the viewer's own place, newcomers first. */
  function todaysOrder(
    viewer: number,
    open: (other: number) => boolean,
    day: number,
    wanted: number,
  ): number[] {
    const { startsAt } = at(states, viewer);
    const round = ring.get(poolOf({ ...at(people, viewer), isWoman: !at(people, viewer).isWoman })) ?? [];
    const begin = round.findIndex((other) => at(keys, other) > startsAt);
    const since = Math.max(0, at(people, viewer).joined);
    const newcomers: number[] = [];
    const inTurn: number[] = [];
    for (let step = 0; step < round.length && inTurn.length < wanted; step += 1) {
      const other = at(round, (Math.max(0, begin) + step) % round.length);
      if (!open(other)) continue;
      const { joined } = at(people, other);
      const isNew = joined > since && joined <= day && newcomers.length < NEWCOMERS_FIRST;
      (isNew ? newcomers : inTurn).push(other);
    }
    return [...newcomers, ...inTurn].slice(0, wanted);
  }

  /** What does not change between two people is worked out once. */
  const pairs: (Pairs | undefined)[] = people.map(() => undefined);
  const pairsOf = (viewer: number) => (pairs[viewer] ??= pairUp(people, viewer, at(others, viewer)));

  function scoredOrder(
    viewer: number,
    open: (other: number) => boolean,
    day: number,
    wanted: number,
  ): number[] {
    const { suits, kilometres, interests, languages } = pairsOf(viewer);
    const pool = at(others, viewer);
    const own = at(placeIn, viewer);
    const found: number[] = [];
    for (const [place, other] of pool.entries()) if (suits[place] === 1 && open(other)) found.push(place);
    const scores = new Float64Array(found.length);
    const shown = new Float64Array(found.length);
    for (const [index, place] of found.entries()) {
      const other = at(pool, place);
      const state = at(states, other);
      const daysSinceActive = day - state.lastActive;
      scores[index] = scoreOf(
        {
          likesViewer: state.decided[own] === 2,
          kilometres: kilometres[place] ?? 0,
          daysSinceActive,
          interestsInCommon: interests[place] ?? 0,
          languagesInCommon: languages[place] ?? 0,
          answersWithinDay: state.received < 5 ? null : state.answeredAtOnce / state.received,
          daysHere: day - at(people, other).joined,
          shownThisWeek: state.shownThisWeek,
          demand: state.receivedThisWeek / Math.max(5, state.answeredThisWeek),
        },
        usualWeights,
      );
      // A place for the person who was shown least is for active people, as in the product.
      shown[index] = daysSinceActive <= WEEK ? state.shownThisWeek : Number.MAX_SAFE_INTEGER;
    }
    return [...orderOf(scores, shown, wanted)].map((index) => at(pool, at(found, index)));
  }

  function look(viewer: number, day: number): void {
    const own = at(people, viewer);
    const { decided } = at(states, viewer);
    const isOpen = (other: number) => decided[at(placeIn, other)] === 0 && at(people, other).joined <= day;
    const wanted = Math.max(1, Math.round(own.patience * (0.5 + random())));
    const deal = order === 'today' ? todaysOrder : scoredOrder;
    for (const other of deal(viewer, isOpen, day, wanted)) {
      const state = at(states, other);
      state.shownThisWeek += 1;
      count(lived.shown, other);
      const likes = random() < chance(attraction(own, at(people, other)));
      decided[at(placeIn, other)] = likes ? 2 : 1;
      if (!likes) continue;
      const matched = state.decided[at(placeIn, viewer)] === 2;
      if (matched) for (const one of [viewer, other]) count(lived.matches, one);
      if (random() < (matched ? WRITES_MATCHED : own.isWoman ? 0 : WRITES_UNMATCHED)) {
        lived.written += 1;
        state.received += 1;
        state.receivedThisWeek += 1;
        state.inbox.push({ from: viewer, day, matched });
      }
    }
  }

  function answer(reader: number, day: number): void {
    const state = at(states, reader);
    const own = at(people, reader);
    const waiting = state.inbox.filter(({ day: sent }) => day - sent <= ANSWERED_WITHIN);
    let left = Math.round(own.answers);
    const unread: Letter[] = [];
    for (const letter of waiting.toReversed()) {
      if (left === 0) {
        unread.push(letter);
        continue;
      }
      const liking = attraction(own, at(people, letter.from)) + (letter.matched ? 2.5 : 0);
      if (random() > chance(liking)) continue;
      left -= 1;
      lived.answered += 1;
      state.answeredThisWeek += 1;
      if (day - letter.day <= 1) state.answeredAtOnce += 1;
    }
    state.inbox = unread.toReversed();
  }

  function endWeek(day: number): void {
    let [here, shown] = [0, 0];
    for (const [index, state] of states.entries()) {
      if (day - state.lastActive < WEEK) {
        here += 1;
        if (state.shownThisWeek > 0) shown += 1;
        if (at(people, index).isWoman) lived.inboxes.push(state.receivedThisWeek);
      }
      state.shownThisWeek = 0;
      state.receivedThisWeek = 0;
      state.answeredThisWeek = 0;
    }
    lived.shownWeekly.push(shown / Math.max(1, here));
  }

  for (let day = 0; day < days; day += 1) {
    const evening = shuffled(numbers, random).filter((index) => {
      const { joined, left, evenings } = at(people, index);
      return day >= joined && day < left && random() < evenings / WEEK;
    });
    for (const index of evening) {
      at(states, index).lastActive = day;
      count(lived.daysActive, index);
      answer(index, day);
      look(index, day);
    }
    if (day % WEEK === WEEK - 1) endWeek(day);
  }
  return lived;
}

interface Pairs {
  suits: Uint8Array;
  kilometres: Float32Array;
  interests: Uint8Array;
  languages: Uint8Array;
}

function pairUp(people: readonly MadeUp[], viewer: number, others: readonly number[]): Pairs {
  const own = at(people, viewer);
  const interests = new Set(own.interests);
  const across = <T>(read: (other: MadeUp) => T) => others.map((other) => read(at(people, other)));
  return {
    suits: Uint8Array.from(across((other) => Number(suitsBoth(own, other)))),
    kilometres: Float32Array.from(across((other) => kilometresBetween(own, other))),
    interests: Uint8Array.from(across((other) => other.interests.filter((one) => interests.has(one)).length)),
    languages: Uint8Array.from(across((other) => bits(own.languages & other.languages))),
  };
}

const poolOf = ({ region, isWoman }: Pick<MadeUp, 'region' | 'isWoman'>) => `${region} ${isWoman}`;
const chance = (liking: number) => 1 / (1 + Math.exp(-liking));

/** What stands in a list at a place that it has. */
function at<T>(list: readonly T[], place: number): T {
  const found = list[place];
  if (found === undefined) throw new RangeError(`A list of ${list.length} has no place ${place}`);
  return found;
}

function count(counts: Float64Array, place: number): void {
  counts[place] = (counts[place] ?? 0) + 1;
}

function bits(mask: number): number {
  let set = 0;
  for (let rest = mask; rest !== 0; rest &= rest - 1) set += 1;
  return set;
}

function shuffled(numbers: readonly number[], random: Random): number[] {
  const mixed = [...numbers];
  for (let last = mixed.length - 1; last > 0; last -= 1) {
    const other = Math.floor(random() * (last + 1));
    [mixed[last], mixed[other]] = [at(mixed, other), at(mixed, last)];
  }
  return mixed;
}
