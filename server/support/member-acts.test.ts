import { randomUUID } from 'node:crypto';
import { disableAccount } from '#server/accounts/disabling.ts';
import { DAY } from '#server/platform/clock.ts';
import { transact } from '#server/platform/database/database.ts';
import { checkSession } from '#server/platform/security/sessions.ts';
import { runJob } from '#testing/accounts/run-job.ts';
import { expect, test } from '#testing/harness.ts';
import { failing, listening } from '#testing/messaging/host-queue.ts';
import { readMails } from '#testing/platform/mails.ts';
import { atWork } from '#testing/staff/staff.ts';
import { withServices } from '#testing/world.ts';
import type { Member, World } from '#testing/world.ts';
import {
  adjustCredits,
  disableMember,
  enableMember,
  endMemberSession,
  endMemberSessions,
  eraseMember,
  exportMember,
} from './member-acts.ts';
import { readMember } from './member-page.ts';

const about = ({ brand, accountId }: Member) => ({ brand: brand.key, accountId });
const support = (world: World) => atWork(world, { role: 'support' });
const reason = 'Lo ha chiesto al telefono';

const mailsOf = async ({ app: { db }, accountId }: Member) =>
  (await readMails(db, { account_id: accountId })).map(({ template, recipient, text }) => ({
    template,
    recipient,
    text: text ?? '',
  }));

const auditOf = ({ app: { db }, accountId }: Member) =>
  db
    .selectFrom('audit')
    .select(['action', 'actor_id', 'details'])
    .where('subject', '=', accountId)
    .orderBy('id')
    .execute();

test('a member is disabled and enabled, each with a reason, and learns of it by mail', async ({
  app,
  world,
}) => {
  const marco = await world.member();
  const sara = await support(world);
  const until = app.clock.now().getTime() + 3 * DAY;
  await disableMember(sara, { ...about(marco), reason, until });
  expect(await checkSession(app, marco.brandId, marco.token)).toBe('disabled');
  expect(await readMember(sara, about(marco))).toMatchObject({
    status: 'disabled',
    profileStatus: 'hidden',
    disabled: { by: 'support', reason, until },
  });
  const [mail] = await mailsOf(marco);
  expect(mail).toMatchObject({ template: 'account_disabled', recipient: marco.email });
  expect(mail?.text).toContain('fino al ');
  expect(mail?.text).not.toContain(reason);
  await enableMember(sara, { ...about(marco), reason: 'È stato un errore' });
  expect(await readMember(sara, about(marco))).toMatchObject({
    status: 'active',
    profileStatus: 'visible',
    disabled: null,
  });
  expect(await auditOf(marco)).toMatchObject([
    { action: 'account.disabled', actor_id: sara.staffId, details: { reason } },
    { action: 'account.enabled', actor_id: sara.staffId, details: { reason: 'È stato un errore' } },
  ]);
});

test('of two who disable or enable at once one learns that the other was quicker', async ({ world }) => {
  const marco = await world.member();
  const two = [await support(world), await support(world)];
  const conflict = [{ status: 'fulfilled' }, { status: 'rejected', reason: failing('member.changed') }];
  const inOrder = (outcomes: PromiseSettledResult<unknown>[]) =>
    outcomes.toSorted((one, other) => one.status.localeCompare(other.status));
  const input = { ...about(marco), reason };
  const disabled = await Promise.allSettled(
    two.map((each) => disableMember(each, { ...input, until: null })),
  );
  expect(inOrder(disabled)).toMatchObject(conflict);
  const enabled = await Promise.allSettled(two.map((each) => enableMember(each, input)));
  expect(inOrder(enabled)).toMatchObject(conflict);
  expect((await mailsOf(marco)).length).toBe(1);
  expect((await auditOf(marco)).length).toBe(2);
});

test('whom a sanction has shut out support does not let in', async ({ app, world }) => {
  const marco = await world.member();
  const { brandId, accountId } = marco;
  await transact(app.db, (tx, afterCommit) =>
    disableAccount(app, tx, afterCommit, {
      brandId,
      accountId,
      by: 'sanction',
      reason: 'spam',
      until: null,
      actor: { kind: 'system' },
    }),
  );
  const enabling = enableMember(await support(world), { ...about(marco), reason });
  await expect(enabling).rejects.toThrow('member.sanctioned');
});

test('open consoles learn of each act once', async ({ world }) => {
  const marco = await world.member();
  const owner = await atWork(world);
  const changes: string[] = [];
  const context = withServices(owner, {
    staffLive: {
      ...owner.app.staffLive,
      emit: (right, { topic, id, change, staffId }) => {
        expect([right, topic, id, staffId]).toEqual([
          'members.read',
          'member',
          marco.accountId,
          owner.staffId,
        ]);
        changes.push(change);
      },
    },
  });
  const input = { ...about(marco), reason };
  await disableMember(context, { ...input, until: null });
  await enableMember(context, input);
  await endMemberSessions(context, about(marco));
  await adjustCredits(context, { ...input, id: randomUUID(), credit: 'like', amount: 1 });
  expect(changes).toEqual(['disabled', 'enabled', 'signed_out', 'credits']);
});

test('sessions are ended one by one or all together', async ({ app, world }) => {
  const [marco, paolo] = [await world.member(), await world.member()];
  const sara = await support(world);
  const session = { ...about(marco), sessionId: marco.sessionId };
  await expect(endMemberSession(sara, { ...session, sessionId: paolo.sessionId })).rejects.toThrow(
    'request.not_found',
  );
  await endMemberSession(sara, session);
  expect(await checkSession(app, marco.brandId, marco.token)).toBe('dead');
  await expect(endMemberSession(sara, session)).rejects.toThrow('request.not_found');
  await endMemberSessions(sara, about(paolo));
  expect(await checkSession(app, paolo.brandId, paolo.token)).toBe('dead');
  expect(await auditOf(marco)).toMatchObject([{ action: 'account.session_ended' }]);
  expect(await auditOf(paolo)).toMatchObject([{ action: 'account.sessions_ended' }]);
});

test('a copy of the data goes to its owner alone, and asking twice makes one', async ({ db, world }) => {
  const marco = await world.member();
  const sara = await support(world);
  await exportMember(sara, about(marco));
  await exportMember(sara, about(marco));
  const exports = await db
    .selectFrom('data_export')
    .select('status')
    .where('account_id', '=', marco.accountId)
    .execute();
  expect(exports).toEqual([{ status: 'making' }]);
  expect(await readMember(sara, about(marco))).toMatchObject({ dataExport: { status: 'making' } });
  expect(await auditOf(marco)).toMatchObject([{ action: 'account.export_asked', actor_id: sara.staffId }]);
  const off = await world.member({ status: 'disabled' });
  await expect(exportMember(sara, about(off))).rejects.toThrow('account.disabled');
});

test('an erasure needs the name, hides at once, tells the owner and comes after 30 days', async ({
  app,
  db,
  world,
}) => {
  const marco = await world.member();
  const sara = await support(world);
  const { screenName } = await readMember(sara, about(marco));
  const wrong = eraseMember(sara, { ...about(marco), reason, screenName: 'Somebody' });
  await expect(wrong).rejects.toThrow('member.name_wrong');
  const { closesAt } = await eraseMember(sara, { ...about(marco), reason, screenName });
  expect(closesAt).toBe(app.clock.now().getTime() + 30 * DAY);
  expect(await readMember(sara, about(marco))).toMatchObject({
    status: 'closing',
    profileStatus: 'hidden',
    closesAt,
    sessions: [],
  });
  expect(await mailsOf(marco)).toMatchObject([{ template: 'account_closing', recipient: marco.email }]);
  const again = eraseMember(sara, { ...about(marco), reason, screenName });
  await expect(again).rejects.toThrow('member.changed');
  app.clock.advance(30 * DAY);
  await runJob(app, 'accounts.eraseDueAccounts');
  const left = await db.selectFrom('account').select('id').where('id', '=', marco.accountId).execute();
  expect(left).toEqual([]);
});

test('a disabled account stays disabled while it waits to be erased', async ({ world }) => {
  const marco = await world.member({ status: 'disabled' });
  const sara = await support(world);
  const { screenName } = await readMember(sara, about(marco));
  const { closesAt } = await eraseMember(sara, { ...about(marco), reason, screenName });
  expect(await readMember(sara, about(marco))).toMatchObject({ status: 'disabled', closesAt });
});

test('credits are given and taken once for each id, never below zero, and the member sees it', async ({
  world,
}) => {
  const marco = await world.member();
  const { events, context: fina } = listening(await atWork(world, { role: 'finance' }));
  const id = randomUUID();
  const gift = { ...about(marco), id, credit: 'message', amount: 7, reason } as const;
  expect(await adjustCredits(fina, gift)).toEqual({ balance: 7 });
  expect(await adjustCredits(fina, gift)).toEqual({ balance: 7 });
  expect(events.map(({ to }) => to)).toEqual([[marco.accountId]]);
  expect(await adjustCredits(fina, { ...gift, id: randomUUID(), amount: -3 })).toEqual({ balance: 4 });
  await expect(adjustCredits(fina, { ...gift, id: randomUUID(), amount: -5 })).rejects.toMatchObject({
    code: 'credits.short',
    details: { balance: 4 },
  });
  await expect(adjustCredits(fina, { ...gift, id: randomUUID(), amount: 0 })).rejects.toThrow(
    'request.malformed',
  );
  expect(await auditOf(marco)).toMatchObject([
    { action: 'credits.adjusted', details: { id, credit: 'message', amount: 7, reason } },
    { action: 'credits.adjusted', details: { amount: -3 } },
  ]);
});

test('many takings at once never go below zero', async ({ world }) => {
  const marco = await world.member();
  const fina = await atWork(world, { role: 'finance' });
  const taking = { ...about(marco), credit: 'like', reason } as const;
  await adjustCredits(fina, { ...taking, id: randomUUID(), amount: 5 });
  const outcomes = await Promise.allSettled(
    Array.from({ length: 8 }, () => adjustCredits(fina, { ...taking, id: randomUUID(), amount: -2 })),
  );
  expect(outcomes.filter(({ status }) => status === 'fulfilled').length).toBe(2);
  expect((await readMember(fina, about(marco))).credits).toMatchObject({ like: 1 });
});

test('no one acts on an account of a brand that they do not work for', async ({ world }) => {
  const marco = await world.member();
  const sara = await atWork(world, { role: 'support', brands: ['verbena'] });
  const acts = [
    () => disableMember(sara, { ...about(marco), reason, until: null }),
    () => enableMember(sara, { ...about(marco), reason }),
    () => endMemberSessions(sara, about(marco)),
    () => exportMember(sara, about(marco)),
  ];
  for (const act of acts) await expect(act()).rejects.toThrow('request.not_found');
});
