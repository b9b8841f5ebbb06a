import { randomUUID } from 'node:crypto';
import type { VisitorContext } from '#server/app.ts';
import { sendMessage } from '#server/messaging/sending.ts';
import { DAY, HOUR, MINUTE, SECOND } from '#server/platform/clock.ts';
import { give, paid, stage, work } from '#testing/billing/refunds.ts';
import { expect, test } from '#testing/harness.ts';
import { write } from '#testing/messaging/host-queue.ts';
import { hire } from '#testing/staff/staff.ts';
import type { World } from '#testing/world.ts';
import { forgetUptime, readTrust, recordUptime, takeTrustSnapshots } from './trust.ts';

/** What the page says on the next day. */
async function figuresTomorrow({ app }: World, context: VisitorContext) {
  app.clock.advance(DAY);
  await takeTrustSnapshots(app);
  return (await readTrust(context)).latest;
}

test('there is no figure before there is enough to count, and no page is made up', async ({ world, app }) => {
  const context = world.visitor(world.brand('verbena'));
  expect(await readTrust(context)).toEqual({ latest: null, months: [] });
  for (let n = 0; n < 9; n += 1) await world.member({ brand: world.brand('verbena') });
  await takeTrustSnapshots(app);
  const { latest, months } = await readTrust(context);
  // Eight o'clock in the evening of the first of June in Madrid.
  expect(latest).toMatchObject({
    day: '2026-06-01',
    computedAt: app.clock.now().getTime(),
    measuredSince: null,
  });
  expect(latest?.figures).toEqual({
    memberProfiles: null,
    staffProfiles: 0,
    aiProfiles: 0,
    hostReplySeconds: null,
    memberReplySeconds: null,
    reportsInTime: null,
    refunds: null,
    refundedCents: null,
    uptime: null,
  });
  expect(months).toEqual([{ month: '2026-06', figures: latest?.figures }]);
});

test('profiles are counted by who answers for them, those that others can see', async ({ world }) => {
  const brand = world.brand('verbena');
  for (let n = 0; n < 4; n += 1) await world.member({ brand });
  await world.member({ brand, profileStatus: 'pending' });
  for (let n = 0; n < 3; n += 1) await world.profile({ brand });
  await world.profile({ brand, kind: 'ai' });
  expect((await figuresTomorrow(world, world.visitor(brand)))?.figures).toMatchObject({
    memberProfiles: 13,
    staffProfiles: 3,
    aiProfiles: 1,
  });
});

test('half of the replies of hosts, and of members, came within the time that it says', async ({
  world,
  app,
}) => {
  const { id: staffId } = await hire(world, { role: 'host' });
  const luna = await world.profile();
  for (let n = 1; n <= 11; n += 1) {
    const { id } = await write(await world.member({ level: 2 }), luna);
    const reply = {
      brand_id: world.brand().id,
      message_id: randomUUID(),
      staff_id: staffId,
      conversation_id: id,
    };
    await app.db
      .insertInto('host_reply')
      .values({ ...reply, at: app.clock.now(), waited_seconds: n * 10 })
      .execute();
  }
  for (let n = 1; n <= 11; n += 1) {
    const marco = await world.member({ level: 2 });
    const giulia = await world.member({ level: 2, gender: 'female' });
    await sendMessage(marco, { profileId: giulia.profileId, text: 'Ciao' });
    await sendMessage(marco, { profileId: giulia.profileId, text: 'Come stai?' });
    app.clock.advance(n * MINUTE);
    // Conversations without an answer are not part of it.
    if (n === 11) break;
    await sendMessage(giulia, { profileId: marco.profileId, text: 'Bene' });
  }
  expect((await figuresTomorrow(world, world.visitor()))?.figures).toMatchObject({
    hostReplySeconds: 60,
    memberReplySeconds: 5.5 * 60,
  });
  app.clock.advance(40 * DAY);
  expect((await figuresTomorrow(world, world.visitor()))?.figures.hostReplySeconds).toBeNull();
});

test('reports count as decided in time, late or not at all, and refunds once they are paid', async ({
  world,
  app,
}) => {
  const now = app.clock.now().getTime();
  const brandId = world.brand().id;
  const { profileId } = await world.member();
  for (let n = 0; n < 10; n += 1) {
    // Two took longer than a day.
    const waited = n < 8 ? HOUR : 30 * HOUR;
    await app.db
      .insertInto('moderation_verdict')
      .values({
        brand_id: brandId,
        id: randomUUID(),
        kind: 'report',
        subject_id: profileId,
        profile_id: profileId,
        verdict: 'dismissed',
        state: 'done',
        given_at: new Date(now),
        since: new Date(now - waited),
      })
      .execute();
    const { member } = await stage(world);
    const { attemptId } = await paid(member, { amountCents: 1_990, credits: 0 });
    await give(member, attemptId, { amountCents: 1_000 });
    if (n === 9) break;
    await work(member.app);
  }
  const first = await figuresTomorrow(world, world.visitor());
  expect(first?.figures).toMatchObject({ reportsInTime: 0.8, refunds: null, refundedCents: null });
  const { member } = await stage(world);
  const { attemptId } = await paid(member, { amountCents: 990, credits: 0 });
  await give(member, attemptId);
  await work(member.app);
  const waiting = {
    brand_id: brandId,
    kind: 'report',
    id: profileId,
    profile_id: profileId,
    ready: true,
  } as const;
  const since = new Date(app.clock.now().getTime() - 2 * DAY);
  await app.db
    .insertInto('moderation_case')
    .values({ ...waiting, since, version: since })
    .execute();
  const second = await figuresTomorrow(world, world.visitor());
  expect(second?.figures).toMatchObject({
    reportsInTime: 8 / 11,
    refunds: 11,
    refundedCents: 10 * 1_000 + 990,
  });
});

test('uptime is the share of minutes in which the service recorded itself, since it began to', async ({
  world,
  app,
}) => {
  const since = Math.floor(app.clock.now().getTime() / MINUTE) * MINUTE;
  for (let minute = 0; minute < 60; minute += 1) {
    await recordUptime(app);
    app.clock.advance(30 * SECOND);
    await recordUptime(app);
    app.clock.advance(30 * SECOND);
  }
  // It was down for a quarter of an hour.
  app.clock.advance(15 * MINUTE);
  for (let minute = 0; minute < 25; minute += 1) {
    await recordUptime(app);
    app.clock.advance(MINUTE);
  }
  app.clock.advance(DAY - 100 * MINUTE);
  const latest = await figuresTomorrow(world, world.visitor());
  expect(latest?.measuredSince).toBe(since);
  expect(latest?.figures.uptime).toBeCloseTo(85 / (2 * 24 * 60), 5);
  // Old minutes go, and since when it is measured is not forgotten.
  app.clock.advance(60 * DAY);
  await forgetUptime(app);
  const later = await figuresTomorrow(world, world.visitor());
  expect(later).toMatchObject({ measuredSince: since, figures: { uptime: 0 } });
});

test('a day has one page of figures, which no one changes afterwards', async ({ world, app }) => {
  const before = await figuresTomorrow(world, world.visitor());
  await world.profile();
  await takeTrustSnapshots(app);
  expect((await readTrust(world.visitor())).latest).toEqual(before);
  const { db } = app;
  const never = /never change/;
  await expect(db.updateTable('trust_snapshot').set({ refunds: 0 }).execute()).rejects.toThrow(never);
  await expect(db.deleteFrom('trust_snapshot').execute()).rejects.toThrow(never);
  // A month shows its last day.
  const { months } = await readTrust(world.visitor());
  expect(months.at(-1)).toEqual({ month: before?.day.slice(0, 7), figures: before?.figures });
  expect(new Set(months.map(({ month }) => month)).size).toBe(months.length);
});
