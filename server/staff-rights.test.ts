import { endpoints } from '#contract/api.ts';
import type { Endpoint } from '#contract/kernel/endpoint.ts';
import {
  hasRight,
  mayGive,
  needsSecondFactor,
  staffRights,
  staffRoles,
} from '#contract/kernel/staff-rights.ts';
import type { StaffRole } from '#contract/kernel/staff-rights.ts';
import { endpointName } from '#testing/endpoint-calls.ts';
import { fittingInput } from '#testing/fitting-input.ts';
import { expect, test as base } from '#testing/harness.ts';
import { callAs, serve } from '#testing/http.ts';
import { enterConsole, hire } from '#testing/staff/staff.ts';
import type { World } from '#testing/world.ts';
import { modules } from './modules.ts';

/** Every call of the console by every role. A new one is covered the day it is written. */

/** One for all roles, who call more often than any other caller. */
const test = base.extend('server', { scope: 'file' }, ({ app }) => {
  const limits = { ...app.config.limits, requestsPerAddress: 1_000_000 };
  return serve(
    { ...app, config: { ...app.config, limits } },
    modules.flatMap(({ routes = [] }) => routes),
  );
});

const staffCalls = endpoints.filter((endpoint) => endpoint.access === 'staff');

/** To widen a role is a decision, and it is made here too. */
const rightsOf: Record<StaffRole, readonly string[]> = {
  owner: [...staffRights],
  brand_manager: [
    'conversations.supervise',
    'moderation.figures',
    'tickets.answer',
    'reviews.answer',
    'profiles.manage',
    'profiles.reserve',
    'postbacks.read',
    'brands.edit',
    'flows.edit',
    'brands.figures',
    'staff.manage',
    'audit.read',
  ],
  host: ['conversations.answer'],
  moderator: [
    'moderation.decide',
    'moderation.figures',
    'members.read',
    'members.disable',
    'members.sanction',
  ],
  support: [
    'members.read',
    'members.contact',
    'members.disable',
    'members.privacy',
    'tickets.answer',
    'reviews.answer',
    'payments.timeline',
    'mails.read',
  ],
  finance: [
    'members.read',
    'members.contact',
    'members.credits',
    'payments.timeline',
    'payments.read',
    'payments.refund',
    'books.close',
    'payments.switch',
    'payments.block',
    'brands.figures',
  ],
  analyst: ['moderation.figures', 'brands.figures'],
};

async function tokenOf(world: World, role: StaffRole): Promise<string> {
  return enterConsole(world, await hire(world, { role }));
}

test('each role has the rights that were decided on, and no other', () => {
  for (const role of staffRoles)
    expect(
      staffRights.filter((right) => hasRight(role, right)),
      role,
    ).toEqual(rightsOf[role]);
});

test('who sees members or decides over anything signs in with a second factor; figures alone need none', () => {
  expect(staffRoles.filter((role) => !needsSecondFactor(role))).toEqual(['analyst']);
});

test('who decides over money or people is made by an owner alone', () => {
  const guarded = new Set<StaffRole>(['owner', 'brand_manager', 'finance']);
  const given = (role: StaffRole) => staffRoles.filter((other) => mayGive(role, other));
  expect(given('owner')).toEqual(staffRoles);
  expect(given('brand_manager')).toEqual(staffRoles.filter((role) => !guarded.has(role)));
  for (const role of ['host', 'moderator', 'support', 'finance', 'analyst'] as const)
    expect(given(role)).toEqual([]);
});

test.for(staffRoles)(
  '%s: each call is open or forbidden as the table says',
  async (role, { server, world }) => {
    const token = await tokenOf(world, role);
    // Signing out comes last: no call would come in after it.
    for (const endpoint of staffCalls.toSorted((a, b) => Number(isSigningOut(a)) - Number(isSigningOut(b)))) {
      const answer = await callAs(server, endpoint, fittingInput(endpoint) as never, { token });
      const code = (answer.body as { error?: { code?: string } }).error?.code;
      const rights = [endpoint.right].flat();
      const open = rights.some(
        (right) => right === 'signed_in' || right === 'signing_in' || rightsOf[role].includes(right),
      );
      expect(code === 'staff.forbidden' ? 'forbidden' : 'open', endpointName(endpoint)).toBe(
        open ? 'open' : 'forbidden',
      );
      if (!open) expect(answer.status).toBe(403);
    }
  },
);

const isSigningOut = ({ path, method }: Endpoint) => method === 'DELETE' && path === '/sessions/current';

test.for(staffRoles.filter((role) => role !== 'owner'))(
  '%s: a brand that the caller does not work for is not found',
  async (role, { server, world }) => {
    const token = await enterConsole(world, await hire(world, { role, brands: ['verbena'] }));
    for (const endpoint of staffCalls) {
      const input = fittingInput(endpoint);
      const open = [endpoint.right].flat().some((right) => rightsOf[role].includes(right));
      if (!open || !namesBrand(endpoint)) continue;
      const answer = await callAs(server, endpoint, { ...input, brand: 'lunaria' }, { token });
      expect(answer.status, endpointName(endpoint)).toBe(404);
    }
  },
);

/** Whether a call says which brand it is about. */
function namesBrand({ params, query, body }: Endpoint): boolean {
  return [params, query, body].some(
    (schema) => schema && 'shape' in schema && 'brand' in (schema.shape as object),
  );
}
