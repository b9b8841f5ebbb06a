/** Profiles that hosts or an AI companion answer for: made, kept and ended in the console. */

import { z } from 'zod';
import {
  AGE_MAX,
  AGE_MIN,
  HOUSE_NOTES_MAX_LETTERS,
  LANGUAGES,
  MESSAGE_MAX_LETTERS,
  PHOTO_MAX_BYTES,
} from '../kernel/constants.ts';
import { endpoint } from '../kernel/endpoint.ts';
import { GENDERS, epochMilliseconds, language, photoAddress, placeName } from '../kernel/fields.ts';
import { code, line, word, writing } from '../kernel/text.ts';
import { detailForm } from '../profile/details.ts';
import { savedPrompts } from '../profile/prompts.ts';

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

/** Where a photo comes from: drawn for us, licensed, or of a person who has consented. */
export const photoOrigins = ['own_drawing', 'licensed', 'consented'] as const;
export type PhotoOrigin = (typeof photoOrigins)[number];
const origin = z.enum(photoOrigins);
export const ORIGIN_STATEMENT_MAX_LETTERS = 500;
export const HOUSE_PHOTOS_MOST = 6;
const MOST_IN_BULK = 200;

const teamName = z.string().max(60);
const team = z.object({ id: z.uuid(), name: teamName });

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
    text: line(100).optional(),
    order: z.enum(houseOrders).optional(),
    after: cursor.optional(),
  }),
  reply: z.object({ profiles: z.array(summary).max(50), next: cursor.nullable() }),
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

const photo = z.object({
  id: z.uuid(),
  address: photoAddress,
  width: z.int(),
  height: z.int(),
  /** Null for drawings of the demo. */
  origin: origin.nullable(),
  statement: z.string().max(ORIGIN_STATEMENT_MAX_LETTERS),
  hasDocument: z.boolean(),
});
export type HousePhoto = z.output<typeof photo>;

const byAndWhen = { by: z.string().max(100).nullable(), at: epochMilliseconds };
const whole = z.object({
  id: z.uuid(),
  kind,
  state,
  settings: houseSettings,
  /** To be named by the next change. */
  revision: z.int(),
  team: team.nullable(),
  photos: z.array(photo).max(20),
  changed: z.object(byAndWhen),
  made: z.object(byAndWhen),
});
export type HouseProfile = z.output<typeof whole>;

export const readHouseProfile = endpoint({
  ...staff,
  method: 'GET',
  path: '/brands/:brand/house-profiles/:id',
  summary: 'One of them, as it is edited.',
  params: ofProfile,
  reply: whole,
  errors: [],
});

export const makeHouseProfile = endpoint({
  ...staff,
  method: 'POST',
  path: '/brands/:brand/house-profiles',
  summary: 'Makes a profile that is not shown yet. Its kind never changes. The same id is made once.',
  params: ofBrand,
  body: houseSettings.extend({ id: z.uuid(), kind }),
  reply: whole,
  errors: ['field.name', 'field.place', 'team.unknown', 'house_profile.words_twice'],
});

export const changeHouseProfile = endpoint({
  ...staff,
  method: 'PUT',
  path: '/brands/:brand/house-profiles/:id',
  summary: 'Changes all that is edited, where no other person has changed it since it was read.',
  params: ofProfile,
  body: houseSettings.extend({ revision: z.int().min(1) }),
  reply: whole,
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
  reply: whole,
  errors: ['house_profile.no_photo', 'house_profile.retired'],
});

export const retireHouseProfile = endpoint({
  ...staff,
  method: 'DELETE',
  path: '/brands/:brand/house-profiles/:id',
  summary:
    'Ends a profile for good. Its conversations end with a sentence that says so, and messages that were paid for and not answered are paid back.',
  params: ofProfile,
  reply: whole,
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

/** The part of a picture that is taken: left, top, width and height in shares of the whole, `0.1,0,0.5,1`. */
const crop = word(40, /^(?:[01]|0?\.\d{1,6})(?:,(?:[01]|0?\.\d{1,6})){3}$/);

export const addHousePhoto = endpoint({
  ...staff,
  method: 'POST',
  path: '/brands/:brand/house-profiles/:id/photos',
  summary:
    'Adds a photo after the others, cut as asked for. Where it comes from is said with it, and stated in words unless we drew it.',
  params: ofProfile,
  query: z.object({
    origin,
    statement: line(ORIGIN_STATEMENT_MAX_LETTERS).optional(),
    crop: crop.optional(),
  }),
  upload: { name: 'photo', wire: 'photo', maxBytes: PHOTO_MAX_BYTES, tooLarge: 'photo.too_large' },
  reply: whole,
  errors: [
    'photo.not_image',
    'photo.too_large',
    'photo.too_many',
    'photo.banned',
    'photo.used_elsewhere',
    'photo.statement_missing',
    'house_profile.retired',
  ],
});

const ofPhoto = z.object({ brand, id: z.uuid(), photoId: z.uuid() });

export const moveHousePhoto = endpoint({
  ...staff,
  method: 'PUT',
  path: '/brands/:brand/house-profiles/:id/photos/:photoId/position',
  summary: 'Moves a photo to another place; the first place is 0.',
  params: ofPhoto,
  body: z.object({ position: z.int().min(0).max(19) }),
  reply: whole,
  errors: [],
});

export const removeHousePhoto = endpoint({
  ...staff,
  method: 'DELETE',
  path: '/brands/:brand/house-profiles/:id/photos/:photoId',
  summary: 'Removes a photo. The last one of a profile that is shown stays.',
  params: ofPhoto,
  reply: whole,
  errors: ['house_profile.no_photo'],
});

export const addOriginDocument = endpoint({
  ...staff,
  method: 'POST',
  path: '/brands/:brand/house-profiles/:id/photos/:photoId/document',
  summary:
    'Adds the document that shows where a photo comes from, as a picture or PDF. It takes the place of another.',
  params: ofPhoto,
  upload: { name: 'document', wire: 'document', maxBytes: PHOTO_MAX_BYTES, tooLarge: 'photo.too_large' },
  reply: whole,
  errors: ['photo.too_large', 'document.type'],
});

export const readOriginDocument = endpoint({
  ...staff,
  method: 'GET',
  path: '/brands/:brand/house-profiles/:id/photos/:photoId/document',
  summary: 'The document of a photo.',
  params: ofPhoto,
  file: { contentType: 'application/octet-stream' },
  reply: z.instanceof(Blob),
  errors: [],
});

export const listPhotoOrigins = endpoint({
  ...staff,
  method: 'GET',
  path: '/brands/:brand/photo-origins',
  summary: 'Where photos come from, the newest first: by origin, by words of the statement or of the name.',
  params: ofBrand,
  query: z.object({ origin: origin.optional(), text: line(100).optional(), before: cursor.optional() }),
  reply: z.object({
    photos: z
      .array(
        photo.extend({
          profileId: z.uuid(),
          screenName: z.string().max(60),
          addedBy: z.string().max(100).nullable(),
          addedAt: epochMilliseconds,
        }),
      )
      .max(50),
    next: cursor.nullable(),
  }),
  errors: [],
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
