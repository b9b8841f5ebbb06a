/** Photos of house profiles: added with a statement of where they come from, put into order, removed. */

import { z } from 'zod';
import { PHOTO_MAX_BYTES } from '../kernel/constants.ts';
import { endpoint } from '../kernel/endpoint.ts';
import { epochMilliseconds } from '../kernel/fields.ts';
import { code, line, word } from '../kernel/text.ts';
import { ORIGIN_STATEMENT_MAX_LETTERS, housePhoto, photoOrigin } from './house-photo.ts';
import { houseProfile } from './house-profiles.ts';

const staff = { host: 'staff', access: 'staff', right: 'profiles.manage' } as const;
const brand = code(32);
const cursor = code(200);

/** The part of a picture that is taken: left, top, width and height in shares of the whole, `0.1,0,0.5,1`. */
const crop = word(40, /^(?:[01]|0?\.\d{1,6})(?:,(?:[01]|0?\.\d{1,6})){3}$/);

export const addHousePhoto = endpoint({
  ...staff,
  method: 'POST',
  path: '/brands/:brand/house-profiles/:id/photos',
  summary:
    'Adds a photo after the others, cut as asked for. Where it comes from is said with it, and stated in words unless we drew it.',
  params: z.object({ brand, id: z.uuid() }),
  query: z.object({
    origin: photoOrigin,
    statement: line(ORIGIN_STATEMENT_MAX_LETTERS).optional(),
    crop: crop.optional(),
  }),
  upload: { name: 'photo', wire: 'photo', maxBytes: PHOTO_MAX_BYTES, tooLarge: 'photo.too_large' },
  reply: houseProfile,
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
  reply: houseProfile,
  errors: [],
});

export const removeHousePhoto = endpoint({
  ...staff,
  method: 'DELETE',
  path: '/brands/:brand/house-profiles/:id/photos/:photoId',
  summary: 'Removes a photo. The last one of a profile that is shown stays.',
  params: ofPhoto,
  reply: houseProfile,
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
  reply: houseProfile,
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
  params: z.object({ brand }),
  query: z.object({ origin: photoOrigin.optional(), text: line(100).optional(), before: cursor.optional() }),
  reply: z.object({
    photos: z
      .array(
        housePhoto.extend({
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
