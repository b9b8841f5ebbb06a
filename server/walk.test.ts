import type { Socket } from 'socket.io';
import { verify } from '#contract/account/sign-in.ts';
import { enterWalk } from '#contract/account/walk.ts';
import { clientEvents, endpoints } from '#contract/api.ts';
import { quote } from '#contract/billing/orders.ts';
import { hostPrefixes } from '#contract/kernel/endpoint.ts';
import type { Endpoint } from '#contract/kernel/endpoint.ts';
import { readPart, saveDraft } from '#contract/staff/brand-editing.ts';
import { findMembers } from '#contract/staff/members.ts';
import { startWalk } from '#contract/staff/walks.ts';
import { fittingInput } from '#testing/fitting-input.ts';
import { expect, test as base } from '#testing/harness.ts';
import { callAs, serve } from '#testing/http.ts';
import { enterConsole, hire } from '#testing/staff/staff.ts';
import { readStoredState } from '#testing/stored-state.ts';
import { readOwnFlow } from './accounts/verify-session.ts';
import { readWalkedBrand } from './accounts/walked-brand.ts';
import { endWalk } from './accounts/walks/end-walk.ts';
import { makeBoot } from './brands/pages/boot.ts';
import { modules } from './modules.ts';
import { HOUR } from './platform/clock.ts';
import { findSession } from './platform/security/sessions.ts';

const test = base.extend('server', { scope: 'file' }, ({ app }) =>
  serve(
    app,
    modules.flatMap(({ routes = [] }) => routes),
  ),
);

/** What may be different during a walk: the member who does not exist, and what belongs to them. */
const OF_A_WALK = [
  'account',
  'account_money',
  'balance',
  'flow',
  'ledger_entry',
  'profile',
  'session',
  'system_message',
  'walk',
];
/** And what stays: the act of the person of the staff, the link that was used, the job that ended it, who signed in when. */
const STAYS: ReadonlySet<string> = new Set(['audit', 'job', 'link_use', 'staff', 'staff_session']);

test('a flow is walked as it is drafted, by a member whom no other sees and of whom nothing is left', async ({
  app,
  server,
  world,
}) => {
  const brand = 'lunaria';
  const marco = await world.member();
  const staff = await enterConsole(world, await hire(world, { role: 'brand_manager' }));
  const owner = await enterConsole(world, await hire(world));
  const part = 'flow:7';
  const { liveContent } = (await callAs(server, readPart, { brand, part }, { token: staff })).reply;
  const content = { ...liveContent, freeMessages: 17, messageValue: 4, freePages: 2 };
  await callAs(server, saveDraft, { brand, part, content, revision: 0, basedOn: 1 }, { token: staff });
  const before = await readStoredState(app.db);

  const begin = async (credits: 'newcomer' | 'none') => {
    const body = { brand, flowId: '7', level: 0, credits, gender: 'male' } as const;
    const { address } = (await callAs(server, startWalk, body, { token: staff })).reply;
    const link = new URL(address).searchParams.get('token') ?? '';
    const entered = await callAs(server, enterWalk, {}, { token: link });
    expect(entered.status).toBe(200);
    // The link is good once.
    expect((await callAs(server, enterWalk, {}, { token: link })).status).toBe(401);
    const session = await findSession(app, marco.brandId, entered.reply.token);
    if (!session) throw new Error('the walk has no session');
    return { ...entered.reply, ...session };
  };
  const walker = await begin('newcomer');
  expect(walker.user).toMatchObject({
    messageCredits: 17,
    emailConfirmed: true,
    profileStatus: 'hidden',
    entitlements: { searchPages: 2 },
  });
  const { token, trackerId, accountId } = walker;
  const verified = await callAs(server, verify, { token, trackerId });
  expect(verified.reply).toMatchObject({ status: 'live', user: { entitlements: { searchPages: 2 } } });
  const own = await readOwnFlow(world.visitor(), `Bearer ${token}`);
  const boot = makeBoot({ ...world.visitor(), brand: own?.brand ?? marco.brand }, { ownFlowId: own?.flowId });
  expect(boot.flow).toMatchObject({ freeMessages: 17, messageValue: 4, freePages: 2 });
  // The flow itself is as it was for all other members.
  expect(app.brands.byKey(brand)?.flows.get('7')?.freeMessages).toBe(liveContent?.['freeMessages']);
  expect([...(app.brands.byKey(brand)?.flows.keys() ?? [])]).not.toContain(own?.flowId);

  // They look at everything there is to look at, and read what an order would cost.
  const asked = endpoints.filter(({ access }) => access === 'member' || access === 'visitor-or-member');
  for (const endpoint of asked.filter(
    ({ method, whileWalking }: Endpoint) => method === 'GET' || whileWalking,
  )) {
    if (endpoint.path === '/users/logout') continue;
    const input = { ...fittingInput(endpoint), ...(endpoint.owner && { [endpoint.owner]: trackerId }) };
    const { status } = await callAs(server, endpoint, input as never, { token });
    expect([endpoint.path, status]).not.toEqual([endpoint.path, 500]);
  }
  const sheet = await callAs(server, quote, { trackerId, productId: 'vip-month' }, { token });
  expect(sheet.reply).toMatchObject({ kind: 'now', amountCents: 2990 });
  // Whatever else there is ends the walk, before anything of it is read.
  for (const { method, host, path } of asked.filter(
    (endpoint: Endpoint) => endpoint.method !== 'GET' && !endpoint.whileWalking,
  )) {
    const url =
      hostPrefixes[host] + path.replaceAll(/:(\w+)/g, (_, name) => (name === 'trackerId' ? trackerId : name));
    const answer = await server.inject({ method, url, headers: { authorization: `Bearer ${token}` } });
    expect([path, answer.statusCode, answer.json<{ error: { code: string } }>().error.code]).toEqual([
      path,
      403,
      'walk.stops_here',
    ]);
  }
  const bindings = modules.flatMap(({ events = [] }) => events);
  const context = { ...world.visitor(), ...walker };
  const send = async (name: string, as: object) => {
    const binding = bindings.find(({ event }) => event.name === name);
    return binding?.handler(as as never, {} as never, {} as Socket, true);
  };
  for (const { name } of clientEvents.filter((event) => bindings.some((bound) => bound.event === event)))
    await expect(send(name, context), name).rejects.toMatchObject({ code: 'walk.stops_here' });
  const spent = await begin('none');
  await expect(send('chat', { ...context, ...spent })).rejects.toMatchObject({ code: 'chat.credits_short' });
  await expect(send('like', { ...context, ...spent })).rejects.toMatchObject({ code: 'like.credits_short' });

  // No search of the staff finds them, and nothing of what others see or what is counted is different.
  const { members } = (await callAs(server, findMembers, { brand }, { token: owner })).reply;
  expect(members.map((member) => member.accountId)).not.toContain(accountId);
  const byId = await callAs(server, findMembers, { brand, text: accountId }, { token: owner });
  expect(byId.reply.members).toEqual([]);
  expect(await differences(before, OF_A_WALK)).toEqual([]);

  app.clock.advance(HOUR);
  expect(await findSession(app, marco.brandId, token)).toBeUndefined();
  for (const { accountId: each } of [walker, spent])
    await endWalk(app, { brandId: marco.brandId, accountId: each });
  expect(await differences(before, [])).toEqual([]);
  await expect(readWalkedBrand(app, marco.brand, accountId)).rejects.toMatchObject({ code: 'session.dead' });

  async function differences(state: Record<string, string>, others: readonly string[]): Promise<string[]> {
    const now = await readStoredState(app.db);
    const changed = Object.keys(now).filter((table) => now[table] !== state[table]);
    return changed.filter((table) => !others.includes(table) && !STAYS.has(table));
  }
});

test('a draft that cannot be read yet is not walked, and the fields that are wrong are named', async ({
  server,
  world,
}) => {
  const brand = 'verbena';
  const token = await enterConsole(world, await hire(world, { role: 'brand_manager' }));
  const part = 'flow:new';
  await callAs(
    server,
    saveDraft,
    { brand, part, content: { id: 'new' }, revision: 0, basedOn: null },
    { token },
  );
  const body = { brand, flowId: 'new', level: 2, credits: 'none', gender: 'female' } as const;
  const { status, body: answer } = await callAs(server, startWalk, body, { token });
  expect(status).toBe(422);
  expect(answer).toMatchObject({ error: { code: 'brand.invalid' } });
});
