import { randomUUID } from 'node:crypto';
import { staffRoles } from '#contract/kernel/staff-rights.ts';
import { closeAccount } from '#server/accounts/privacy/close-and-erase.ts';
import type { StaffContext } from '#server/app.ts';
import { visitPerson } from '#server/discovery/reactions/likes-and-visits.ts';
import { sendMessage } from '#server/messaging/sending.ts';
import { reportPerson } from '#server/moderation/reports.ts';
import { recordAudit } from '#server/platform/audit.ts';
import { DAY } from '#server/platform/clock.ts';
import { runJob } from '#testing/accounts/run-job.ts';
import { paid } from '#testing/billing/refunds.ts';
import { expect, test } from '#testing/harness.ts';
import { addDevice, deliverSoon, recordingChannel, wantAtOnce } from '#testing/notifications/delivery.ts';
import { atWork } from '#testing/staff/staff.ts';
import type { Member, World } from '#testing/world.ts';
import { findMembers } from './find-members.ts';
import { adjustCredits, disableMember } from './member-acts.ts';
import { listMemberNotifications } from './member-notifications.ts';
import { readMember } from './member-page.ts';
import { readTimeline } from './timeline.ts';

const about = ({ brand, accountId }: Member) => ({ brand: brand.key, accountId });

async function kindsOf(context: StaffContext, member: Member): Promise<Set<string>> {
  const { entries } = await readTimeline(context, about(member));
  return new Set(entries.map(({ kind }) => kind));
}

/** A member with a little of everything in their history. */
async function eventful(world: World): Promise<Member> {
  const { db } = world.app;
  const [marco, anna] = [
    await world.member({ email: `${randomUUID()}@test.example` }),
    await world.member({ gender: 'female' }),
  ];
  const { brandId, accountId } = marco;
  await db.updateTable('account').set({ phone: '+39 333 1234567' }).where('id', '=', accountId).execute();
  await db
    .insertInto('consent')
    .values({
      brand_id: brandId,
      id: randomUUID(),
      account_id: accountId,
      kind: 'terms',
      given: true,
      text_version: '2026-01',
      language: 'it',
    })
    .execute();
  await reportPerson(anna, {
    profileId: marco.profileId,
    reason: 'money',
    text: 'Mi chiede soldi',
    block: false,
  });
  await reportPerson(marco, { profileId: anna.profileId, reason: 'fake', text: 'Non è lei', block: false });
  await paid(marco);
  await adjustCredits(await atWork(world, { role: 'finance', name: 'Fina' }), {
    ...about(marco),
    id: randomUUID(),
    credit: 'message',
    amount: 5,
    reason: 'Un guasto',
  });
  await db
    .insertInto('mail')
    .values({
      id: randomUUID(),
      brand_id: brandId,
      account_id: accountId,
      recipient: marco.email,
      template: 'receipt',
      language: 'it',
      subject: 'La tua ricevuta',
      sent_at: new Date(),
    })
    .execute();
  return marco;
}

test('support sees how to reach a member, finance the money too, a moderator neither', async ({ world }) => {
  const marco = await eventful(world);
  const [support, finance, moderator] = [
    await atWork(world, { role: 'support' }),
    await atWork(world, { role: 'finance' }),
    await atWork(world, { role: 'moderator' }),
  ];
  const contact = { email: marco.email, phone: '+39 333 1234567' };
  const forSupport = await readMember(support, about(marco));
  expect(forSupport).toMatchObject({
    screenName: expect.any(String),
    status: 'active',
    profileStatus: 'visible',
    contact,
    consents: [{ kind: 'terms', given: true, textVersion: '2026-01' }],
    settings: { newsletter: false, messages: true, likes: true, visits: true },
    credits: { message: expect.any(Number) },
  });
  expect(forSupport.sessions).toMatchObject([{ id: marco.sessionId, method: 'password' }]);
  expect(forSupport.reports.map(({ direction, reason }) => [direction, reason])).toEqual([
    ['by', 'fake'],
    ['about', 'money'],
  ]);
  expect(forSupport.reports[0]?.other?.accountId).toEqual(expect.any(String));
  expect((await readMember(finance, about(marco))).contact).toMatchObject(contact);
  const forModerator = await readMember(moderator, about(marco));
  expect(forModerator).toMatchObject({ contact: null, sessions: null, credits: null });
  expect(JSON.stringify(forModerator)).not.toContain(marco.email);
  expect(JSON.stringify(forModerator)).not.toContain('333 1234567');

  const open = ['signed_up', 'consent', 'signed_in', 'report_about', 'report_by', 'act'];
  expect(await kindsOf(moderator, marco)).toEqual(new Set(open));
  expect(await kindsOf(support, marco)).toEqual(new Set([...open, 'mail', 'credits']));
  expect(await kindsOf(finance, marco)).toEqual(new Set([...open, 'mail', 'credits', 'purchase']));
});

test('the timeline names who did what and why, and goes on where the page ended', async ({ world }) => {
  const marco = await world.member();
  const [support, moderator] = [
    await atWork(world, { role: 'support', name: 'Sara' }),
    await atWork(world, { role: 'moderator' }),
  ];
  await disableMember(support, { ...about(marco), reason: 'Account rubato', until: null });
  const { entries } = await readTimeline(moderator, about(marco));
  expect(entries.find(({ what }) => what === 'account.disabled')).toMatchObject({
    kind: 'act',
    by: 'Sara',
    text: 'Account rubato',
  });
  for (let n = 0; n < 120; n += 1)
    await recordAudit(world.app.db, {
      brandId: marco.brandId,
      actor: { kind: 'system' },
      action: `test.step_${n}`,
      subject: marco.accountId,
    });
  const seen: string[] = [];
  let before: string | undefined;
  do {
    const page = await readTimeline(moderator, { ...about(marco), ...(before && { before }) });
    seen.push(...page.entries.map(({ what }) => what));
    before = page.next ?? undefined;
  } while (before);
  expect(seen.filter((what) => what.startsWith('test.')).length).toBe(120);
  expect(new Set(seen).size).toBe(seen.length);
  expect(seen).toContain('form');
});

test('only staff who may know of money see what a member did with it', async ({ world }) => {
  const marco = await world.member();
  await recordAudit(world.app.db, {
    brandId: marco.brandId,
    actor: { kind: 'member', id: marco.accountId },
    action: 'plan.left',
    subject: randomUUID(),
  });
  const acts = async (role: 'finance' | 'support') =>
    (await readTimeline(await atWork(world, { role }), about(marco))).entries.map(({ what }) => what);
  expect(await acts('finance')).toContain('plan.left');
  expect(await acts('support')).not.toContain('plan.left');
});

test('an erased account, an unknown one and one of another brand are not found', async ({ app, world }) => {
  const [gone, marco] = [await world.member(), await world.member()];
  await closeAccount(gone);
  app.clock.advance(31 * DAY);
  await runJob(app, 'accounts.eraseDueAccounts');
  const support = await atWork(world, { role: 'support' });
  const elsewhere = await atWork(world, { role: 'support', brands: ['verbena'] });
  const unknown = { brand: 'lunaria', accountId: randomUUID() };
  for (const read of [readMember, readTimeline]) {
    await expect(read(support, about(gone))).rejects.toThrow('request.not_found');
    await expect(read(support, unknown)).rejects.toThrow('request.not_found');
    await expect(read(support, { ...about(marco), brand: 'verbena' })).rejects.toThrow('request.not_found');
    await expect(read(elsewhere, about(marco))).rejects.toThrow('request.not_found');
  }
  expect((await findMembers(support, { text: gone.accountId })).members).toEqual([]);
});

test('every role that may read a member can', async ({ world }) => {
  const marco = await world.member();
  for (const role of staffRoles.filter((each) => ['owner', 'moderator', 'support', 'finance'].includes(each)))
    expect((await readMember(await atWork(world, { role }), about(marco))).accountId).toBe(marco.accountId);
});

test('support reads by which channel a member was notified of something, and why not', async ({
  app,
  world,
}) => {
  const [push, mail] = [recordingChannel('push'), recordingChannel('mail')];
  const anna = await world.member({ gender: 'female' });
  const marco = await world.member({ level: 2 });
  await wantAtOnce(anna);
  const support = await atWork(world, { role: 'support' });
  const read = async () => (await listMemberNotifications(support, about(anna))).notifications;

  // Without a device, a messenger or a confirmed address there is no way to notify the member.
  await app.db
    .updateTable('account')
    .set({ email_confirmed_at: null })
    .where('id', '=', anna.accountId)
    .execute();
  await visitPerson(marco, { profileId: anna.profileId });
  expect(await read()).toMatchObject([
    { kind: 'visit', state: 'waiting', channel: null, unsentReason: null },
  ]);
  await deliverSoon(app, [push, mail]);
  expect(await read()).toMatchObject([
    { kind: 'visit', state: 'unsent', unsentReason: 'no_channel', dueAt: null },
  ]);

  await addDevice(anna);
  await sendMessage(marco, { profileId: anna.profileId, text: 'Segreto', readyMade: false });
  await deliverSoon(app, [push, mail]);
  const notifications = await read();
  expect(notifications.map(({ kind, channel, state }) => [kind, channel, state])).toEqual([
    ['message', 'push', 'sent'],
    ['visit', null, 'unsent'],
  ]);
  expect(JSON.stringify(notifications)).not.toContain('Segreto');
  expect(JSON.stringify(notifications)).not.toContain(marco.profileId);
});

test('notifications go on where the page ended, each of them once', async ({ app, world }) => {
  const anna = await world.member({ gender: 'female' });
  const support = await atWork(world, { role: 'support' });
  const { brandId, accountId } = anna;
  const now = app.clock.now();
  await app.db
    .insertInto('notification')
    .values(
      Array.from({ length: 120 }, (_, n) => {
        const at = new Date(now.getTime() - Math.floor(n / 3) * 1_000);
        const row = { brand_id: brandId, account_id: accountId, id: randomUUID(), subject_id: randomUUID() };
        const common = { ...row, kind: 'like' as const, created_at: at };
        return n % 2 === 0
          ? { ...common, state: 'sent' as const, channel: 'mail' as const, topic: 'likes', sent_at: at }
          : { ...common, state: 'unsent' as const, unsent_reason: 'muted' as const, unsent_at: at };
      }),
    )
    .execute();
  const seen: { id: string; at: number }[] = [];
  let before: string | undefined;
  do {
    const page = await listMemberNotifications(support, { ...about(anna), ...(before && { before }) });
    seen.push(...page.notifications);
    before = page.next ?? undefined;
  } while (before);
  expect(new Set(seen.map(({ id }) => id)).size).toBe(120);
  expect(seen.map(({ at }) => at)).toEqual(seen.map(({ at }) => at).toSorted((a, b) => b - a));
});
