import fc from 'fast-check';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { noDetails } from '#contract/profile/details.ts';
import { saveOwnProfile } from '#contract/profile/own-profile.ts';
import type { OwnProfile } from '#contract/profile/own-profile.ts';
import { usualProfileFields } from '#contract/profile/profile-fields.ts';
import { type ProfileDraft, changedFields, changesIn, faultsIn, fieldsOf, toSave } from './profile-fields.ts';

const marco: OwnProfile = {
  screenName: 'Marco',
  surname: 'Rossi',
  age: 44,
  email: 'marco@example.it',
  phone: '+39 333 1234567',
  city: 'Roma',
  region: 'Lazio',
  gender: 'male',
  seeks: 'female',
  description: 'Cucino troppo per una persona sola.',
  lookingFor: '',
  photo: null,
  prompts: [],
  ...noDetails,
  delicateConsent: false,
  fields: [...usualProfileFields],
  passedSteps: [],
};
const saved = fieldsOf(marco);

const somePlace = fc.record({ city: fc.string(), region: fc.string({ minLength: 1 }) });
const someDraft: fc.Arbitrary<ProfileDraft> = fc.record(
  {
    screenName: fc.string(),
    surname: fc.string(),
    age: fc.integer({ min: 18, max: 98 }),
    phone: fc.string(),
    place: somePlace,
    gender: fc.constantFrom('female', 'male'),
    seeks: fc.constantFrom('female', 'male'),
    description: fc.string(),
    lookingFor: fc.string(),
    hairColour: fc.constantFrom(null, 'red', 'black'),
    height: fc.option(fc.integer({ min: 120, max: 230 }), { nil: null }),
  },
  { requiredKeys: [] },
);

test('only what was changed is sent, and typing something back to what it was is no change', () => {
  expect(changesIn(saved, { screenName: 'Marco', description: 'Nuove parole.' })).toEqual({
    description: 'Nuove parole.',
  });
  expect(changesIn(saved, { place: { city: 'Roma', region: 'Lazio' } })).toEqual({});
  expect(toSave({ place: { city: 'Milano', region: 'Lombardia' } })).toEqual({
    city: 'Milano',
    region: 'Lombardia',
  });
});

test('after a save nothing is left to save, except what was typed meanwhile', () => {
  fc.assert(
    fc.property(someDraft, someDraft, (sent, typed) => {
      const savedNow = { ...saved, ...sent };
      expect(changesIn(savedNow, savedNow)).toEqual({});
      expect(changesIn(savedNow, { ...savedNow, ...typed })).toEqual(changesIn(savedNow, typed));
    }),
  );
});

test('what the form sends is what the contract takes', () => {
  const body = z.encode(
    saveOwnProfile.body,
    toSave({
      age: 50,
      seeks: 'male',
      place: { city: 'Bari', region: 'Puglia' },
      hairColour: 'red',
      height: null,
    }),
  );
  expect(body).toEqual({
    eta: 50,
    cerco: 'uomo',
    city: 'Bari',
    region: 'Puglia',
    hair_color: 'red',
    height: null,
  });
});

test('a fault is shown at its own field', () => {
  expect(faultsIn({ screenName: '  ', place: null, phone: 'call me' })).toEqual({
    screenName: 'field.name',
    place: 'field.place',
    phone: 'field.phone',
  });
  expect(faultsIn({ age: 17 })).toEqual({ age: 'field.age' });
  expect(faultsIn({ age: 18, phone: '+39 (06) 12-34', screenName: 'Li' })).toEqual({});
});

test('a form is the changes alone, or what is wrong with them', () => {
  const schema = changedFields({ ...saved, age: null });
  const typed = { ...saved, age: null };
  expect(schema.safeParse({ ...typed, description: 'Nuove parole.' }).data).toEqual({
    description: 'Nuove parole.',
  });
  const refused = schema.safeParse({ ...typed, screenName: ' ', phone: 'call me' }).error?.issues;
  expect(refused?.map(({ path, message }) => [path[0], message])).toEqual([
    ['screenName', 'field.name'],
    ['phone', 'field.phone'],
  ]);
});

test('an untouched field is never complained about', () => {
  expect(faultsIn({})).toEqual({});
  expect(changesIn(fieldsOf({ ...marco, age: null, city: null }), {})).toEqual({});
});
