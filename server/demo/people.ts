/** The made-up people of a demo brand. */

import type { Gender, ProfileKind } from '#contract/kernel/fields.ts';
import type { Details } from '#contract/profile/details.ts';
import { loadPlaces } from '#server/countries/seed-places.ts';
import { DAY, HOUR, MINUTE } from '#server/platform/clock.ts';
import type { DemoBrand, DemoCountry } from './brand.ts';
import { demoId } from './brand.ts';
import { createComposer } from './compose.ts';
import type { OwnWords } from './compose.ts';
import { hairColourOf } from './portraits/faces.ts';
import { seeded } from './portraits/seeded.ts';
import type { Choices } from './portraits/seeded.ts';
import { wordsOf } from './words.ts';
import type { NamePool } from './words.ts';

export interface DemoPerson extends OwnWords {
  id: string;
  kind: ProfileKind;
  gender: Gender;
  seeks: Gender;
  screenName: string;
  birthYear: number;
  region: string;
  city: string;
  details: Partial<Details>;
  /** The profile is reserved for paying members, where the flow reserves any. */
  reserved: boolean;
  /** How long before the seeding the person was last here. */
  idleMilliseconds: number;
}

/** Ages are counted from here, so that a person's portrait does not depend on the day it is drawn. */
export const AGES_IN = 2026;

const YOUNGEST = 22;
const OLDEST = 68;
const WOMEN = 0.7;
/** The share of the staff's profiles that are reserved. A member's own cannot be. */
const RESERVED = 0.3;
/** Enough for a page of the search even in the smallest region; the others are spread by population. */
const LEAST_IN_REGION = 5;
const SPREAD_BY_POPULATION = 220;
const LARGEST_TOWNS = 40;

/** Eleven members, six of the staff's and three AI companions in every twenty, and all three in every five. */
const kinds: readonly ProfileKind[] = [
  ...(['member', 'staff', 'member', 'ai', 'member', 'member', 'staff', 'member', 'staff', 'member'] as const),
  ...(['member', 'staff', 'ai', 'member', 'member', 'staff', 'member', 'staff', 'member', 'ai'] as const),
];

/** All people of a demo brand. The same brand gives the same people, always. */
export function demoPeople(brand: DemoBrand): DemoPerson[] {
  const compose = createComposer(wordsOf[brand.country], brand.title);
  const people: DemoPerson[] = [];
  for (const { name: region, towns, population, index } of regionsWithTowns(brand.country)) {
    const namesTaken = new Set<string>();
    const count = LEAST_IN_REGION + Math.round(SPREAD_BY_POPULATION * population);
    for (let slot = 0; slot < count; slot += 1) {
      const id = demoId(`${brand.key} person ${region} ${slot}`, people.length);
      const choices = seeded(id);
      const kind = kinds[(slot + index * 7) % kinds.length] ?? 'member';
      const gender = genderOf(slot, choices);
      const age = Math.round(choices.between('age', YOUNGEST, OLDEST));
      const city = choices.weighted('town', towns);
      const screenName = nameOf(brand.country, region, gender, age, choices, namesTaken);
      const seeks = seekOf(gender, kind, choices);
      people.push({
        id,
        kind,
        gender,
        seeks,
        screenName,
        birthYear: AGES_IN - age,
        region,
        city,
        ...compose({ seed: id, kind, gender, seeks, age, town: city }),
        details: {
          hairColour: hairColourOf({ seed: id, gender, age, style: brand.style }),
          ...bodyOf(kind, gender, choices),
        },
        reserved: kind === 'staff' && choices.chance('reserved', RESERVED),
        idleMilliseconds: idleOf(kind, choices),
      });
    }
  }
  return people;
}

/** Regions with their share of the country's population and their larger towns. */
function regionsWithTowns(country: DemoCountry) {
  const byRegion = Map.groupBy(loadPlaces(country), ({ region }) => region);
  const sizes = [...byRegion].map(([name, places]) => ({
    name,
    places,
    size: places.reduce((sum, { population }) => sum + population, 0),
  }));
  const all = sizes.reduce((sum, { size }) => sum + size, 0);
  return sizes.map(({ name, places, size }, index) => ({
    name,
    index,
    population: size / all,
    // Places come largest first. The root keeps a capital from swallowing its region.
    towns: places.slice(0, LARGEST_TOWNS).map((place) => [place.name, place.population ** 0.75] as const),
  }));
}

/** The first slots of a region make sure that it has women and men. */
function genderOf(slot: number, choices: Choices): Gender {
  if (slot === 0) return 'female';
  if (slot === 2) return 'male';
  return choices.chance('woman', WOMEN) ? 'female' : 'male';
}

function seekOf(gender: Gender, kind: ProfileKind, choices: Choices): Gender {
  const other = gender === 'female' ? 'male' : 'female';
  return kind === 'member' && choices.chance('same gender', 0.06) ? gender : other;
}

function nameOf(
  country: DemoCountry,
  region: string,
  gender: Gender,
  age: number,
  choices: Choices,
  taken: Set<string>,
): string {
  const { names } = wordsOf[country];
  const regional = names.regional[region]?.[gender].split(/\s+/) ?? [];
  const usual = names[gender][generation(age)].split(/\s+/);
  const pool = regional.length > 0 && choices.chance('regional name', 0.2) ? regional : usual;
  const free = pool.filter((name) => !taken.has(name));
  const name = choices.pick('name', free.length > 0 ? free : usual);
  taken.add(name);
  return name;
}

function generation(age: number): keyof NamePool {
  if (age < 38) return 'young';
  return age < 53 ? 'middle' : 'older';
}

/** An AI companion has no body; some people keep theirs to themselves. */
function bodyOf(kind: ProfileKind, gender: Gender, choices: Choices): Partial<Details> {
  if (kind === 'ai') return {};
  const spread = choices.number('height') + choices.number('height too') - 1;
  const height = Math.round((gender === 'female' ? 164 : 176) + spread * 15);
  const weight = Math.round(
    choices.between('weight', 20.5, gender === 'female' ? 26 : 28) * (height / 100) ** 2,
  );
  return {
    ...(!choices.chance('hides height', 0.1) && { height }),
    ...(!choices.chance('hides weight', 0.3) && { weight }),
  };
}

/** Some are here now, most came by this week, a few have been away for a month. */
function idleOf(kind: ProfileKind, choices: Choices): number {
  const much = choices.number('idle');
  if (kind === 'ai') return Math.round(much * HOUR);
  if (choices.chance('here now', 0.15)) return Math.round(much * 10 * MINUTE);
  return Math.round((kind === 'staff' ? 6 : 35) * DAY * much ** 3);
}
