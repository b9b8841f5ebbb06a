/** Named groups of the hosts of a brand. A profile with a team is answered by its hosts alone. */

import { z } from 'zod';
import { endpoint } from '../kernel/endpoint.ts';
import { code, line } from '../kernel/text.ts';

const staff = { host: 'staff', access: 'staff', right: 'profiles.manage' } as const;
const brand = code(32);
const done = z.object({ ok: z.literal(true) });
const MOST_TEAMS = 100;
const MOST_MEMBERS = 500;

const person = z.object({ staffId: z.uuid(), name: z.string().max(100) });
const team = z.object({
  id: z.uuid(),
  name: z.string().max(60),
  members: z.array(person).max(MOST_MEMBERS),
  /** Profiles that its hosts answer for. */
  profiles: z.int(),
});

export const listTeams = endpoint({
  ...staff,
  method: 'GET',
  path: '/brands/:brand/teams',
  summary: 'The host teams of a brand by name, and the hosts who can be in one.',
  params: z.object({ brand }),
  reply: z.object({ teams: z.array(team).max(MOST_TEAMS), hosts: z.array(person).max(MOST_MEMBERS) }),
  errors: [],
});

const named = z.object({ name: line(60).min(1), staffIds: z.array(z.uuid()).max(MOST_MEMBERS) });

export const saveTeam = endpoint({
  ...staff,
  method: 'PUT',
  path: '/brands/:brand/teams/:teamId',
  summary: 'Makes a team, or changes its name and its hosts. Who is not a host of the brand is left out.',
  params: z.object({ brand, teamId: z.uuid() }),
  body: named,
  reply: done,
  errors: ['team.name_taken', 'team.too_many'],
});

export const removeTeam = endpoint({
  ...staff,
  method: 'DELETE',
  path: '/brands/:brand/teams/:teamId',
  summary: 'Removes a team. All hosts of the brand answer for its profiles then.',
  params: z.object({ brand, teamId: z.uuid() }),
  reply: done,
  errors: [],
});
