import fc from 'fast-check';
import { z } from 'zod';
import {
  describeStaffCell,
  expectedStaffRefusal,
  namesBrand,
  rolesFor,
  staffCallers,
} from '#contract/access-table.ts';
import type { StaffCaller } from '#contract/access-table.ts';
import { endpoints } from '#contract/api.ts';
import type { Endpoint } from '#contract/kernel/endpoint.ts';
import { brandRoles } from '#contract/kernel/staff-rights.ts';
import type { BrandRole } from '#contract/kernel/staff-rights.ts';
import { agent, endpointName, testWithNode } from '#testing/endpoint-calls.ts';
import { fittingInput } from '#testing/fitting-input.ts';
import { expect } from '#testing/harness.ts';
import { callAt } from '#testing/http.ts';
import { enterConsoleAt, hire } from '#testing/staff/staff.ts';
import { fitting } from '#testing/wire-values.ts';
import { World } from '#testing/world.ts';
import { queueMail } from './mails/mail.ts';
import { recordAudit } from './platform/audit.ts';
import { HOUR } from './platform/clock.ts';
import { newId } from './platform/ids.ts';
import { sendOwnTicket } from './support/contact.ts';

/**
 * Every call of the console by a caller whose right for it is at the other brand. A new one is covered the day it is
 * written.
 */

type StaffCall = Extract<Endpoint, { access: 'staff' }>;
type Roles = Readonly<Record<string, BrandRole>>;

const staffCalls = endpoints.filter((endpoint): endpoint is StaffCall => endpoint.access === 'staff');
const everyone = Object.keys(staffCallers) as StaffCaller[];
const [HERE, THERE] = ['lunaria', 'verbena'];

/** Something of every sort that the console lists, at both brands. */
async function settle(world: World): Promise<void> {
  for (const key of [HERE, THERE]) {
    const brand = world.brand(key);
    const member = await world.member({ brand, profileStatus: 'pending' });
    const { trackerId, email } = member;
    await sendOwnTicket(member, { trackerId, id: newId(), email, topic: 'other', text: 'Buonasera.' });
    await recordAudit(world.app.db, { brandId: brand.id, actor: { kind: 'system' }, action: 'test.settled' });
    await queueMail(world.app.db, { brand, to: email, language: 'it', template: 'goodbye', data: {} });
    const { id: staff_id } = await hire(world, { role: 'host' });
    const [starts_at, ends_at] = [new Date(), new Date(Date.now() + HOUR)];
    const shift = { brand_id: brand.id, id: newId(), staff_id, starts_at, ends_at };
    await world.app.db.insertInto('shift').values(shift).execute();
  }
}

const test = testWithNode.extend('console', { scope: 'file' }, async ({ node, app }) => {
  const world = new World(app);
  await settle(world);
  const tokens = new Map<string, string>();
  /** A new person after each call that may have ended the session. */
  return async (roles: Roles | 'owner', endpoint: StaffCall, input: object) => {
    const key = JSON.stringify(roles);
    const token =
      tokens.get(key) ??
      (await enterConsoleAt(node.port, await hire(world, roles === 'owner' ? {} : { roles })));
    tokens.set(key, token);
    const { status, body } = await callAt(node.port, endpoint, input as never, { token, agent });
    if (endpoint.method !== 'GET' && status < 400) tokens.delete(key);
    const code = (body as { error?: { code?: string } } | undefined)?.error?.code ?? '';
    return { status, code, body };
  };
});

/** The brands that stand anywhere in a value. */
function brandsIn(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(brandsIn);
  if (typeof value !== 'object' || value === null || value instanceof Blob) return [];
  return Object.entries(value).flatMap(([name, part]: [string, unknown]) =>
    name === 'brand' && typeof part === 'string' ? [part] : brandsIn(part),
  );
}

function withBrand(value: unknown, brand: string): unknown {
  if (Array.isArray(value)) return value.map((part) => withBrand(part, brand));
  if (typeof value !== 'object' || value === null || value instanceof Blob) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, part]: [string, unknown]) => [
      name,
      name === 'brand' && typeof part === 'string' ? brand : withBrand(part, brand),
    ]),
  );
}

/** Where the first input that fits would find next to nothing. */
const inputs: Record<string, object> = {
  // Most of the newest entries belong to no brand: people have signed in.
  '/audit': { action: 'test.settled' },
  '/tickets': { list: 'open' },
};
const inputOf = (endpoint: StaffCall) => inputs[endpoint.path] ?? fittingInput(endpoint);

/** A whole input that names a brand, also where it need not. */
function inputAbout(endpoint: StaffCall, brand: string): object {
  const { params, query, body } = endpoint;
  const parts = [params, query, body].map((schema) => {
    if (!schema || !namesBrand({ params: schema })) return {};
    const good = fitting(schema).filter(
      (wire) => z.safeDecode(schema, wire).success && brandsIn(z.decode(schema, wire)).length > 0,
    );
    const [wire] = fc.sample(good, { numRuns: 1, seed: 7 });
    return z.decode(schema, wire) as object;
  });
  const input = Object.assign({}, fittingInput(endpoint), ...parts) as object;
  // Who is made an owner works for all of them.
  return withBrand('isOwner' in input ? { ...input, isOwner: false } : input, brand) as object;
}

/** What the person is at either brand: a role that may do it there, and here nothing or one that may not. */
function rolesOf(endpoint: StaffCall, caller: StaffCaller): Roles {
  const able = rolesFor(endpoint);
  // Where several may, the last of them may most.
  const there = able.at(-1) ?? 'analyst';
  const unable = brandRoles.find((role) => !able.includes(role)) ?? 'analyst';
  return caller === 'worksElsewhere' ? { [THERE]: there } : { [THERE]: there, [HERE]: unable };
}

test.for(staffCalls.map((endpoint) => [endpointName(endpoint), endpoint] as const))(
  '%s: a right at one brand opens nothing at the other',
  async ([, endpoint], { console }) => {
    for (const caller of everyone) {
      const roles = rolesOf(endpoint, caller);
      const expected = expectedStaffRefusal(endpoint, caller);
      const input = namesBrand(endpoint) ? inputAbout(endpoint, HERE) : inputOf(endpoint);
      const answer = await console(roles, endpoint, input);
      const cell = describeStaffCell(endpoint, caller);
      if (expected) expect(`${answer.status} ${answer.code}`, caller).toBe(cell);
      else expect(answer.code, `${caller}: ${cell}`).not.toBe('staff.forbidden');
      // What comes back where no brand is named is of the other one.
      const unnamed = inputOf(endpoint);
      if (endpoint.method === 'GET' && !endpoint.everywhere && brandsIn(unnamed).length === 0) {
        const { body } = await console(roles, endpoint, unnamed);
        expect(
          brandsIn(body).filter((brand) => brand !== THERE),
          caller,
        ).toEqual([]);
      }
      // There it is open.
      if (expected && namesBrand(endpoint))
        expect((await console(roles, endpoint, inputAbout(endpoint, THERE))).code, caller).not.toBe(
          'staff.forbidden',
        );
    }
  },
);

test('the lists hold something of both brands for those who may see both', async ({ console }) => {
  const seen = new Set<string>();
  for (const endpoint of staffCalls.filter(({ method }) => method === 'GET')) {
    const { body } = await console('owner', endpoint, inputOf(endpoint));
    if (brandsIn(body).includes(HERE)) seen.add(endpointName(endpoint));
  }
  for (const path of ['/audit', '/mails', '/members', '/moderation/cases', '/shifts', '/tickets'])
    expect([...seen]).toContain(`GET /staff${path}`);
});
