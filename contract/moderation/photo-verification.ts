import { z } from 'zod';
import { PHOTO_MAX_BYTES } from '../kernel/constants.ts';
import { endpoint } from '../kernel/endpoint.ts';
import { epochMilliseconds, photoAddress, trackerId } from '../kernel/fields.ts';
import { code } from '../kernel/text.ts';

/** What a member is asked to do before the camera. One is drawn at random, so that no old picture will do. */
export const gestures = [
  'hand_on_head',
  'three_fingers',
  'thumb_up',
  'touch_ear',
  'hand_on_chin',
  'open_hand',
] as const;
export type Gesture = (typeof gestures)[number];

/** Why a picture did not show what was asked for. */
export const verificationReasons = ['gesture', 'other_person', 'unclear', 'edited'] as const;
export type VerificationReason = (typeof verificationReasons)[number];

const state = z.object({
  /** `none` also where an unfinished one has expired, or the main photo is no longer the one that was compared. */
  status: z.enum(['none', 'asked', 'waiting', 'verified', 'refused']),
  gesture: z.enum(gestures).nullable(),
  /** Until when the picture must be there. */
  expiresAt: epochMilliseconds.nullable(),
  reason: z.enum(verificationReasons).nullable(),
  /** There is a main photo that others see, so that there is something to compare with. */
  hasPhoto: z.boolean(),
});
export type VerificationState = z.output<typeof state>;

const owner = { host: 'api', access: 'member', owner: 'trackerId', params: z.object({ trackerId }) } as const;

export const readVerification = endpoint({
  ...owner,
  method: 'GET',
  path: '/users/:trackerId/verification',
  summary: 'How far the verification of my main photo is.',
  reply: state,
  errors: [],
});

export const startVerification = endpoint({
  ...owner,
  method: 'POST',
  path: '/users/:trackerId/verification',
  summary: 'Ask for a gesture. The picture of it must come within ten minutes.',
  reply: state,
  errors: ['verification.no_photo', 'verification.waiting'],
});

export const sendVerification = endpoint({
  ...owner,
  method: 'POST',
  path: '/users/:trackerId/verification/picture',
  summary: 'The picture of the gesture. Only moderators see it, and it is deleted after their verdict.',
  upload: { name: 'photo', wire: 'foto', maxBytes: PHOTO_MAX_BYTES, tooLarge: 'photo.too_large' },
  reply: state,
  errors: ['photo.not_image', 'photo.too_large', 'verification.expired', 'verification.no_photo'],
});

const staff = { host: 'staff', access: 'staff', right: 'moderation.decide' } as const;
const one = z.object({ brand: code(32), id: z.uuid() });
const picture = z.object({ address: photoAddress, width: z.int(), height: z.int() });

export const readVerificationCase = endpoint({
  ...staff,
  method: 'GET',
  path: '/brands/:brand/verifications/:id',
  params: one,
  summary:
    'A gesture that was asked for, the picture of it, and the photos of the profile to compare it with.',
  reply: z.object({
    gesture: z.enum(gestures),
    at: epochMilliseconds,
    picture,
    /** The first is the one that the badge would be about. */
    photos: z.array(picture).max(20),
  }),
  errors: [],
});
export type VerificationCase = z.output<typeof readVerificationCase.reply>;

export const decideVerification = endpoint({
  ...staff,
  method: 'POST',
  path: '/brands/:brand/verifications/:id/verdict',
  params: one,
  summary: 'The same person, or not, and why not. The picture is deleted either way.',
  body: z.object({
    /** Null: it is the same person and the gesture that was asked for. */
    refusal: z.enum(verificationReasons).nullable(),
  }),
  reply: z.object({ ok: z.literal(true) }),
  errors: ['verification.decided', 'moderation.gone', 'moderation.taken'],
});
