/** What the score goes by, read from a list in memory. */

import type { Facts } from '../rank/score.ts';
import { DEMAND_UNIT } from '../rank/standing.ts';
import { distancesFrom } from './distances.ts';
import { UNKNOWN, severalBytes, timesShown } from './fields.ts';
import type { SeveralField } from './fields.ts';
import type { Seeker } from './seeker.ts';
import type { PeopleList } from './views.ts';

const PER_CENT = 100;

/** Reads one person after the other: the facts of the last one are written over. */
export function factsFrom(
  list: PeopleList,
  seeker: Seeker,
  likes: ReadonlySet<number>,
): (position: number) => Facts {
  const { fields, places, several } = list;
  const kilometres = distancesFrom(list, seeker.centre);
  const interests = flagsOf(seeker.interests);
  const languages = flagsOf(seeker.languages);
  const facts: Facts = {
    likesViewer: false,
    kilometres: null,
    daysSinceActive: 0,
    interestsInCommon: 0,
    languagesInCommon: 0,
    answersWithinDay: null,
    daysHere: 0,
    shownThisWeek: 0,
    demand: 0,
  };
  return (at) => {
    const far = kilometres[places[at] ?? 0] ?? Number.NaN;
    const answers = fields.answers[at] ?? UNKNOWN;
    facts.likesViewer = likes.has(at);
    facts.kilometres = Number.isNaN(far) ? null : far;
    facts.daysSinceActive = fields.days_active[at] ?? UNKNOWN;
    facts.interestsInCommon = countAmong(
      several.interests,
      at * severalBytes.interests,
      severalBytes.interests,
      interests,
    );
    facts.languagesInCommon = countAmong(
      several.languages,
      at * severalBytes.languages,
      severalBytes.languages,
      languages,
    );
    facts.answersWithinDay = answers === UNKNOWN ? null : answers / PER_CENT;
    facts.daysHere = fields.days_here[at] ?? UNKNOWN;
    facts.shownThisWeek = timesShown(fields.shown_week[at] ?? 0);
    facts.demand = (fields.demand[at] ?? 0) / DEMAND_UNIT;
    return facts;
  };
}

function flagsOf(numbers: readonly number[]): Uint8Array {
  const flags = new Uint8Array(UNKNOWN + 1);
  for (const number of numbers) flags[number] = 1;
  return flags;
}

function countAmong(bytes: Uint8Array, from: number, length: number, wanted: Uint8Array): number {
  let count = 0;
  for (let index = from; index < from + length; index += 1) {
    const number = bytes[index] ?? 0;
    // Noughts stand after the last one.
    if (number === 0) return count;
    count += wanted[number] ?? 0;
  }
  return count;
}

/** Which of a person's answers the seeker gives as well, by their numbers. */
export function sharedWith(
  list: PeopleList,
  name: SeveralField,
  at: number,
  own: readonly number[],
): number[] {
  const length = severalBytes[name];
  const numbers = list.several[name].subarray(at * length, (at + 1) * length);
  return [...numbers].filter((number) => own.includes(number));
}
