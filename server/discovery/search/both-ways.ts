/** The filters that hold both ways: whom a member wants to meet, and who wants to meet the member. */

import { dealbreakerNames, dealbreakers } from '#contract/discovery/dealbreakers.ts';
import { FILTERS } from '#contract/discovery/preferences.ts';
import type { FilterName } from '#contract/discovery/preferences.ts';
import { details } from '#contract/profile/details.ts';
import { distancesFrom } from './distances.ts';
import { ANY, answerByte, yearByte } from './fields.ts';
import type { Criteria } from './fields.ts';
import type { Seeker, OwnFilters } from './seeker.ts';
import { remembered, segmentOf } from './views.ts';
import type { PeopleList, Positions } from './views.ts';

const bitOf = (filter: FilterName) => 1 << FILTERS.indexOf(filter);
const BIT = {
  ages: bitOf('ages'),
  distance: bitOf('distance'),
  intentions: bitOf('intentions'),
  theirs: bitOf('theirs'),
};

/** Which of the 256 bytes pass. */
const table = (passes: (byte: number) => boolean) =>
  Uint8Array.from({ length: 256 }, (_, byte) => Number(passes(byte)));

/**
 * Says of a person which filters they do not pass, as bits in the order of `FILTERS`. Who has not said something passes the
 * filters that ask about it, except age and distance: no one of unknown age is in a range of ages.
 */
export function missedBy(list: PeopleList, seeker: Seeker, thisYear: number): (position: number) => number {
  const { fields, places } = list;
  const { ownFilters, age, intention, centre, tripped } = seeker;
  const ages = table(agesPass(ownFilters, thisYear));
  const intentions = table(
    (byte) =>
      ownFilters.intentions.length === 0 ||
      byte >= details.intention.options.length ||
      ownFilters.intentions.some((wanted) => answerByte('intention', wanted) === byte),
  );
  const refusals = ownFilters.dealbreakers.map((name) => {
    const { detail, refused } = dealbreakers[name];
    const bytes = new Set(refused.map((answer) => answerByte(detail, answer)));
    return { bit: bitOf(name), bytes: fields[detail], passes: table((byte) => !bytes.has(byte)) };
  });
  const kilometres = distancesFrom(list, centre);
  const furthest = ownFilters.distance;
  const ownIntention = intention === null ? ANY : 1 << details.intention.options.indexOf(intention);
  const ownMask = tripped.reduce((mask, name) => mask | (1 << dealbreakerNames.indexOf(name)), 0);
  const { sought_age_from, sought_age_to, sought_distance, sought_intentions, sought_dealbreakers } = fields;
  return (at) => {
    let missed = 0;
    const far = kilometres[places[at] ?? 0] ?? Number.NaN;
    if (ages[fields.birth_year[at] ?? 0] === 0) missed |= BIT.ages;
    if (furthest !== null && !(far <= furthest)) missed |= BIT.distance;
    if (intentions[fields.intention[at] ?? 0] === 0) missed |= BIT.intentions;
    for (const { bit, bytes, passes } of refusals) if (passes[bytes[at] ?? 0] === 0) missed |= bit;
    const from = sought_age_from[at] ?? 0;
    const to = sought_age_to[at] ?? ANY;
    const reach = sought_distance[at] ?? ANY;
    if (
      (age === null ? from > 0 || to < ANY : age < from || age > to) ||
      (reach !== ANY && !(far <= reach)) ||
      ((sought_intentions[at] ?? ANY) & ownIntention) === 0 ||
      ((sought_dealbreakers[at] ?? 0) & ownMask) !== 0
    )
      missed |= BIT.theirs;
    return missed;
  };
}

function agesPass({ ageFrom, ageTo }: OwnFilters, thisYear: number): (byte: number) => boolean {
  if (ageFrom === null && ageTo === null) return () => true;
  const first = ageTo === null ? 0 : yearByte(thisYear - ageTo);
  const last = Math.min(ANY - 1, yearByte(thisYear - (ageFrom ?? 0)));
  return (byte) => byte >= first && byte <= last;
}

/** Those of a place who fit the criteria, and who fit the seeker as the seeker fits them. */
export function fittingIn(
  list: PeopleList,
  criteria: Criteria,
  { seeker, thisYear }: { seeker: Seeker | undefined; thisYear: number },
  [region, city]: readonly [region: string | null, city: string | null],
): Positions {
  const all = segmentOf(list, criteria, region, city);
  if (!seeker || all.length === 0) return all;
  return remembered(list, `${seeker.key} ${criteria.key} ${region}\n${city}`, () => {
    const missed = missedBy(list, seeker, thisYear);
    return all.filter((position) => missed(position) === 0);
  });
}
