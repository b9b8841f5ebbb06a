import { z } from 'zod';
import { endpoint } from '../kernel/endpoint.ts';
import { epochMilliseconds, photoAddress, profileKind, trackerId } from '../kernel/fields.ts';
import { profileId } from './people.ts';

const owner = { access: 'member', owner: 'trackerId', params: z.object({ trackerId }) } as const;
const done = z.object({ result: z.literal('OK') });

export const blockPerson = endpoint({
  host: 'api',
  method: 'POST',
  path: '/users/:trackerId/blocks',
  ...owner,
  summary: 'Neither sees the other any more. Twice is once.',
  body: z.object({ profileId }),
  reply: done,
  errors: ['block.too_many'],
});

export const unblockPerson = endpoint({
  host: 'api',
  method: 'DELETE',
  path: '/users/:trackerId/blocks/:profileId',
  ...owner,
  params: z.object({ trackerId, profileId }),
  summary: 'They may meet again.',
  reply: done,
  errors: [],
});

const blocked = z.object({
  profileId,
  screenName: z.string().max(60),
  age: z.int().nullable(),
  kind: profileKind,
  photo: photoAddress.nullable(),
  at: epochMilliseconds,
});
export type BlockedPerson = z.output<typeof blocked>;

export const listBlocks = endpoint({
  host: 'api',
  method: 'GET',
  path: '/users/:trackerId/blocks',
  ...owner,
  summary: 'Whom I have blocked, newest first.',
  reply: z.object({ blocked: z.array(blocked).max(500) }),
  errors: [],
});
