/** Whom a member wants to meet, and what counts for the order in which they are shown others. */

import { z } from 'zod';
import { AGE_MAX, AGE_MIN, DEALBREAKERS_MOST, DISTANCE_MAX, DISTANCE_MIN } from '../kernel/constants.ts';
import { endpoint } from '../kernel/endpoint.ts';
import { gender, placeName, trackerId } from '../kernel/fields.ts';
import { details } from '../profile/details.ts';
import { dealbreakerNames } from './dealbreakers.ts';

const age = z.int().min(AGE_MIN).max(AGE_MAX);
const intentions = z.array(z.enum(details.intention.options)).max(details.intention.options.length);
const dealbreakers = z.array(z.enum(dealbreakerNames)).max(DEALBREAKERS_MOST);

/** What members weigh themselves, and how much each can count. */
export const WEIGHED_TERMS = ['nearness', 'activity', 'interests', 'newness'] as const;
export type WeighedTerm = (typeof WEIGHED_TERMS)[number];
export const IMPORTANCES = ['none', 'usual', 'much'] as const;
export type Importance = (typeof IMPORTANCES)[number];
const importance = z.enum(IMPORTANCES);

/** Null, and an empty list: anything will do. */
export const preferences = z.object({
  ageFrom: age.nullable(),
  ageTo: age.nullable(),
  /** In kilometres, between the centres of towns. */
  distance: z.int().min(DISTANCE_MIN).max(DISTANCE_MAX).nullable(),
  intentions,
  dealbreakers,
  weights: z.object({
    nearness: importance,
    activity: importance,
    interests: importance,
    newness: importance,
  }),
  /** Without it the order is by nearness and activity alone, and nothing else of the member is used for it. */
  profiling: z.boolean(),
});
export type Preferences = z.output<typeof preferences>;

export const noPreferences: Preferences = {
  ageFrom: null,
  ageTo: null,
  distance: null,
  intentions: [],
  dealbreakers: [],
  weights: { nearness: 'usual', activity: 'usual', interests: 'usual', newness: 'usual' },
  profiling: true,
};

const owner = { access: 'member', owner: 'trackerId' } as const;

export const readPreferences = endpoint({
  host: 'api',
  method: 'GET',
  path: '/users/:trackerId/preferences',
  ...owner,
  summary: 'Whom I want to meet, and what counts for the order in which I am shown others.',
  params: z.object({ trackerId }),
  reply: preferences,
  errors: [],
});

export const savePreferences = endpoint({
  host: 'api',
  method: 'PUT',
  path: '/users/:trackerId/preferences',
  ...owner,
  summary: 'Change what is named and leave the rest.',
  params: z.object({ trackerId }),
  body: preferences.partial(),
  reply: z.object({ result: z.literal('OK'), preferences }),
  errors: ['field.age'],
});

/** The filters of a member; `theirs` are those of the others, of which no one learns more than how many they cost. */
export const FILTERS = ['ages', 'distance', 'intentions', ...dealbreakerNames, 'theirs'] as const;
export type FilterName = (typeof FILTERS)[number];

const count = z.int().min(0);

/** How many people are left by some preferences, and what each of them costs. Nothing is saved by it. */
export const countPeople = endpoint({
  host: 'dispenser',
  method: 'POST',
  path: '/count',
  ...owner,
  needsRegion: true,
  summary:
    'How many people a member would meet with these preferences, and how many each filter leaves out alone.',
  body: z.object({
    trackerId,
    seeks: gender.optional(),
    region: placeName.nullable().optional(),
    city: placeName.nullable().optional(),
    preferences: preferences
      .pick({ ageFrom: true, ageTo: true, distance: true, intentions: true, dealbreakers: true })
      .partial(),
  }),
  reply: z.object({
    total: count,
    /** Those whom each filter alone leaves out. */
    costs: z.array(z.object({ filter: z.enum(FILTERS), people: count })).max(FILTERS.length),
    /** The next wider filters that would bring more, and how many there would be then. Null for a distance: any. */
    wider: z
      .array(
        z.object({
          filter: z.enum(['distance', 'ages']),
          distance: z.int().nullable(),
          ageFrom: age.nullable(),
          ageTo: age.nullable(),
          total: count,
        }),
      )
      .max(4),
  }),
  errors: ['search.region_locked'],
});
export type PeopleCount = z.output<typeof countPeople.reply>;
