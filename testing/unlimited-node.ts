import { z } from 'zod';
import type { Access, Endpoint } from '#contract/kernel/endpoint.ts';
import { makeReplyKey } from '#contract/kernel/sealing.ts';
import { HOUR, systemClock } from '#server/platform/clock.ts';
import { enqueue, jobKind } from '#server/platform/jobs/jobs.ts';
import { openSession } from '#server/platform/security/sessions.ts';
import { test as base } from './harness.ts';
import { startNode } from './node.ts';
import { enterConsoleAt, hire } from './staff/staff.ts';
import { World, withServices } from './world.ts';
import type { Member } from './world.ts';

const limits = [
  'LOGIN_ACCOUNT',
  'LOGIN_ADDRESS',
  'REQUESTS_ADDRESS',
  'SIGNUP_DEVICE',
  'SIGNUP_ADDRESS',
  'RESET_EMAIL',
  'RESET_ADDRESS',
  'CONFIRM_ACCOUNT',
  'UPLOAD_ACCOUNT',
  'CHAT_PHOTO_ACCOUNT',
  'EXPORT_ACCOUNT',
  'REPORT_ACCOUNT',
  'PASSWORD_ACCOUNT',
  'SEARCH_ACCOUNT',
  'SEARCH_ADDRESS',
];
const unlimited = Object.fromEntries(limits.map((name) => [`LIMIT_${name}`, '1000000']));

/** A server with a caller for each sort of door, and something to find behind it. */
const withNode = base.extend('node', { scope: 'file' }, ({ databaseUrl, folder }, { onCleanup }) =>
  startNode(
    { DATABASE_URL: databaseUrl, DATA_DIR: folder, ROLES: 'web,payment', TRUST_PROXY: '1', ...unlimited },
    onCleanup,
  ),
);

export const test = withNode.extend('target', { scope: 'file' }, async ({ node, app, db }) => {
  const world = new World(app);
  const marco = await world.member();
  const signIn = (member: Member) =>
    openSession(withServices(member, { clock: systemClock }), db, member.accountId, 'password');
  const tokenFor: Record<Access, (member: Member, link: string) => Promise<string>> = {
    visitor: async () => 'none',
    link: async (_, link) => link,
    'visitor-or-member': signIn,
    'member-or-link': signIn,
    member: signIn,
    // A code of an authenticator app is good once, so each comes as a new person.
    staff: async () => enterConsoleAt(node.port, await hire(world)),
  };
  let links = 0;
  /** Every purpose in its turn. */
  function makeLink({ brandId, accountId, email }: Member): Promise<string> {
    const purpose = (['autologin', 'confirm', 'reset'] as const)[(links += 1) % 3] ?? 'reset';
    const data = { version: 0, email };
    return node.app.links.make({ purpose, brandId, subject: accountId, validFor: HOUR, data });
  }
  /** Who calls an endpoint, one after the other: whose account a call may have changed is followed by a new caller. */
  function callersOf({ access, method, linkField }: Endpoint) {
    const needsLink = access === 'link' || linkField !== undefined;
    let own: Member | undefined;
    let token = '';
    return async (isChanged: boolean) => {
      if (own === undefined && access === 'staff')
        await enqueue(db, jobKind('core.cleanUp', z.object({})), {});
      const isSame = own !== undefined && !isChanged;
      if (!isSame) own = method === 'GET' || access === 'staff' ? marco : await world.member();
      const caller = own ?? marco;
      const link = needsLink ? await makeLink(caller) : '';
      if (!isSame || access === 'link') token = await tokenFor[access](caller, link);
      return { token, link, trackerId: caller.trackerId };
    };
  }
  return {
    port: node.port,
    callersOf,
    marco,
    stranger: await world.profile(),
    memberToken: () => signIn(marco),
    keys: node.app.sealingKeys.published(),
    replyKey: (await makeReplyKey()).header,
  };
});
