/** Who works here: inviting people, changing what they do, letting them go. */

import { z } from 'zod';
import { endpoint } from '../kernel/endpoint.ts';
import { emailText, epochMilliseconds, language } from '../kernel/fields.ts';
import { code, line } from '../kernel/text.ts';
import { staffRole } from './sign-in.ts';

const done = z.object({ ok: z.literal(true) });
const staff = { host: 'staff', access: 'staff', right: 'staff.manage' } as const;
const brandKeys = z.array(code(32).min(1)).max(500);
const ofPerson = z.object({ staffId: z.uuid() });

const person = z.object({
  id: z.uuid(),
  email: z.string().max(254),
  name: z.string().max(100),
  role: staffRole,
  status: z.enum(['invited', 'active', 'left']),
  brands: brandKeys,
  secondFactor: z.boolean(),
  /** When the person last signed in. */
  lastSeenAt: epochMilliseconds.nullable(),
  createdAt: epochMilliseconds,
});
export type StaffPerson = z.output<typeof person>;

export const listPeople = endpoint({
  ...staff,
  method: 'GET',
  path: '/people',
  summary: 'Everybody who works for the caller’s brands, by name.',
  query: z.object({ after: code(300).optional() }),
  reply: z.object({ people: z.array(person).max(100), next: z.string().max(300).nullable() }),
  errors: [],
});

export const invitePerson = endpoint({
  ...staff,
  method: 'POST',
  path: '/people',
  summary: 'Sends an invitation. It is good for a week.',
  body: z.object({
    email: emailText.min(3),
    name: line(100).min(1),
    role: staffRole,
    /** An owner works for all. */
    brands: brandKeys,
    language,
  }),
  reply: z.object({ id: z.uuid() }),
  errors: ['field.email', 'staff.role_too_high', 'staff.email_taken', 'staff.no_brand'],
});

export const changePerson = endpoint({
  ...staff,
  method: 'PUT',
  path: '/people/:staffId',
  summary: 'Another name, role or other brands. What the person has open is closed.',
  params: ofPerson,
  body: z.object({ name: line(100).min(1), role: staffRole, brands: brandKeys }),
  reply: done,
  errors: ['staff.role_too_high', 'staff.last_owner', 'staff.no_brand'],
});

export const inviteAgain = endpoint({
  ...staff,
  method: 'POST',
  path: '/people/:staffId/invitation',
  summary: 'Sends the invitation again, or to somebody who works here a way to set another password.',
  params: ofPerson,
  reply: done,
  errors: ['staff.role_too_high'],
});

export const resetFactors = endpoint({
  ...staff,
  method: 'DELETE',
  path: '/people/:staffId/factors',
  summary: 'Forgets the second factor of somebody who has lost it. It is set up anew at the next sign-in.',
  params: ofPerson,
  reply: done,
  errors: ['staff.role_too_high'],
});

export const dismissPerson = endpoint({
  ...staff,
  method: 'DELETE',
  path: '/people/:staffId',
  summary: 'The person works here no longer: sessions end at once, conversations are given back.',
  params: ofPerson,
  reply: done,
  errors: ['staff.role_too_high', 'staff.last_owner'],
});
