/** How many a member would meet, which filter costs how many of them, and what a wider one would bring. */

import { FILTERS } from '#contract/discovery/preferences.ts';
import type { FilterName, PeopleCount, countPeople as contract } from '#contract/discovery/preferences.ts';
import { AGE_MAX, AGE_MIN } from '#contract/kernel/constants.ts';
import type { InputOf } from '#contract/kernel/endpoint.ts';
import type { MemberContext } from '#server/app.ts';
import { readViewer } from '#server/profiles/viewer.ts';
import { missedBy } from './both-ways.ts';
import { criteriaOf } from './fields.ts';
import { choosePlace, isSparse, readWantedPlace, unseenBy } from './place.ts';
import { momentOf, seekerOf } from './seeker.ts';
import type { Seeker, OwnFilters } from './seeker.ts';
import { segmentOf } from './views.ts';
import type { PeopleList } from './views.ts';

/** What is offered where a filter leaves few: so many kilometres further, and so many years to each side. */
const FURTHER_KILOMETRES = [20, 50];
const MORE_YEARS = 5;

export async function countPeople(
  context: MemberContext,
  input: Omit<InputOf<typeof contract>, 'trackerId'>,
): Promise<PeopleCount> {
  const { app, brandId } = context;
  const viewer = await readViewer(context);
  const place = choosePlace(await readWantedPlace(context, input), viewer);
  const gender = input.seeks ?? viewer.seeks;
  const list = await app.searchLists.find({ brandId, gender });
  if (!list) return { total: 0, costs: [], wider: [] };
  const moment = momentOf(context);
  const { thisYear } = moment;
  const own = seekerOf(viewer, moment);
  const seeker = { ...own, ownFilters: { ...own.ownFilters, ...named(input.preferences) } };
  const criteria = criteriaOf({
    filters: {},
    ai: viewer.flow?.ai ?? false,
    withoutReserved: viewer.keptFromReserved,
    viewerGender: viewer.gender,
    thisYear,
  });
  const isWidened = isSparse(list, viewer, gender);
  const inPlace = isWidened
    ? segmentOf(list, criteria, null, null)
    : segmentOf(list, criteria, place.region, place.city);
  const unseen = new Set(unseenBy(list, viewer, gender));
  const people = inPlace.filter((position) => !unseen.has(position));
  const total = fitting(list, { people, seeker, thisYear });
  const wider = widerFilters(seeker.ownFilters)
    .map(({ filter, ownFilters }) => ({
      filter,
      distance: ownFilters.distance,
      ageFrom: ownFilters.ageFrom,
      ageTo: ownFilters.ageTo,
      total: fitting(list, { people, seeker: { ...seeker, ownFilters }, thisYear }),
    }))
    // A step that finds no more than the smaller one before it is not offered.
    .filter(
      (one, index, all) => one.total > Math.max(total, ...all.slice(0, index).map(sameFilter(one.filter))),
    );
  return { total, costs: costsOf(list, { people, seeker, thisYear }), wider };
}

function named(
  ownFilters: Partial<{ [Name in keyof OwnFilters]: OwnFilters[Name] | undefined }>,
): Partial<OwnFilters> {
  return Object.fromEntries(Object.entries(ownFilters).filter(([, value]) => value !== undefined));
}

const sameFilter = (filter: FilterName) => (one: { filter: FilterName; total: number }) =>
  one.filter === filter ? one.total : 0;

interface Crowd {
  people: Int32Array;
  seeker: Seeker;
  thisYear: number;
}

function fitting(list: PeopleList, { people, seeker, thisYear }: Crowd): number {
  const missed = missedBy(list, seeker, thisYear);
  let count = 0;
  for (const position of people) if (missed(position) === 0) count += 1;
  return count;
}

/** Those who pass all filters but one, by that one. */
function costsOf(list: PeopleList, { people, seeker, thisYear }: Crowd): PeopleCount['costs'] {
  const missed = missedBy(list, seeker, thisYear);
  const alone = new Map<number, number>();
  for (const position of people) {
    const bits = missed(position);
    alone.set(bits, (alone.get(bits) ?? 0) + 1);
  }
  return FILTERS.flatMap((filter, index) => {
    const cost = alone.get(1 << index) ?? 0;
    return cost > 0 ? [{ filter, people: cost }] : [];
  }).toSorted((one, other) => other.people - one.people);
}

interface Wider {
  filter: Extract<FilterName, 'distance' | 'ages'>;
  ownFilters: OwnFilters;
}

function widerFilters(ownFilters: OwnFilters): Wider[] {
  const { distance, ageFrom, ageTo } = ownFilters;
  const further = distance === null ? [] : [...FURTHER_KILOMETRES.map((more) => distance + more), null];
  const older = {
    ageFrom: ageFrom === null ? null : Math.max(AGE_MIN, ageFrom - MORE_YEARS),
    ageTo: ageTo === null ? null : Math.min(AGE_MAX, ageTo + MORE_YEARS),
  };
  const hasAges = ageFrom !== null || ageTo !== null;
  return [
    ...further.map((kilometres): Wider => ({
      filter: 'distance',
      ownFilters: { ...ownFilters, distance: kilometres },
    })),
    ...(hasAges ? [{ filter: 'ages', ownFilters: { ...ownFilters, ...older } } as const] : []),
  ];
}
