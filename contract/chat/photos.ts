import { z } from 'zod';
import { PHOTO_MAX_BYTES } from '../kernel/constants.ts';
import { endpoint } from '../kernel/endpoint.ts';
import { trackerId } from '../kernel/fields.ts';
import { as, spelled } from '../kernel/spelling.ts';
import { profileId } from '../profile/people.ts';
import { chatPhoto } from './messages.ts';

const owner = { access: 'member', owner: 'trackerId' } as const;

export const uploadChatPhoto = endpoint({
  host: 'api',
  method: 'POST',
  path: '/upload/:trackerId/:angelId',
  ...owner,
  needsRegion: true,
  summary:
    'A photo for a message to a participant. It is sent with `chat`, and seen by the other one when it was checked.',
  params: spelled({ trackerId: as('trackerId', trackerId), profileId: as('angelId', profileId) }),
  upload: { name: 'photo', wire: 'foto', maxBytes: PHOTO_MAX_BYTES, tooLarge: 'photo.too_large' },
  reply: spelled({ result: as('result', z.literal('OK')), photo: as('foto', chatPhoto) }),
  errors: [
    'photo.not_image',
    'photo.too_large',
    'photo.too_many',
    'chat.closed',
    'profile.refused',
    'profile.locked',
    'search.region_locked',
  ],
});

export const readChatPhoto = endpoint({
  host: 'api',
  method: 'GET',
  path: '/get/photo/:trackerId/:id',
  ...owner,
  summary: 'A photo of one of the caller’s conversations, as far as they may see it.',
  params: z.object({ trackerId, id: z.uuid() }),
  file: { contentType: 'image/webp', keepSeconds: 86_400 },
  reply: z.instanceof(Blob),
  errors: [],
});
