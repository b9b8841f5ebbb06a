import { randomUUID } from 'node:crypto';
import { staffRoles } from '../../contract/kernel/staff-rights.ts';
import { runJob } from '../../testing/accounts/run-job.ts';
import { paid } from '../../testing/billing/refunds.ts';
import { expect, test } from '../../testing/harness.ts';
import { atWork } from '../../testing/staff/staff.ts';
import type { Member, World } from '../../testing/world.ts';
import { closeAccount } from '../accounts/privacy/close-and-erase.ts';
import type { StaffContext } from '../app.ts';
import { reportPerson } from '../moderation/reports.ts';
import { recordAudit } from '../platform/audit.ts';
import { DAY } from '../platform/clock.ts';
import { findMembers } from './find-members.ts';
import { adjustCredits, disableMember } from './member-acts.ts';
import { readMember } from './member-page.ts';
import { readTimeline } from './timeline.ts';

const about = ({ brand, accountId }: Member) => ({ brand: brand.key, accountId });

async function kindsOf(context: StaffContext, member: Member): Promise<Set<string>> {
  const { entries } = await readTimeline(context, about(member));
  return new Set(entries.map(({ kind }) => kind));
}

/** A member to whom a little of everything has happened. */
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
      status: 'sent',
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

test('what a member did with money is told of those who may know of it alone', async ({ world }) => {
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
  await closeAccount(gone, {});
  app.clock.advance(31 * DAY);
  await runJob(app, 'privacy.erase');
  const support = await atWork(world, { role: 'support' });
  const elsewhere = await atWork(world, { role: 'support', brands: ['verbena'] });
  const nobody = { brand: 'lunaria', accountId: randomUUID() };
  for (const read of [readMember, readTimeline]) {
    await expect(read(support, about(gone))).rejects.toThrow('request.not_found');
    await expect(read(support, nobody)).rejects.toThrow('request.not_found');
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
