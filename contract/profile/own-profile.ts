import { z } from 'zod';
import { ownPhoto, user } from '../account/user.ts';
import { PHOTO_MAX_BYTES } from '../kernel/constants.ts';
import { endpoint } from '../kernel/endpoint.ts';
import { serverEvent } from '../kernel/event.ts';
import { emailText, gender, language, photoAddress, placeName, trackerId } from '../kernel/fields.ts';
import { as, spelled } from '../kernel/spelling.ts';
import { line, writing } from '../kernel/text.ts';
import { changedDetails, shownDetails } from './details.ts';
import { profileFieldName, shownProfileFields } from './profile-fields.ts';
import { savedPrompts, shownPrompts } from './prompts.ts';

const owner = { access: 'member', owner: 'trackerId', params: z.object({ trackerId }) } as const;
const ok = as('result', z.literal('OK'));
const okWithUser = spelled({ result: ok, user: as('user', user) });

/** A member's own profile, as its owner reads it. */
export const ownProfile = spelled({
  screenName: as('username', z.string().max(60)),
  surname: as('surname', z.string().max(60)),
  age: as('age', z.int().nullable()),
  email: as('email', emailText),
  phone: as('phone', z.string().max(30)),
  city: as('city', placeName.nullable()),
  region: as('region', placeName.nullable()),
  gender: as('sono', gender),
  seeks: as('cerco', gender),
  description: as('descrizione', z.string().max(2000)),
  lookingFor: as('cosa_cerco', z.string().max(2000)),
  prompts: as('domande', shownPrompts),
  ...shownDetails,
  /** They have consented to those answers that tell of faith or health. */
  delicateConsent: as('consenso_delicati', z.boolean()),
  photo: as('photo', photoAddress.nullable()),
  /** What the brand asks for, in its order. */
  fields: as('campi', shownProfileFields),
  /** What they have been asked for since the sign-up, whether they answered or not. */
  passedSteps: as('passi', z.array(profileFieldName).max(50)),
});
export type OwnProfile = z.output<typeof ownProfile>;

export const readOwnProfile = endpoint({
  host: 'api',
  method: 'GET',
  path: '/users/profile/:trackerId',
  ...owner,
  beforeConsent: true,
  summary: "A member's own profile.",
  reply: ownProfile,
  errors: [],
});

export const saveOwnProfile = endpoint({
  host: 'api',
  method: 'PUT',
  path: '/users/:trackerId',
  ...owner,
  /** A region is asked for before anything else can be. */
  beforeConsent: true,
  summary: 'Change what is named and leave the rest. New words wait for moderation again.',
  body: spelled({
    screenName: as('username', line(200).optional()),
    surname: as('surname', line(200).optional()),
    age: as('eta', z.number().optional()),
    phone: as('phone', line(60).optional()),
    region: as('region', placeName.optional()),
    city: as('city', placeName.nullable().optional()),
    gender: as('sono', gender.optional()),
    seeks: as('cerco', gender.optional()),
    description: as('descrizione', writing(2000).optional()),
    lookingFor: as('cosa_cerco', writing(2000).optional()),
    prompts: as('domande', savedPrompts.optional()),
    ...changedDetails,
    /** Without it no such answer is taken; when it is withdrawn, all of them are deleted. */
    delicateConsent: as('consenso_delicati', z.boolean().optional()),
    /** What they were asked for, whether they answered or not: they are not asked again, on no device. */
    passedSteps: as('passi', z.array(profileFieldName).max(50).optional()),
    /** They are through with the questions after the sign-up, or want no more of them. */
    introduced: as('presentato', z.literal(true).optional()),
  }),
  reply: okWithUser,
  errors: [
    'field.name',
    'field.surname',
    'field.age',
    'field.phone',
    'field.place',
    'field.required',
    'profile.consent_missing',
  ],
});

export const uploadPhoto = endpoint({
  host: 'api',
  method: 'POST',
  path: '/upload/:trackerId',
  ...owner,
  summary: 'Add a photo after the others. It waits for moderation before others see it.',
  upload: { name: 'photo', wire: 'avatar', maxBytes: PHOTO_MAX_BYTES, tooLarge: 'photo.too_large' },
  reply: spelled({ result: ok, photo: as('photo', ownPhoto), user: as('user', user) }),
  errors: ['photo.not_image', 'photo.too_large', 'photo.too_many'],
});

const photoOwner = { ...owner, params: z.object({ trackerId, photoId: z.uuid() }) } as const;

export const removePhoto = endpoint({
  host: 'api',
  method: 'DELETE',
  path: '/users/:trackerId/photos/:photoId',
  ...photoOwner,
  summary: 'Remove one of my photos.',
  reply: okWithUser,
  errors: [],
});

export const movePhoto = endpoint({
  host: 'api',
  method: 'PUT',
  path: '/users/:trackerId/photos/:photoId/position',
  ...photoOwner,
  summary: 'Move a photo of mine to another place; the first place is 0.',
  body: z.object({ position: z.int().min(0).max(19) }),
  reply: okWithUser,
  errors: [],
});

/** How a member wants to be treated. */
export const ownSettings = z.object({
  language,
  newsletter: z.boolean(),
  hidden: z.boolean(),
  notify: z.object({
    messages: z.boolean(),
    likes: z.boolean(),
    visits: z.boolean(),
  }),
});
export type OwnSettings = z.output<typeof ownSettings>;

export const notificationSettingsChanged = serverEvent({
  name: 'avvisi',
  summary: 'What the member wants to be notified of in the page, changed on any device.',
  payload: z.object({ messages: z.boolean(), likes: z.boolean(), visits: z.boolean() }),
});

export const readOwnSettings = endpoint({
  host: 'api',
  method: 'GET',
  path: '/users/:trackerId/settings',
  ...owner,
  summary: 'My language, notifications and visibility.',
  reply: ownSettings,
  errors: [],
});

export const saveOwnSettings = endpoint({
  host: 'api',
  method: 'PUT',
  path: '/users/:trackerId/settings',
  ...owner,
  summary: 'Change what is named and leave the rest.',
  body: ownSettings.partial().extend({ notify: ownSettings.shape.notify.partial().optional() }),
  reply: z.object({ result: z.literal('OK'), settings: ownSettings }),
  errors: [],
});
