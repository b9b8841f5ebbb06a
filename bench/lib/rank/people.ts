/** Made-up people of one country, with tastes that no order of people knows. */

/** Random numbers that are the same for the same seed. */
export type Random = () => number;

export function seeded(seed: number): Random {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d_2b_79_f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** About a normal distribution, which is what the sum of many small things is. */
export const normal = (random: Random) =>
  Math.sqrt(-2 * Math.log(random() + 1e-12)) * Math.cos(2 * Math.PI * random());

const TRAITS = 6;
const REGIONS = 20;
const TOWNS_A_REGION = 12;
const REGION_KILOMETRES = 160;
const WOMEN = 0.4;
const INTERESTS = 120;
const INTERESTS_SAID = 7;
/** In how many parts of the others' life they look for a person. */
const INTENTIONS = 3;

export interface MadeUp {
  isWoman: boolean;
  age: number;
  region: number;
  /** The centre of their town, in kilometres. */
  town: readonly [x: number, y: number];
  /** What they are like, and what they like, which no one has written down. */
  traits: readonly number[];
  tastes: readonly number[];
  looks: number;
  interests: readonly number[];
  /** Spoken besides the country's own. */
  languages: number;
  intention: number;
  /** Their own filters. */
  ages: readonly [from: number, to: number];
  furthest: number;
  minds: boolean;
  /** On how many of a week's evenings they come, how many cards they look at then, how many first messages they answer. */
  evenings: number;
  patience: number;
  answers: number;
  /** On which day they came, and after which they leave. */
  joined: number;
  left: number;
}

export function makePeople(count: number, days: number, seed: number): MadeUp[] {
  const random = seeded(seed);
  const towns = Array.from({ length: REGIONS * TOWNS_A_REGION }, (): [number, number] => [
    random() * REGION_KILOMETRES,
    random() * REGION_KILOMETRES,
  ]);
  // An interest says a little of what its people are like.
  const meanings = Array.from({ length: INTERESTS }, () => vector(random));
  return Array.from({ length: count }, () => makePerson(random, { towns, meanings, days }));
}

interface World {
  towns: readonly [number, number][];
  meanings: readonly number[][];
  days: number;
}

function makePerson(random: Random, { towns, meanings, days }: World): MadeUp {
  const isWoman = random() < WOMEN;
  const age = Math.round(Math.min(65, Math.max(20, 38 + 10 * normal(random))));
  // Large regions have several times the people of small ones.
  const region = Math.floor(REGIONS * random() ** 1.6);
  const traits = vector(random);
  const own = traits.map((trait) => 0.6 * trait + 0.8 * normal(random));
  const joined = random() < 0.7 ? 0 : Math.floor(random() * days);
  const stays = 20 + random() * 120;
  const younger = 4 + random() * 12;
  const older = 3 + random() * 12;
  return {
    isWoman,
    age,
    region,
    town: towns[region * TOWNS_A_REGION + Math.floor(TOWNS_A_REGION * random() ** 2)] ?? [0, 0],
    traits,
    tastes: own,
    looks: normal(random),
    interests: random() < 0.75 ? pickInterests(random, traits, meanings) : [],
    languages: random() < 0.5 ? 0 : 1 + Math.floor(random() * 7),
    intention: Math.floor(random() * INTENTIONS),
    ages: [Math.max(18, age - (isWoman ? older / 2 : younger)), age + (isWoman ? younger : older / 2)],
    furthest: random() < 0.4 ? 40 + random() * 60 : Number.POSITIVE_INFINITY,
    minds: random() < 0.35,
    evenings: 0.5 + 6 * random() ** 2,
    patience: isWoman ? 6 + random() * 14 : 12 + random() * 28,
    answers: isWoman ? 1 + random() * 4 : 3 + random() * 6,
    joined,
    left: joined + stays,
  };
}

const vector = (random: Random) => Array.from({ length: TRAITS }, () => normal(random));

function pickInterests(random: Random, traits: readonly number[], meanings: readonly number[][]): number[] {
  return meanings
    .map((meaning, interest) => ({ interest, liking: dot(meaning, traits) + 3 * normal(random) }))
    .toSorted((one, other) => other.liking - one.liking)
    .slice(0, INTERESTS_SAID)
    .map(({ interest }) => interest);
}

export function dot(one: readonly number[], other: readonly number[]): number {
  let sum = 0;
  for (let index = 0; index < one.length; index += 1) sum += (one[index] ?? 0) * (other[index] ?? 0);
  return sum;
}

export function kilometresBetween(one: MadeUp, other: MadeUp): number {
  return Math.hypot(one.town[0] - other.town[0], one.town[1] - other.town[1]);
}

/** How much one would like the other, if they looked: half of them are liked at nought. */
export function attraction(viewer: MadeUp, other: MadeUp): number {
  const years = (other.age - viewer.age) / (viewer.isWoman ? 1 : -1);
  return (
    (viewer.isWoman ? -1.5 : 0) +
    0.9 * other.looks +
    0.55 * dot(viewer.tastes, other.traits) -
    kilometresBetween(viewer, other) / 80 -
    Math.abs(years - 2) / 9 -
    (viewer.intention === other.intention ? 0 : 0.8)
  );
}

/** Whether each fits what the other one has asked for. */
export function suitsBoth(one: MadeUp, other: MadeUp): boolean {
  const apart = kilometresBetween(one, other);
  return apart <= Math.min(one.furthest, other.furthest) && suits(one, other) && suits(other, one);
}

function suits({ ages: [from, to], minds, intention }: MadeUp, other: MadeUp): boolean {
  return other.age >= from && other.age <= to && (!minds || intention === other.intention);
}
