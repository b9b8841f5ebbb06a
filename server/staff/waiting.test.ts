import { randomUUID } from 'node:crypto';
import { claimConversation } from '#server/hosts/claims.ts';
import { replyAsProfile } from '#server/hosts/replying.ts';
import { moderation } from '#server/moderation/module.ts';
import { claimCase } from '#server/moderation/queue.ts';
import { SECOND } from '#server/platform/clock.ts';
import { saveOwnProfile } from '#server/profiles/own-profile.ts';
import { sendOwnTicket } from '#server/support/contact.ts';
import { assignTicket } from '#server/support/tickets.ts';
import { expect, test } from '#testing/harness.ts';
import { claimTime, host, write } from '#testing/messaging/host-queue.ts';
import { runWaitingJobs } from '#testing/platform/run-jobs.ts';
import { atWork } from '#testing/staff/staff.ts';
import { readWaiting } from './waiting.ts';

// Every test finds nothing that waits.
test.beforeEach(async ({ db }) => {
  await db.deleteFrom('waiting_reply').execute();
  await db.deleteFrom('moderation_case').execute();
  await db.deleteFrom('ticket').execute();
});

const nothing = { count: 0, newest: null };

test('a host is led to what waits for them: their own, else the member who has waited longest, and nothing that a colleague has', async ({
  app,
  world,
}) => {
  const [ines, carla] = [await host(world), await host(world, 'Carla')];
  const [luna, marta] = [await world.profile(), await world.profile()];
  expect((await readWaiting(ines, {})).conversations).toEqual({ ...nothing, first: null });

  const earlier = await write(await world.member({ level: 2 }), luna);
  const answered = await claimConversation(ines, earlier);
  expect(answered.until).toBeGreaterThan(app.clock.now().getTime());
  await replyAsProfile(ines, { ...earlier, messageId: randomUUID(), text: 'Ciao, bene!' });
  // A member who was answered does not wait, also while the host keeps the conversation.
  expect((await readWaiting(ines, {})).conversations).toEqual({ ...nothing, first: null });

  app.clock.advance(SECOND);
  const first = await write(await world.member({ level: 2 }), marta, 'È la prima volta che scrivo.');
  const since = app.clock.now().getTime();
  expect((await readWaiting(ines, {})).conversations).toEqual({ count: 1, newest: since, first: 'new' });
  await claimConversation(ines, first);
  expect((await readWaiting(ines, {})).conversations).toEqual({ count: 1, newest: since, first: 'mine' });
  expect((await readWaiting(carla, {})).conversations).toEqual({ ...nothing, first: null });

  // A conversation that the first host does not answer is free again.
  app.clock.advance(claimTime + SECOND);
  expect((await readWaiting(carla, {})).conversations).toEqual({ count: 1, newest: since, first: 'new' });
});

test('in each queue counts what its right and its brands allow, and neither what a colleague has taken nor what is done', async ({
  app,
  world,
}) => {
  const [lunaria, verbena] = [world.brand(), world.brand('verbena')];
  const owner = await atWork(world);
  const support = await atWork(world, { role: 'support', brands: [verbena.key] });
  const moderator = await atWork(world, { role: 'moderator', brands: [verbena.key] });
  const both = await atWork(world, { roles: { lunaria: 'support', verbena: 'moderator' } });

  await write(await world.member({ level: 2 }), await world.profile());
  for (const brand of [lunaria, verbena]) {
    const writer = await world.member({ brand });
    const { trackerId, email } = writer;
    await sendOwnTicket(writer, { trackerId, id: randomUUID(), email, topic: 'payment', text: 'Aiuto' });
  }
  const newcomer = await world.member({ brand: verbena, profileStatus: 'pending' });
  await saveOwnProfile(newcomer, { description: 'Cocino.' });
  await runWaitingJobs(app, moderation.jobs);

  const counts = async (who: typeof owner) => {
    const { conversations, tickets, moderation: cases } = await readWaiting(who, {});
    return [conversations.count, tickets.count, cases.count];
  };
  expect(await counts(owner)).toEqual([1, 2, 1]);
  expect(await counts(support)).toEqual([0, 1, 0]);
  expect(await counts(moderator)).toEqual([0, 0, 1]);
  expect(await counts(both)).toEqual([0, 1, 1]);
  // Of one brand where it is asked for.
  expect(await readWaiting(owner, { brand: 'lunaria' })).toMatchObject({
    conversations: { count: 1 },
    tickets: { count: 1 },
    moderation: { count: 0 },
  });

  await claimCase(moderator, { brand: verbena.key, kind: 'profile', id: newcomer.profileId });
  expect(await counts(moderator)).toEqual([0, 0, 1]);
  expect(await counts(both)).toEqual([0, 1, 0]);
  const { id } = await app.db
    .selectFrom('ticket')
    .select('id')
    .where('brand_id', '=', verbena.id)
    .executeTakeFirstOrThrow();
  await assignTicket(support, { brand: verbena.key, id, mine: true });
  expect(await counts(support)).toEqual([0, 1, 0]);
  expect(await counts(owner)).toEqual([1, 1, 0]);
});
