import { expect, test } from 'vitest';
import { loadPlaces, regionsOf } from '#server/countries/seed-places.ts';
import type { DemoBrand } from './brand.ts';
import { AGES_IN, demoPeople } from './people.ts';
import type { DemoPerson } from './people.ts';

const usual = { id: '', domain: '', defaultFlow: '7', flows: new Map() };
const brands: DemoBrand[] = [
  { ...usual, key: 'lunaria', title: 'Lunaria', country: 'it', style: 'garden' },
  { ...usual, key: 'verbena', title: 'Verbena', country: 'es', style: 'terrace' },
];
const crowds = brands.map((brand) => ({ brand, key: brand.key, people: demoPeople(brand) }));

const share = (people: DemoPerson[], belongs: (person: DemoPerson) => boolean) =>
  people.filter(belongs).length / people.length;
const everything = ({ about, description, lookingFor }: DemoPerson) =>
  `${about} ${description} ${lookingFor}`;

test.for(crowds)('$key has people of every kind, in every region, by its size', ({ brand, people }) => {
  expect(people.length).toBeGreaterThanOrEqual(300);
  expect(share(people, ({ kind }) => kind === 'member')).toBeCloseTo(0.55, 1);
  expect(share(people, ({ kind }) => kind === 'staff')).toBeCloseTo(0.3, 1);
  expect(share(people, ({ kind }) => kind === 'ai')).toBeCloseTo(0.15, 1);
  const regions = Map.groupBy(people, ({ region }) => region);
  expect([...regions.keys()].toSorted()).toEqual(regionsOf(brand.country).toSorted());
  for (const inhabitants of regions.values()) {
    expect(inhabitants.length).toBeGreaterThanOrEqual(5);
    expect(new Set(inhabitants.map(({ gender }) => gender)).size).toBe(2);
    expect(new Set(inhabitants.map(({ screenName }) => screenName)).size).toBe(inhabitants.length);
  }
  // Some are kept for those who have paid where a flow does so, and none of them is a member.
  const reserved = people.filter((person) => person.reserved);
  expect(new Set(reserved.map(({ kind }) => kind))).toEqual(new Set(['staff']));
  expect(share(people, (person) => person.reserved)).toBeCloseTo(0.1, 1);
  const largest = brand.country === 'it' ? 'Lombardia' : 'Andalucía';
  const sizes = [...regions.values()].map(({ length }) => length);
  expect(regions.get(largest)).toHaveLength(Math.max(...sizes));
});

test.for(crowds)('those of $key are adults of both genders who live in real towns', ({ brand, people }) => {
  expect(share(people, ({ gender }) => gender === 'female')).toBeGreaterThan(0.62);
  expect(share(people, ({ gender }) => gender === 'female')).toBeLessThan(0.78);
  const towns = new Set(loadPlaces(brand.country).map(({ region, name }) => `${region}/${name}`));
  expect(people.filter(({ region, city }) => !towns.has(`${region}/${city}`))).toEqual([]);
  const ages = people.map(({ birthYear }) => AGES_IN - birthYear);
  expect(Math.min(...ages)).toBeGreaterThanOrEqual(22);
  expect(Math.max(...ages)).toBeLessThanOrEqual(68);
  expect(people.some(({ details }) => details.height === undefined)).toBe(true);
  expect(
    people.filter(
      ({ kind, details: { height, weight } }) => kind === 'ai' && (height ?? weight) !== undefined,
    ),
  ).toEqual([]);
});

test('the same brand gives the same people, and another brand of the country gives others', () => {
  for (const { brand, people } of crowds) expect(demoPeople(brand)).toEqual(people);
  const [lunaria] = crowds;
  const others = demoPeople({ ...brands[0]!, key: 'another' });
  const ids = new Set(lunaria?.people.map(({ id }) => id));
  expect(others.filter(({ id }) => ids.has(id))).toEqual([]);
});

test('ids look like ours and never repeat', () => {
  const ids = crowds.flatMap(({ people }) => people.map(({ id }) => id));
  expect(new Set(ids).size).toBe(ids.length);
  for (const id of ids)
    expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
});

test.for(crowds)('the words of a person of $key say who answers for them', ({ brand, people }) => {
  const team = brand.country === 'it' ? /\bstaff\b/ : /\bequipo\b/;
  const machine = brand.country === 'it' ? /\bAI\b/ : /\bIA\b/;
  const misleading = people.flatMap(({ kind, about, description, lookingFor }) =>
    // The card, the text and what they look for each stand alone somewhere.
    [about, description, lookingFor].filter(
      (text) => team.test(text) !== (kind === 'staff') || machine.test(text) !== (kind === 'ai'),
    ),
  );
  expect(misleading).toEqual([]);
});

test.for(crowds)('no person of $key speaks in placeholders, too long or not at all', ({ people }) => {
  for (const person of people) {
    expect(everything(person)).not.toMatch(/[{}[\]|]|undefined|null|  |\.\./);
    expect(person.about.length).toBeGreaterThan(5);
    expect(person.about.length).toBeLessThanOrEqual(100);
    expect(person.description.length).toBeGreaterThan(40);
    expect(person.description.length).toBeLessThanOrEqual(600);
    expect(person.lookingFor.length).toBeGreaterThan(20);
  }
  const descriptions = new Set(people.map(({ description }) => description));
  expect(descriptions.size).toBeGreaterThan(people.length * 0.98);
});
