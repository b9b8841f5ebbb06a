import { join } from 'node:path';
import { sql } from 'kysely';
import type { Access, Endpoint } from '#contract/kernel/endpoint.ts';
import { withLiveSession } from '#testing/accounts/live-session.ts';
import { TEST_SECRET } from '#testing/app.ts';
import { belongings } from '#testing/belongings.ts';
import { callsAbout, endpointName, endpointsWhere, testWithNode } from '#testing/endpoint-calls.ts';
import type { Caller } from '#testing/endpoint-calls.ts';
import { expect } from '#testing/harness.ts';
import { sendRequest } from '#testing/http-request.ts';
import { atWork, enterConsoleAt, hire } from '#testing/staff/staff.ts';
import { readStoredState } from '#testing/stored-state.ts';
import { World, withServices } from '#testing/world.ts';
import type { Member } from '#testing/world.ts';
import { imposeSanction } from './moderation/sanctions.ts';
import { DAY, HOUR, systemClock } from './platform/clock.ts';
import { prepareClosedFolder } from './platform/config/data-folder.ts';
import { newId, newToken } from './platform/ids.ts';
import { createLinks, linkPurposes } from './platform/security/links.ts';
import type { LinkPurpose } from './platform/security/links.ts';
import { secretsFrom } from './platform/security/secrets.ts';
import { localStorage } from './platform/storage/storage.ts';
import { sendOwnTicket } from './support/contact.ts';

/**
 * Everything of the contract, called by every sort of caller who may not. A new endpoint is covered the day it is
 * written.
 */

/** Open to all callers. To open another door is a decision, and it is made here. */
const openDoors = [
  'GET /api/contact/challenge',
  'GET /api/get/cities/:country',
  'GET /api/get/city/:country/:text',
  'GET /api/get/regions/:country',
  'GET /api/get/reviews',
  'GET /api/legal/:page/versions',
  'GET /api/push/key',
  'GET /api/trust',
  'GET /tracker/getIp.php',
  'POST /api/contact',
  'POST /api/legal',
  'POST /api/log/client',
  'POST /api/log/event',
  'POST /api/log/events',
  'POST /api/push/renew',
  'POST /api/users/auth/google',
  'POST /api/users/auth/google/home',
  'POST /api/users/auth/google/start',
  'POST /api/users/authenticate',
  'POST /api/users/extSign_register',
  'POST /api/users/getTokenForReset',
  'POST /api/users/passkeys/signin',
  'POST /api/users/passkeys/signin/start',
  'POST /api/users/register',
  'POST /api/users/unsubscribe/link',
  'POST /api/users/verify',
  'POST /cron/mailRemove',
  'POST /dispenser/totalRegion',
  'POST /pay/payment/api/importClick',
  'POST /staff/sessions',
];

/** Open to all callers, and more so to members. */
const halfOpenDoors = ['POST /api/log/consent', 'POST /dispenser/'];

/** Which link opens which door. */
const purposeOf: Record<string, LinkPurpose> = {
  'GET /api/appeals/linked': 'appeal',
  'GET /api/tickets/linked': 'ticket',
  'GET /api/users/:trackerId': 'autologin',
  'POST /api/appeals/linked': 'appeal',
  'POST /api/tickets/linked': 'ticket',
  'POST /api/users/autoLogin': 'autologin',
  'POST /api/users/changePassword': 'reset',
  'POST /api/users/confirmEmail': 'confirm',
  'POST /api/users/unsubscribe': 'unsubscribe',
  'POST /api/users/unsubscribe/choices': 'unsubscribe',
  'POST /api/users/walk': 'walk',
  'POST /staff/invitations/accept': 'staff_invitation',
  'POST /staff/invitations/read': 'staff_invitation',
};

/** A warning of a moderator's, against which its link lets the member appeal. */
async function warn(world: World, { brand, accountId }: Member): Promise<string> {
  const id = newId();
  // The node goes by the time of the day, and so does the term for an appeal.
  const moderator = withServices(await atWork(world, { role: 'moderator' }), { clock: systemClock });
  const warning = { kind: 'warning', reason: 'offensive', hours: null, note: '' } as const;
  await imposeSanction(moderator, { brand: brand.key, accountId, id, ...warning });
  return id;
}

/** A walk that has begun and that no one has entered. */
async function beginWalk({ app: { db } }: World, { brandId, accountId }: Member): Promise<void> {
  const walk = { ends_at: sql<Date>`now() + interval '1 hour'`, plans: '[]' };
  await db
    .insertInto('walk')
    .values({ brand_id: brandId, account_id: accountId, ...walk })
    .execute();
}

/** What a member has written to support. */
async function write(member: Member): Promise<string> {
  const id = newId();
  const { trackerId, email } = member;
  await sendOwnTicket(member, { trackerId, id, email, topic: 'other', text: 'Buonasera.' });
  return id;
}

/** What a link says besides whom it is for. */
async function aboutOf(purpose: LinkPurpose, world: World, member: Member) {
  if (purpose === 'appeal') return { sanctionId: await warn(world, member) };
  if (purpose === 'ticket') return { ticketId: await write(member) };
  if (purpose === 'walk') await beginWalk(world, member);
  return purpose === 'unsubscribe' ? { kinds: ['message'] } : undefined;
}

const at = (...access: Access[]) => endpointsWhere((endpoint) => access.includes(endpoint.access));

const signedIn = async (world: World, options: Parameters<World['member']>[0] = {}) =>
  withLiveSession(await world.member(options));

/**
 * Marco, and all callers who may not come to what is Marco's. They are made once, for tests in which no call comes in.
 */
const withStrangers = testWithNode.extend('locked', { scope: 'file' }, async ({ node, app, db }) => {
  const world = new World(app);
  const marco = await signedIn(world);
  return {
    call: callsAbout(node.port, marco),
    marco,
    paolo: await signedIn(world),
    elena: await signedIn(world, { brand: world.brand('verbena') }),
    off: await signedIn(world, { status: 'disabled' }),
    gone: await world.member(),
    staffToken: await enterConsoleAt(node.port, await hire(world)),
    /** Read when all of them are there. */
    stored: await readStoredState(db),
  };
});

/** A member of the staff, and a new one after each call that may have ended a session or a role. */
const withStaff = withStrangers.extend('atConsole', { scope: 'file' }, ({ node, app, locked }) => {
  let token: string | undefined;
  return async (endpoint: Endpoint) => {
    token ??= await enterConsoleAt(node.port, await hire(new World(app)));
    const answer = await locked.call(endpoint, { token });
    if (endpoint.method !== 'GET' && answer.status < 400) token = undefined;
    return answer;
  };
});

const test = withStaff.extend('target', async ({ node, world }) => {
  const marco = await signedIn(world);
  return { call: callsAbout(node.port, marco), marco };
});

const linksNow = createLinks({ secrets: secretsFrom(TEST_SECRET), clock: systemClock });
const linksOfOld = createLinks({
  secrets: secretsFrom(TEST_SECRET),
  clock: { now: () => new Date(Date.now() - 60 * DAY) },
});
const forMember = ({ brandId, accountId, email }: Member, purpose: LinkPurpose) => ({
  purpose,
  brandId,
  subject: accountId,
  validFor: HOUR,
  data: { version: 0, email },
});

test('the doors that are open to all callers are those we have decided on', () => {
  const namesOf = (access: Access) =>
    at(access)
      .map(([name]) => name)
      .toSorted();
  expect(namesOf('visitor')).toEqual(openDoors);
  expect(namesOf('visitor-or-member')).toEqual(halfOpenDoors);
});

test.for(at('member', 'link', 'member-or-link', 'staff'))(
  '%s: no call comes in without a token that counts here',
  async ([, endpoint], { locked }) => {
    const { call, marco, elena, off, gone, staffToken } = locked;
    const header = (authorization: string): Caller => ({ headers: { authorization } });
    const isStaff = endpoint.access === 'staff';
    const strangers: Record<string, Caller> = {
      'no token': {},
      'an empty token': header('Bearer '),
      'another scheme': header(`Basic ${marco.token}`),
      'two tokens': header(`Bearer ${marco.token} ${marco.token}`),
      'a token that is none': header('Bearer ../..'),
      'a token that never was': { token: newToken() },
      'a token that has run out': { token: gone.token },
      'a token in a cookie': {
        headers: { cookie: `token=${marco.token}; authorization=Bearer ${marco.token}` },
      },
      'a disabled member': { token: off.token },
      'a member of another brand': { token: elena.token },
      'a member at another brand': { token: marco.token, hostname: 'es.localhost' },
      'a link in the place of a session': { token: await linksNow.make(forMember(marco, 'unsubscribe')) },
      ...(isStaff || endpoint.access === 'link' ? { 'a member': { token: marco.token } } : {}),
      ...(isStaff ? {} : { 'somebody of the staff': { token: staffToken } }),
    };
    for (const [who, caller] of Object.entries(strangers)) {
      expect(await call(endpoint, caller), who).toMatchObject({ status: 401 });
    }
  },
);

test.for(endpointsWhere(({ owner }) => owner !== undefined))(
  '%s: what is another member’s stays so',
  async ([, endpoint], { locked }) => {
    expect(await locked.call(endpoint, { token: locked.paolo.token })).toEqual({
      status: 403,
      code: 'session.not_yours',
    });
  },
);

test('none of those who were refused has left a trace', async ({ locked, db }) => {
  expect(await readStoredState(db)).toEqual(locked.stored);
});

test.for(at('visitor'))('%s is answered', async ([, endpoint], { locked }) => {
  expect((await locked.call(endpoint)).code).not.toBe('request.not_found');
});

test.for(at('visitor-or-member'))(
  '%s: a caller without a token is a visitor, one with a token is its owner or refused',
  async ([, endpoint], { target, locked, db, world }) => {
    const { call, marco } = target;
    const { gone, off, elena, staffToken } = locked;
    const hasty = await signedIn(world, { accepted: false });
    const first = await readStoredState(db);
    // The name of an account opens nothing by itself.
    for (const input of [{}, { trackerId: undefined }]) {
      expect(await call(endpoint, { input })).toMatchObject({ status: 200 });
      expect(await call(endpoint, { input, token: marco.token })).toMatchObject({ status: 200 });
    }
    const before = await readStoredState(db);
    // A search changes nothing; a choice about cookies is written down.
    if (!endpoint.beforeConsent) expect(before).toEqual(first);
    const strangers: Record<string, Caller> = {
      'an empty token': { headers: { authorization: 'Bearer ' } },
      'another scheme': { headers: { authorization: `Basic ${marco.token}` } },
      'a token that never was': { token: newToken() },
      'a token that has run out': { token: gone.token },
      'a disabled member': { token: off.token },
      'a member of another brand': { token: elena.token },
      'a member at another brand': { token: marco.token, hostname: 'es.localhost' },
      'somebody of the staff': { token: staffToken },
      'a link in the place of a session': { token: await linksNow.make(forMember(marco, 'autologin')) },
    };
    for (const [who, caller] of Object.entries(strangers))
      expect(await call(endpoint, caller), who).toMatchObject({ status: 401 });
    expect(await readStoredState(db)).toEqual(before);
    const input = { [endpoint.owner ?? '']: hasty.trackerId };
    const refused = { status: 403, code: 'consent.missing' };
    const welcome = { status: 200, code: undefined };
    expect(await call(endpoint, { token: hasty.token, input })).toEqual(
      endpoint.beforeConsent ? welcome : refused,
    );
    // A choice that was sent before is the same choice.
    expect(await readStoredState(db)).toEqual(before);
  },
);

/** What is not there any more is as its caller wants it, whosever it was. */
const forgiving = new Set(['DELETE /api/users/:trackerId/blocks/:profileId']);

/** `angelId` is the other participant, which is no caller's own. */
const innerIds = ({ path, owner }: Endpoint) =>
  [...path.matchAll(/:(\w+)/g)]
    .map(([, name = '']) => name)
    .filter((name) => name !== owner && name !== 'angelId');

test.for(endpointsWhere((endpoint) => endpoint.owner !== undefined && innerIds(endpoint).length > 0))(
  '%s: one’s own name does not open what is another member’s',
  async ([name, endpoint], { target, db, folder, world }) => {
    const paolo = await signedIn(world);
    const listener = await world.profile();
    // Where the node keeps its files.
    const storage = localStorage(await prepareClosedFolder(join(folder, 'storage')));
    const others = { listener, blocked: await world.profile() };
    const { documentId, ...made } = await belongings(target.marco, storage, others);
    const ids: Record<string, string> = endpoint.path.includes('/documents/') ? { id: documentId } : made;
    const names = innerIds(endpoint);
    expect(Object.keys(ids), 'the test must know what this path names').toEqual(
      expect.arrayContaining(names),
    );
    const before = await readStoredState(db);
    const input = {
      trackerId: paolo.trackerId,
      profileId: listener,
      text: 'Buonasera.',
      ...Object.fromEntries(names.map((one) => [one, ids[one]])),
    };
    const asPaolo = await target.call(endpoint, { token: paolo.token, input });
    expect(asPaolo.status).toBe(forgiving.has(name) ? 200 : 404);
    expect(await readStoredState(db)).toEqual(before);
    // And it is there: its owner comes to it.
    const own = { ...input, trackerId: target.marco.trackerId };
    expect(await target.call(endpoint, { token: target.marco.token, input: own })).toMatchObject({
      status: 200,
    });
  },
);

test.for(at('link', 'member-or-link'))(
  '%s: only a link of its own purpose, brand and time opens it',
  async ([name, endpoint], { target, locked, db, world }) => {
    const { call, marco } = target;
    const gone = { ...marco, accountId: newId() };
    const own = purposeOf[name];
    expect(own, 'the test must know which link this wants').toBeDefined();
    if (!own) return;
    /** Where the endpoint looks for it. */
    const withLink = (token: string): Caller =>
      endpoint.access === 'link' ? { token } : { input: { linkToken: token } };
    const facts = await aboutOf(own, world, marco);
    const about = facts ? { data: facts } : {};
    const make = (member: Parameters<typeof forMember>[0], purpose: LinkPurpose) =>
      linksNow.make({ ...forMember(member, purpose), ...about });
    const before = await readStoredState(db);
    const strangers: Record<string, string> = {
      'a session': marco.token,
      'one of another brand': await make(locked.elena, own),
      'one that has run out': await linksOfOld.make({ ...forMember(marco, own), ...about }),
      'one of an account that is gone': await make(gone, own),
      'one of a partner': await linksNow.make({ ...forMember(marco, own), ...about, partner: 'partner' }),
    };
    for (const purpose of linkPurposes.filter((one) => one !== own))
      strangers[`one for ${purpose}`] = await make(marco, purpose);
    for (const [what, token] of Object.entries(strangers))
      expect(await call(endpoint, withLink(token)), what).toMatchObject({
        status: 401,
        code: 'token_expired',
      });
    expect(await readStoredState(db)).toEqual(before);

    const invited = own === 'staff_invitation' ? { subject: (await hire(world)).id } : {};
    const good = withLink(await linksNow.make({ ...forMember(marco, own), ...about, ...invited }));
    const { password, email } = marco;
    const input = { ...good.input, email, password, trackerId: marco.trackerId, text: 'Non sono stato io.' };
    expect(await call(endpoint, { ...good, input })).toMatchObject({ status: 200 });
  },
);

test.for(at('staff'))('%s: a member of the staff comes in', async ([, endpoint], { atConsole }) => {
  const { status, code = '' } = await atConsole(endpoint);
  expect(status).not.toBe(401);
  expect(code).not.toMatch(/^session\./);
});

test.for(endpointsWhere(({ method }) => method !== 'GET'))(
  '%s: a page elsewhere can neither send it as a form nor read an answer',
  async ([, endpoint], { node }) => {
    const path = endpointName(endpoint).replace(/^\w+ /, '').replaceAll(/:\w+/g, newId());
    const elsewhere = { origin: 'https://elsewhere.example' };
    const asked = await sendRequest(node.port, {
      method: 'OPTIONS',
      path,
      headers: { ...elsewhere, 'access-control-request-method': endpoint.method },
    });
    expect(asked.headers).not.toHaveProperty('access-control-allow-origin');
    for (const type of ['text/plain', 'application/x-www-form-urlencoded']) {
      const headers = { ...elsewhere, 'content-type': type };
      const sent = await sendRequest(node.port, {
        method: endpoint.method,
        path,
        headers,
        body: '{"a":"b"}',
      });
      expect(sent.status).toBe(415);
      expect(sent.headers).not.toHaveProperty('access-control-allow-origin');
    }
  },
);
