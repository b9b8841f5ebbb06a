import { z } from 'zod';
import { reasons } from '../discovery/reasons.ts';
import { endpoint } from '../kernel/endpoint.ts';
import { country, gender, photoAddress, placeName, profileKind, trackerId } from '../kernel/fields.ts';
import { as, spelled, spelledWords } from '../kernel/spelling.ts';
import { code } from '../kernel/text.ts';
import { shownDetails } from './details.ts';
import { INTERESTS_MOST, interestNumbers } from './interests.ts';
import type { Interest } from './interests.ts';
import { shownPrompts } from './prompts.ts';

/** A profile's id, or one of the reserved ones that belong to no person. */
export const profileId = code(64).min(1);

const shownGender = spelledWords({ male: 'Male', female: 'Female' });
/** How lately a person was here, without naming the minute. */
export const activity = spelledWords({ now: 'ora', today: 'oggi', week: 'settimana', earlier: 'prima' });
export type Activity = z.output<typeof activity>;

/** When hosts answer for a profile of ours, where it is one part of the day; later, while it is paused. */
export const answeringTime = spelledWords({
  morning: 'mattina',
  afternoon: 'pomeriggio',
  evening: 'sera',
  night: 'notte',
  later: 'in_pausa',
});
export type AnsweringTime = z.output<typeof answeringTime>;

/** A photo in its sizes. */
const picture = z.object({
  id: z.string().max(64),
  /** Addresses by width, smallest first. */
  sources: z.array(z.object({ width: z.int(), address: photoAddress })).max(6),
  thumbhash: z.string().max(60).nullable(),
  width: z.int(),
  height: z.int(),
});
export type PersonPicture = z.output<typeof picture>;

/** A person as others see them: on a card, in the deck, on their own page. */
export const person = spelled({
  id: as('id', profileId, ['_id', 'angelId']),
  screenName: as('screenName', z.string().max(60)),
  age: as('age', z.int().nullable()),
  gender: as('gender', shownGender),
  kind: as('kind', profileKind),
  about: as('about', z.string().max(300)),
  description: as('description', z.string().max(2000)),
  lookingFor: as('cosa_cerco', z.string().max(2000)),
  prompts: as('domande', shownPrompts),
  ...shownDetails,
  /** Those that the caller has as well. */
  commonInterests: as(
    'interessi_comuni',
    z.array(z.enum(Object.keys(interestNumbers) as Interest[])).max(INTERESTS_MOST),
  ),
  /** Null where a person has no photo that others may see. */
  photo: as('default_photo', photoAddress.nullable()),
  /** The first photo alone on a card, all of them on the person's own page. */
  pictures: as('photos', z.array(picture).max(20)),
  region: as('region', placeName.nullable()),
  city: as('city', placeName.nullable()),
  /** Their town is nearer to the caller's than so many kilometres: one of a few steps. Null where it is far, or not known. */
  within: as('entro_km', z.int().nullable()),
  activity: as('attivita', activity),
  /** Null where nothing is said about it, as of all members. */
  answersAt: as('risponde', answeringTime.nullable()),
  isNew: as('nuova', z.boolean()),
  /** The address is confirmed and a person of ours has looked at the photo. */
  verified: as('verificata', z.boolean()),
  /** A moderator has compared the first photo with its owner, who made a gesture that was asked for at random. */
  photoVerified: as('foto_verificata', z.boolean()),
  /** What counted most for the place at which they are shown to the caller. */
  reasons: as('perche', reasons),
  /** The caller likes them; both like each other. */
  liked: as('piace', z.boolean()),
  matched: as('reciproco', z.boolean()),
  /** Kept from the caller by their flow until they pay: the card is as a visitor's, the page is 402. */
  locked: as('riservato', z.boolean()),
});
export type Person = z.output<typeof person>;

export const readPerson = endpoint({
  host: 'dispenser',
  method: 'GET',
  path: '/:id/:country/:seeks',
  access: 'member',
  needsRegion: true,
  summary:
    'One profile, as a list of one; an empty list where there is none to be seen. Regions are closed as in a search, but not to those who know each other.',
  params: spelled({ id: as('id', profileId), country: as('country', country), seeks: as('seeks', gender) }),
  reply: z.array(person).max(1),
  errors: ['profile.locked', 'search.region_locked'],
});

const owner = { access: 'member', owner: 'trackerId' } as const;
const done = z.object({ result: z.literal('OK') });

export const recordVisit = endpoint({
  host: 'api',
  method: 'POST',
  path: '/collect/visited',
  ...owner,
  needsRegion: true,
  heldWhileUnseen: true,
  summary: 'The caller has opened a person’s page. Its owner learns of it, once a day.',
  body: spelled({ profileId: as('angelId', profileId), trackerId: as('trackerId', trackerId) }),
  reply: done,
  errors: ['profile.locked', 'search.region_locked'],
});

/** The newest, at most so many. */
const ids = z.array(profileId).max(1_000);
const count = z.int().min(0);

export const readNavigation = endpoint({
  host: 'api',
  method: 'GET',
  path: '/get/all/:trackerId',
  ...owner,
  summary: 'What the bars and hearts of every page need.',
  params: z.object({ trackerId }),
  reply: z.object({
    navigation: spelled({
      visited: as('profiliVisitati', ids),
      liked: as('profiliLike', ids),
      messageCredits: as('creditiMessaggi', count),
      planCredits: as('creditiMessaggiAbbonamento', count),
      iceBreakerCredits: as('creditiIcebreaker', count),
      likeCredits: as('creditiLike', count),
      /** Whether their credits pay for a message to a new person, and for a like, at the time of this answer. */
      canAffordMessage: as('puo_pagare_messaggio', z.boolean()),
      canAffordLike: as('puo_pagare_like', z.boolean()),
      unreadMessages: as('undreadedMessages', count),
      unreadLikes: as('likeNonLetti', count),
      unreadVisits: as('visiteNonLette', count),
    }),
  }),
  errors: [],
});
export type Navigation = z.output<typeof readNavigation.reply>['navigation'];
