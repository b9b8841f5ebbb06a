import { z } from 'zod';
import { endpoint } from '../kernel/endpoint.ts';
import { profileKind } from '../kernel/fields.ts';
import { code } from '../kernel/text.ts';

const staff = { host: 'staff', access: 'staff' } as const;
const brand = code(32);
const cursor = code(100);

const reservedProfile = z.object({
  id: z.uuid(),
  screenName: z.string().max(60),
  kind: profileKind,
  gender: z.enum(['female', 'male']),
  region: z.string().max(120).nullable(),
  city: z.string().max(120).nullable(),
});

export const listReserved = endpoint({
  ...staff,
  method: 'GET',
  path: '/brands/:brand/reserved-profiles',
  right: 'profiles.reserve',
  summary: 'The profiles that flows may keep for those who have paid.',
  params: z.object({ brand }),
  query: z.object({ after: cursor.optional() }),
  reply: z.object({ profiles: z.array(reservedProfile).max(50), next: cursor.nullable() }),
  errors: [],
});

export const reserveProfile = endpoint({
  ...staff,
  method: 'PUT',
  path: '/brands/:brand/profiles/:id/reserved',
  right: 'profiles.reserve',
  summary: 'Marks a profile of the staff’s as reserved, or as open again. The same again changes nothing.',
  params: z.object({ brand, id: z.uuid() }),
  body: z.object({ reserved: z.boolean() }),
  reply: z.object({ ok: z.literal(true) }),
  errors: ['profile.not_ours'],
});
