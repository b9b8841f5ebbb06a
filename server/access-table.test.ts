import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import fc from 'fast-check';
import { z } from 'zod';
import {
  COMES_IN,
  HELD,
  callers,
  describeCell,
  describeRefusal,
  expectedRefusal,
} from '#contract/access-table.ts';
import type { Caller } from '#contract/access-table.ts';
import { clientEvents, endpoints } from '#contract/api.ts';
import { hostPrefixes } from '#contract/kernel/endpoint.ts';
import type { Endpoint } from '#contract/kernel/endpoint.ts';
import type { ClientEvent } from '#contract/kernel/event.ts';
import { renderAccess } from '#scripts/access.ts';
import { withLiveSession } from '#testing/accounts/live-session.ts';
import { keepOnFile } from '#testing/billing/payer.ts';
import { connectBrowser } from '#testing/browser-socket.ts';
import { agent } from '#testing/endpoint-calls.ts';
import { fittingInput } from '#testing/fitting-input.ts';
import { expect, test as base } from '#testing/harness.ts';
import { callAt } from '#testing/http.ts';
import { startNode } from '#testing/node.ts';
import { fitting } from '#testing/wire-values.ts';
import { withServices } from '#testing/world.ts';
import { World } from '#testing/world.ts';
import type { Member } from '#testing/world.ts';
import { createToken } from './billing/orders/orders.ts';
import { systemClock } from './platform/clock.ts';
import { newId } from './platform/ids.ts';

/** Every cell of `docs/access.md` against a running node. */

const everyone = Object.keys(callers) as Caller[];

/** Refusals of access; a caller who gets none of them has come in, whatever else the call answers. */
const atDoors = new Set(
  ['session.missing', 'session.dead', 'session.not_yours', 'consent.missing'].concat([
    'region.missing',
    'age.unverified',
    'profile.refused',
    'staff.forbidden',
  ]),
);

/** All come from one address, and some of them often. */
const unlimited = Object.fromEntries(
  ['LOGIN', 'REQUESTS', 'SIGNUP', 'RESET', 'SEARCH', 'CHARGE']
    .map((name) => [`LIMIT_${name}_ADDRESS`, '100000'])
    .concat([['LIMIT_SIGNUP_DEVICE', '100000']]),
);

/** The token of an order that is not paid, and one that was. */
interface Belongings {
  token: string;
  orderId: string;
}

/** Who calls, and whom the call names. */
interface Cast {
  token: string | undefined;
  named: Member;
  /** Where the caller calls, if not at the first brand. */
  hostname?: string;
}

const test = base.extend('target', { scope: 'file' }, async ({ app, databaseUrl, folder }, { onCleanup }) => {
  const environment = { DATABASE_URL: databaseUrl, DATA_DIR: folder, ROLES: 'web,payment', ...unlimited };
  const { port } = await startNode(environment, onCleanup);
  const world = new World(app);
  const signedIn = async (options: Parameters<World['member']>[0] = {}) =>
    withLiveSession(await world.member(options));
  const marco = await signedIn();
  const asHimself = async (options: Parameters<World['member']>[0]): Promise<Cast> => {
    const named = await signedIn(options);
    return { token: named.token, named };
  };
  const casting: Record<Caller, () => Promise<Cast>> = {
    none: async () => ({ token: undefined, named: marco }),
    dead: async () => ({ token: (await world.member()).token, named: marco }),
    other: async () => ({ token: (await signedIn()).token, named: marco }),
    otherBrand: async () => ({
      token: (await signedIn({ brand: world.brand('verbena') })).token,
      named: marco,
    }),
    atOtherBrand: async () => ({ token: marco.token, named: marco, hostname: 'es.localhost' }),
    disabled: () => asHimself({ status: 'disabled' }),
    notAccepted: () => asHimself({ accepted: false }),
    noRegion: () => asHimself({ region: null }),
    ageUnverified: () => asHimself({ flowId: '12' }),
    // Of the highest level, so that no credits are asked for.
    pending: () => asHimself({ profileStatus: 'pending', level: 2 }),
    refused: () => asHimself({ profileStatus: 'rejected' }),
  };
  /**
   * A caller who is refused or only reads leaves no trace, and serves again; any other who comes in may end their own
   * session.
   */
  const unchanged = new Map<Caller, Promise<Cast>>();
  const castFor = (caller: Caller, isFresh: boolean): Promise<Cast> => {
    if (isFresh) return casting[caller]();
    const cast = unchanged.get(caller) ?? casting[caller]();
    unchanged.set(caller, cast);
    return cast;
  };
  /** What the member ordered and had before the flow asked for a check of age. */
  const belongingsOf = async ({ named }: Cast): Promise<Belongings> => {
    const { brandId: brand_id, accountId: account_id, trackerId, brand } = named;
    const inFlow = (flow_id: string) =>
      app.db.updateTable('account').set({ flow_id }).where('id', '=', account_id).execute();
    await inFlow(brand.settings.defaultFlow);
    const buyer = withServices(named, { clock: systemClock });
    const { token } = await createToken(buyer, { trackerId, productId: 'credits-100' });
    await inFlow('12');
    await keepOnFile(app, named);
    const orderId = newId();
    const bought = { kind: 'card', state: 'fulfilled', flow_id: '7', language: 'it', country: 'it' } as const;
    await app.db
      .insertInto('purchase')
      .values({ brand_id, id: orderId, account_id, amount_cents: 0, fulfilled_at: new Date(), ...bought })
      .execute();
    return { token, orderId };
  };
  /** Whether a reaction of the member waits for others to see them. */
  const isHeld = async ({ named }: Cast): Promise<boolean> => {
    const rows = app.db.selectFrom('held_reaction').select('kind').where('from_id', '=', named.profileId);
    return (await rows.execute()).length > 0;
  };
  return { port, castFor, belongingsOf, isHeld, other: await world.profile({ gender: 'female' }) };
});

interface Target {
  port: number;
  castFor(caller: Caller, isFresh: boolean): Promise<Cast>;
  belongingsOf(cast: Cast): Promise<Belongings>;
  isHeld(cast: Cast): Promise<boolean>;
  /** Whom one can like, visit and write to. */
  other: string;
}

/** As the endpoint has it; a wallet's call says deeper down who pays. */
function naming({ owner, sealed }: Endpoint, { trackerId }: Member): object {
  if (owner) return { [owner]: trackerId };
  return sealed?.name === 'wallet' ? { request: { trackerId } } : {};
}

/** A like, a visit or some words for another profile, wherever the input has room for that. */
function reaching(input: object, other: string): object {
  const known = 'text' in input ? { text: 'Ciao', photoId: undefined } : {};
  // Moderators give verdicts, too, on cases.
  const liking = 'cases' in input ? {} : { verdict: 'like' };
  const values: Record<string, unknown> = { profileId: other, ...liking, ...known };
  return Object.fromEntries(
    Object.entries(input).map(([name, value]) => [name, name in values ? values[name] : value]),
  );
}

const isAboutModeration = (caller: Caller) => caller === 'pending' || caller === 'refused';

/** What the member has, wherever the input has room for it. An order is paid by its card, as by no wallet. */
function paying(input: object, own: Belongings): object {
  const fill = ([name, value]: [string, unknown]): [string, unknown] => {
    if (name === 'token' || name === 'orderId') return [name, own[name]];
    if (name === 'intent') return [name, undefined];
    const isDeeper = name === 'card' || name === 'wallet' || name === 'request';
    if (!isDeeper || typeof value !== 'object' || value === null) return [name, value];
    // A card may come with a wallet's intent in the place of its order.
    return [name, paying(name === 'card' ? { token: own.token, ...value } : value, own)];
  };
  return Object.fromEntries(Object.entries(input).map(fill));
}

async function callAnswer(target: Target, endpoint: Endpoint, caller: Caller): Promise<string> {
  const expected = expectedRefusal(endpoint, caller);
  const isAboutAge = expected === 'age.unverified';
  const mayChange = endpoint.method !== 'GET' && endpoint.access !== 'visitor';
  const cast = await target.castFor(caller, isAboutAge || (expected === undefined && mayChange));
  const noLink = endpoint.linkField ? { linkToken: undefined } : {};
  const plain = { ...fittingInput(endpoint), ...naming(endpoint, cast.named), ...noLink };
  // Without the name of what was approved at PayPal's, an order is made there.
  const sale = { productId: 'credits-100', paypalId: undefined };
  const sold = isAboutAge ? { ...paying(plain, await target.belongingsOf(cast)), ...sale } : plain;
  const input = isAboutModeration(caller) ? reaching(sold, target.other) : sold;
  const { token, hostname } = cast;
  const { status, body } = await callAt(target.port, endpoint, input as never, {
    agent,
    ...(token && { token }),
    ...(hostname && { hostname }),
  });
  const code = (body as { error?: { code?: string } }).error?.code ?? '';
  expect(code).not.toBe('server.fault');
  // Elsewhere a link's token is something that a call is about, like a password.
  const isRefused = atDoors.has(code) || (endpoint.access === 'link' && code === 'token_expired');
  if (isRefused) return `${status} ${code}`;
  return caller === 'pending' && (await target.isHeld(cast)) ? HELD : COMES_IN;
}

async function eventAnswer(target: Target, event: ClientEvent, caller: Caller): Promise<string> {
  const cast = await target.castFor(caller, expectedRefusal(event, caller) === undefined);
  const { token, named, hostname } = cast;
  let socket;
  try {
    socket = await connectBrowser(target.port, token, '', hostname);
  } catch (error) {
    return wordsOf((error as { data: { code: string } }).data.code);
  }
  const [sample] = fc.sample(
    fitting(event.input).filter((wire) => z.safeDecode(event.input, wire).success),
    { numRuns: 1, seed: 7 },
  );
  const decoded = z.decode(event.input, sample);
  const whole = (given: object) => ({ ...given, [event.owner ?? '']: named.trackerId });
  const meant = (given: object) => (isAboutModeration(caller) ? reaching(given, target.other) : given);
  const input = typeof decoded === 'object' && decoded !== null ? whole(meant(decoded)) : named.trackerId;
  const { error } = (await socket.emitWithAck(event.name, z.encode(event.input, input))) as {
    error?: { code: string };
  };
  const answer = wordsOf(error?.code ?? '');
  return caller === 'pending' && (await target.isHeld(cast)) ? HELD : answer;
}

/** Events have no status of their own: the code's. */
function wordsOf(code: string): string {
  expect(code).not.toBe('server.fault');
  return atDoors.has(code) ? describeRefusal(code as never) : COMES_IN;
}

function expectedOf(door: Endpoint | ClientEvent): Record<string, string> {
  return Object.fromEntries(everyone.map((caller) => [callers[caller], describeCell(door, caller)]));
}

test.for(endpoints.map((each) => [`${each.method} ${hostPrefixes[each.host]}${each.path}`, each] as const))(
  '%s',
  async ([, endpoint], { target }) => {
    const answers: Record<string, string> = {};
    for (const caller of everyone) answers[callers[caller]] = await callAnswer(target, endpoint, caller);
    expect(answers).toEqual(expectedOf(endpoint));
  },
);

test.for(clientEvents.map((each) => [each.name, each] as const))(
  'the event %s',
  async ([, event], { target }) => {
    const answers: Record<string, string> = {};
    for (const caller of everyone) answers[callers[caller]] = await eventAnswer(target, event, caller);
    expect(answers).toEqual(expectedOf(event));
  },
);

test('docs/access.md is up to date', async () => {
  const page = await readFile(join(import.meta.dirname, '../docs/access.md'), 'utf8');
  expect(renderAccess(page)).toBe(page);
});
