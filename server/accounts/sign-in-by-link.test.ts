import { z } from 'zod';
import * as contract from '#contract/account/sign-in.ts';
import { user as userOnWire } from '#contract/account/user.ts';
import { savePushToken } from '#server/notifications/push/subscriptions.ts';
import { DAY } from '#server/platform/clock.ts';
import { findSession } from '#server/platform/security/sessions.ts';
import { makeAutologinToken, makeResetToken } from '#testing/accounts/link-tokens.ts';
import { expect, test } from '#testing/harness.ts';
import { callAs, serve } from '#testing/http.ts';
import { pushTokenAt } from '#testing/notifications/push.ts';
import type { Member, World } from '#testing/world.ts';
import { describeUser } from './describe-user.ts';
import { accounts } from './module.ts';
import { readLinkOwner, signInByLink } from './sign-in.ts';

const code = (expected: string) => expect.objectContaining({ code: expected }) as unknown;
const ownerOf = ({ brandId, accountId }: Member) => ({ brandId, accountId, version: 0 });

async function follow(world: World, member: Member) {
  return {
    ...world.visitor(member.brand),
    linkToken: await makeAutologinToken(member.app.links, ownerOf(member)),
  };
}

test('a link signs in as often as it is followed, for seven days', async ({ app, world }) => {
  const marco = await world.member();
  const context = await follow(world, marco);
  for (const input of [{}, { email: ` ${marco.email.toUpperCase()}` }]) {
    const { token, trackerId, user } = await signInByLink(context, input);
    expect({ trackerId, email: user.email }).toEqual({ trackerId: marco.trackerId, email: marco.email });
    expect(await findSession(app, marco.brandId, token)).toMatchObject({ accountId: marco.accountId });
  }
  app.clock.advance(7 * DAY);
  await expect(signInByLink(context, {})).rejects.toEqual(code('link.invalid'));
});

test("another's address, another brand, another purpose and a session's token are refused", async ({
  world,
}) => {
  const marco = await world.member();
  const anna = await world.member();
  const context = await follow(world, marco);
  const refuse = (linkToken: string, brand = marco.brand, email?: string) =>
    expect(signInByLink({ ...world.visitor(brand), linkToken }, { email })).rejects.toEqual(
      code('link.invalid'),
    );
  await refuse(context.linkToken, marco.brand, anna.email);
  await refuse(context.linkToken, world.brand('verbena'));
  await refuse(await makeResetToken(marco.app.links, ownerOf(marco)));
  await refuse(marco.token);
});

test('a disabled account says so, a closing one comes in', async ({ world }) => {
  const off = await follow(world, await world.member({ status: 'disabled' }));
  await expect(signInByLink(off, {})).rejects.toEqual(code('account.disabled'));
  await expect(readLinkOwner(off, { trackerId: 'x' })).rejects.toEqual(code('account.disabled'));
  const leaving = await follow(world, await world.member({ status: 'closing' }));
  expect((await signInByLink(leaving, {})).user.verified).toBe(false);
});

test('a link shows its account to its holder alone, and the click is recorded', async ({
  app,
  db,
  world,
}) => {
  const server = await serve(app, accounts.routes);
  const marco = await world.member();
  const anna = await world.member();
  const { linkToken } = await follow(world, marco);
  const read = (trackerId: string, token?: string) =>
    callAs(
      server,
      contract.readLinkOwner,
      { trackerId, remarketingId: 'rmk-1', linkKind: 'email', linkEvent: 'welcome' },
      token ? { token } : {},
    );
  expect(await read(marco.trackerId, linkToken)).toMatchObject({
    status: 200,
    reply: { result: 'OK', user: { email: marco.email } },
  });
  await savePushToken(marco, { pushToken: pushTokenAt() });
  app.clock.advance(1_000);
  const pushToken = pushTokenAt();
  await savePushToken(marco, { pushToken });
  expect(z.encode(userOnWire, await describeUser(marco, marco.accountId))).toMatchObject({
    remarketing_clickid: 'rmk-1',
    pushToken,
    telegramId: null,
    additionalInfo: { aff_payment_url: null },
  });
  expect(await describeUser(anna, anna.accountId)).toMatchObject({ remarketingId: null, pushToken: null });
  expect((await read(anna.trackerId, linkToken)).status).toBe(403);
  expect((await read(marco.trackerId, marco.token)).status).toBe(401);
  expect((await read(marco.trackerId)).status).toBe(401);
  const events = await db
    .selectFrom('event')
    .select(['brand_id', 'type', 'tracker_id', 'account_id', 'details'])
    .where('tracker_id', 'in', [marco.trackerId, anna.trackerId])
    .execute();
  expect(events).toEqual([
    {
      brand_id: marco.brandId,
      type: 'mail_clicked',
      tracker_id: marco.trackerId,
      account_id: marco.accountId,
      details: { remarketingId: 'rmk-1', linkKind: 'email', linkEvent: 'welcome' },
    },
  ]);
});
