import { expect, test } from 'vitest';
import { noDetails } from '#contract/profile/details.ts';
import type { OwnProfile } from '#contract/profile/own-profile.ts';
import type { ProfileField } from '#contract/profile/profile-fields.ts';
import { findStep, openStep, stepAfter, stepsAsked } from './steps.ts';

const fields: ProfileField[] = [
  { field: 'photo', asked: true, required: true },
  { field: 'prompts', asked: true, required: true },
  { field: 'hairColour', asked: false, required: false },
  { field: 'interests', asked: true, required: false },
];
const profile = (change: Partial<OwnProfile>): OwnProfile => ({
  screenName: 'Anna',
  surname: '',
  age: 41,
  email: 'anna@example.it',
  phone: '',
  city: null,
  region: 'Lazio',
  gender: 'female',
  seeks: 'male',
  description: '',
  lookingFor: '',
  prompts: [],
  ...noDetails,
  delicateConsent: false,
  photo: null,
  fields,
  passedSteps: [],
  ...change,
});
const sunday = { prompt: 'sunday', text: 'Il lago.' } as const;

test('what a brand asks for comes in its order, three answers one after the other, of which one has to be given', () => {
  expect(stepsAsked(fields).map(({ id, required }) => [id, required])).toEqual([
    ['photo', true],
    ['prompts', true],
    ['prompts-2', false],
    ['prompts-3', false],
    ['interests', false],
  ]);
  expect(findStep(fields, 'hairColour')?.field).toBe('hairColour');
  expect(findStep(fields, 'smoking')).toBeUndefined();
});

test('another device goes on at the first question that was neither answered nor skipped', () => {
  const open = (change: Partial<OwnProfile>) => openStep(profile(change))?.id;
  expect(open({})).toBe('photo');
  expect(open({ passedSteps: ['photo'] })).toBe('prompts');
  expect(open({ passedSteps: ['photo'], prompts: [sunday] })).toBe('prompts-2');
  expect(open({ passedSteps: ['photo', 'prompts'] })).toBe('interests');
  expect(open({ passedSteps: ['photo', 'prompts', 'interests'] })).toBeUndefined();
});

test('who skips a question of their choice is not asked for more of them', () => {
  const steps = stepsAsked(fields);
  const [, first] = steps;
  expect(stepAfter(steps, first!, false)?.id).toBe('prompts-2');
  expect(stepAfter(steps, first!, true)?.id).toBe('interests');
  expect(stepAfter(steps, steps.at(-1)!, false)).toBeUndefined();
});
