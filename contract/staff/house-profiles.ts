/** Profiles that hosts or an AI companion answer for: made, kept and ended in the console. */

import { z } from 'zod';
import { COUNTRIES } from '../countries/list.ts';
import {
  AGE_MAX,
  AGE_MIN,
  CITY_SEARCH_MAX_RESULTS,
  HOUSE_NOTES_MAX_LETTERS,
  LANGUAGES,
  MESSAGE_MAX_LETTERS,
} from '../kernel/constants.ts';
import { endpoint } from '../kernel/endpoint.ts';
import { GENDERS, epochMilliseconds, language, photoAddress, placeName } from '../kernel/fields.ts';
import { code, line, writing } from '../kernel/text.ts';
import { detailForm } from '../profile/details.ts';
import { savedPrompts } from '../profile/prompts.ts';
import { housePhoto } from './house-photo.ts';

const staff = { host: 'staff', access: 'staff', right: 'profiles.manage' } as const;
const brand = code(32);
const cursor = code(200);
const ofBrand = z.object({ brand });
const ofProfile = z.object({ brand, id: z.uuid() });

export const houseKinds = ['staff', 'ai'] as const;
export type HouseKind = (typeof houseKinds)[number];
const kind = z.enum(houseKinds);

/** Shown to members; not shown, while its conversations go on; ended for good. */
export const houseStates = ['visible', 'paused', 'retired'] as const;
export type HouseState = (typeof houseStates)[number];
const state = z.enum(houseStates);

export const houseOrders = ['active', 'messages', 'complaints', 'name'] as const;
export type HouseOrder = (typeof houseOrders)[number];

const MOST_IN_BULK = 200;

const teamName = z.string().max(60);
const team = z.object({ id: z.uuid(), name: teamName });

/** Those that have not written or liked for so long, or never have. */
export const houseSilences = ['day', 'week', 'month'] as const;
export type HouseSilence = (typeof houseSilences)[number];
/** Answers of the last seven days: none, fewer than ten, up to fifty, more. */
export const houseAnswers = ['none', 'few', 'some', 'many'] as const;
export type HouseAnswers = (typeof houseAnswers)[number];
/** Whether members have complained in the last thirty days. */
export const houseComplaints = ['some', 'none'] as const;
export type HouseComplaints = (typeof houseComplaints)[number];

const summary = z.object({
  id: z.uuid(),
  screenName: z.string().max(60),
  kind,
  gender: z.enum(GENDERS),
  age: z.int().nullable(),
  region: placeName.nullable(),
  city: placeName.nullable(),
  photo: photoAddress.nullable(),
  state,
  team: team.nullable(),
  /** In which it has words of its own. */
  languages: z.array(language).max(LANGUAGES.length),
  /** When it last wrote or liked. Null where it never has. */
  lastActiveAt: epochMilliseconds.nullable(),
  /** Answers of the last seven days, and complaints about it of the last thirty. */
  answersAWeek: z.int(),
  complaintsAMonth: z.int(),
});
export type HouseProfileSummary = z.output<typeof summary>;

export const listHouseProfiles = endpoint({
  ...staff,
  method: 'GET',
  path: '/brands/:brand/house-profiles',
  summary: 'Profiles that hosts or a companion answer for, by what one looks for.',
  params: ofBrand,
  query: z.object({
    kind: kind.optional(),
    language: language.optional(),
    region: placeName.optional(),
    state: state.optional(),
    team: z.uuid().optional(),
    silentFor: z.enum(houseSilences).optional(),
    answers: z.enum(houseAnswers).optional(),
    complaints: z.enum(houseComplaints).optional(),
    text: line(100).optional(),
    order: z.enum(houseOrders).optional(),
    after: cursor.optional(),
  }),
  reply: z.object({ profiles: z.array(summary).max(50), next: cursor.nullable() }),
  errors: [],
});

export const readHouseBasics = endpoint({
  ...staff,
  method: 'GET',
  path: '/brands/:brand/house-basics',
  summary:
    'What profiles of a brand are made of: its country, the language that members read first, its regions.',
  params: ofBrand,
  reply: z.object({ country: z.enum(COUNTRIES), language, regions: z.array(placeName).max(100) }),
  errors: [],
});

export const findHouseTowns = endpoint({
  ...staff,
  method: 'GET',
  path: '/brands/:brand/house-towns',
  summary: 'Towns of the country of a brand whose name begins so, the largest first.',
  params: ofBrand,
  query: z.object({ text: line(100) }),
  reply: z.object({
    towns: z.array(z.object({ city: placeName, region: placeName })).max(CITY_SEARCH_MAX_RESULTS),
  }),
  errors: [],
});

const words = z.object({
  language,
  about: writing(300),
  description: writing(2000),
  lookingFor: writing(2000),
  prompts: savedPrompts.default([]),
});
export type HouseWords = z.output<typeof words>;

/** From when until when it answers every day, in minutes since midnight where the brand is. The end may be the next day. */
const hours = z.object({ from: z.int().min(0).max(1439), to: z.int().min(0).max(1439) });

/** How a companion is: what it is like, what it does not do, and by which model it answers; null is the one of the server. */
const companionFields = {
  character: writing(HOUSE_NOTES_MAX_LETTERS),
  limits: writing(HOUSE_NOTES_MAX_LETTERS),
  model: line(200).nullable(),
};

const settings = {
  screenName: line(60),
  age: z.int().min(AGE_MIN).max(AGE_MAX),
  gender: z.enum(GENDERS),
  region: placeName.nullable(),
  city: placeName.nullable(),
  details: z.object(detailForm),
  /** One entry a language. Members read those of their own language, else those of the brand's. */
  words: z.array(words).max(LANGUAGES.length),
  /** For hosts: who the profile is, and what it never says. */
  notes: writing(HOUSE_NOTES_MAX_LETTERS),
  /** Whose hosts answer. Null: all hosts of the brand. */
  teamId: z.uuid().nullable(),
  hours: hours.nullable(),
  ...companionFields,
};
const houseSettings = z.object(settings);
export type HouseSettings = z.output<typeof houseSettings>;

const byAndWhen = { by: z.string().max(100).nullable(), at: epochMilliseconds };
/** A profile as it is edited: every act on it answers with it. */
export const houseProfile = z.object({
  id: z.uuid(),
  kind,
  state,
  settings: houseSettings,
  /** To be named by the next change. */
  revision: z.int(),
  team: team.nullable(),
  photos: z.array(housePhoto).max(20),
  changed: z.object(byAndWhen),
  made: z.object(byAndWhen),
});
export type HouseProfile = z.output<typeof houseProfile>;

export const readHouseProfile = endpoint({
  ...staff,
  method: 'GET',
  path: '/brands/:brand/house-profiles/:id',
  summary: 'One of them, as it is edited.',
  params: ofProfile,
  reply: houseProfile,
  errors: [],
});

export const makeHouseProfile = endpoint({
  ...staff,
  method: 'POST',
  path: '/brands/:brand/house-profiles',
  summary: 'Makes a profile that is not shown yet. Its kind never changes. The same id is made once.',
  params: ofBrand,
  body: houseSettings.extend({ id: z.uuid(), kind }),
  reply: houseProfile,
  errors: ['field.name', 'field.place', 'team.unknown', 'house_profile.words_twice'],
});

export const changeHouseProfile = endpoint({
  ...staff,
  method: 'PUT',
  path: '/brands/:brand/house-profiles/:id',
  summary: 'Changes all that is edited, where no other person has changed it since it was read.',
  params: ofProfile,
  body: houseSettings.extend({ revision: z.int().min(1) }),
  reply: houseProfile,
  errors: [
    'field.name',
    'field.place',
    'team.unknown',
    'house_profile.words_twice',
    'house_profile.changed',
    'house_profile.retired',
  ],
});

export const showHouseProfile = endpoint({
  ...staff,
  method: 'PUT',
  path: '/brands/:brand/house-profiles/:id/shown',
  summary:
    'Shows a profile to members, or pauses it: it is found no longer, and its conversations say that answers come later.',
  params: ofProfile,
  body: z.object({ shown: z.boolean() }),
  reply: houseProfile,
  errors: ['house_profile.no_photo', 'house_profile.retired'],
});

export const retireHouseProfile = endpoint({
  ...staff,
  method: 'DELETE',
  path: '/brands/:brand/house-profiles/:id',
  summary:
    'Ends a profile for good. Its conversations end with a sentence that says so, and messages that were paid for and not answered are paid back.',
  params: ofProfile,
  reply: houseProfile,
  errors: [],
});

export const duplicateHouseProfile = endpoint({
  ...staff,
  method: 'POST',
  path: '/brands/:brand/house-profiles/:id/copies',
  summary: 'Makes the same profile at another brand, or at this one, with its photos. It is not shown yet.',
  params: ofProfile,
  body: z.object({ newId: z.uuid(), to: z.object({ brand }) }),
  reply: z.object({ id: z.uuid() }),
  errors: [],
});

export const changeHouseProfiles = endpoint({
  ...staff,
  method: 'POST',
  path: '/brands/:brand/house-profiles/together',
  summary: 'Does the same to several. What could not be done is named with its reason.',
  params: ofBrand,
  body: z.object({
    ids: z.array(z.uuid()).min(1).max(MOST_IN_BULK),
    act: z.enum(['show', 'pause', 'retire', 'team']),
    /** For the act `team`: whose hosts answer; null is all of the brand's. */
    teamId: z.uuid().nullable().optional(),
  }),
  reply: z.object({
    done: z.array(z.uuid()).max(MOST_IN_BULK),
    failed: z
      .array(
        z.object({
          id: z.uuid(),
          reason: z.enum(['request.not_found', 'house_profile.no_photo', 'house_profile.retired']),
        }),
      )
      .max(MOST_IN_BULK),
  }),
  errors: ['team.unknown'],
});

export const readHouseWeek = endpoint({
  ...staff,
  method: 'GET',
  path: '/brands/:brand/house-profiles/:id/week',
  summary: 'The last seven days of a profile: conversations, time to answer, complaints, quality.',
  params: ofProfile,
  reply: z.object({
    /** In which something was written. */
    conversations: z.int(),
    answers: z.int(),
    /** Half of the members waited longer. Null where none was answered. */
    medianWaitSeconds: z.number().nullable(),
    complaints: z.int(),
    /** What supervisors thought of answers. */
    marks: z.object({ count: z.int(), average: z.number().nullable() }),
    /** Answers a day, the oldest first. */
    days: z.array(z.object({ at: epochMilliseconds, answers: z.int() })).length(7),
  }),
  errors: [],
});

const MOST_SAID = 12;
const TRY_OUT_MAX_LETTERS = 500;
const saidInTryOut = z.object({ from: z.enum(['member', 'profile']), text: writing(TRY_OUT_MAX_LETTERS) });

export const tryCompanion = endpoint({
  ...staff,
  method: 'POST',
  path: '/brands/:brand/companion-answers',
  summary: 'What a companion with this character would answer. Nothing of it is kept.',
  params: ofBrand,
  body: z.object({
    screenName: line(60),
    about: writing(300),
    description: writing(2000),
    language,
    ...companionFields,
    /** What was said so far, the member’s words last. */
    said: z.array(saidInTryOut).min(1).max(MOST_SAID),
  }),
  reply: z.object({
    text: z.string().max(MESSAGE_MAX_LETTERS),
    /** By the model, or by the script, which answers where there is none and where it will not do. */
    by: z.enum(['model', 'script']),
  }),
  errors: [],
});
