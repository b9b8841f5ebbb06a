/** Who works here: inviting people, changing what they do, letting them go. */

import { z } from 'zod';
import { endpoint } from '../kernel/endpoint.ts';
import { emailText, epochMilliseconds, language } from '../kernel/fields.ts';
import { brandRoles } from '../kernel/staff-rights.ts';
import { code, line } from '../kernel/text.ts';

const done = z.object({ ok: z.literal(true) });
const staff = { host: 'staff', access: 'staff', right: 'staff.manage' } as const;
/** The role of a person at each brand. An owner is one at all of them, and none is named. */
const roles = z.array(z.object({ brand: code(32).min(1), role: z.enum(brandRoles) })).max(500);
const ofPerson = z.object({ staffId: z.uuid() });

const person = z.object({
  id: z.uuid(),
  email: z.string().max(254),
  name: z.string().max(100),
  isOwner: z.boolean(),
  status: z.enum(['invited', 'active', 'left']),
  /** At the brands that the caller manages, and no others. */
  roles,
  /** Whether the caller manages all that the person does here, and with it name, password and second factor. */
  isWholly: z.boolean(),
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
  summary: 'All who work for the caller’s brands, by name.',
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
    isOwner: z.boolean(),
    roles,
    language,
  }),
  reply: z.object({ id: z.uuid() }),
  errors: ['field.email', 'staff.role_too_high', 'staff.email_taken', 'staff.no_brand'],
});

export const changePerson = endpoint({
  ...staff,
  method: 'PUT',
  path: '/people/:staffId',
  summary:
    'Another name, or another role at brands that the caller manages; what is left out ends. What the person has open is closed.',
  params: ofPerson,
  body: z.object({ name: line(100).min(1), isOwner: z.boolean(), roles }),
  reply: done,
  errors: ['staff.role_too_high', 'staff.works_elsewhere', 'staff.last_owner', 'staff.no_brand'],
});

export const inviteAgain = endpoint({
  ...staff,
  method: 'POST',
  path: '/people/:staffId/invitation',
  summary: 'Sends the invitation again, or to a person who works here a way to set another password.',
  params: ofPerson,
  reply: done,
  errors: ['staff.role_too_high', 'staff.works_elsewhere'],
});

export const resetFactors = endpoint({
  ...staff,
  method: 'DELETE',
  path: '/people/:staffId/factors',
  summary: 'Forgets the second factor of a person who has lost it. It is set up again at the next sign-in.',
  params: ofPerson,
  reply: done,
  errors: ['staff.role_too_high', 'staff.works_elsewhere'],
});

export const dismissPerson = endpoint({
  ...staff,
  method: 'DELETE',
  path: '/people/:staffId',
  summary:
    'The person works no longer for the brands that the caller manages: sessions end at once, conversations are given back.',
  params: ofPerson,
  reply: done,
  errors: ['staff.role_too_high', 'staff.last_owner'],
});
