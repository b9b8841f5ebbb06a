import { randomUUID } from 'node:crypto';
import { forEachKind, pacedKinds } from '#contract/notification/kinds.ts';
import type { App } from '#server/app.ts';
import { sendMessage } from '#server/messaging/sending.ts';
import { NotTaken } from '#server/notifications/channel.ts';
import type { Channel, NotificationContent, SendResult } from '#server/notifications/channel.ts';
import { decisionQueue } from '#server/notifications/decide-due.ts';
import { savePushToken } from '#server/notifications/push/subscriptions.ts';
import { channelQueue } from '#server/notifications/send-ready.ts';
import { createCircuitBreaker } from '#server/platform/circuit-breaker.ts';
import { MINUTE } from '#server/platform/clock.ts';
import type { HeldRow, Queue } from '#server/platform/work/queue.ts';
import { claim } from '#server/platform/work/statements.ts';
import { workOff } from '#server/platform/work/worker.ts';
import type { TestApp } from '../app.ts';
import type { Member, World } from '../world.ts';
import { pushTokenAt } from './push.ts';

type Answer = SendResult | 'fails' | 'hangs';

/** A channel that writes down what it was given, and answers as the test says. */
export function recordingChannel(
  name: Channel['name'],
  answer: (content: NotificationContent, count: number) => Answer = () => 'sent',
  { repeatable = name === 'push', concurrency = 16, within = 50 } = {},
) {
  const recorded = {
    taken: [] as NotificationContent[],
    asked: 0,
  };
  const channel: Channel = {
    name,
    concurrency,
    repeatable,
    async send(_app, content) {
      recorded.asked += 1;
      const result = answer(content, recorded.asked);
      if (result === 'fails') throw new NotTaken('503 come back later');
      if (result === 'hangs') return new Promise(() => {});
      if (result === 'sent') recorded.taken.push(content);
      return result;
    },
  };
  const breaker = createCircuitBreaker();
  return Object.assign(recorded, { channel, breaker, queue: channelQueue(channel, { within, breaker }) });
}

/** Decides on and sends all there is at this moment. */
export async function deliverAll(app: App, channels: readonly { queue: Queue }[]): Promise<void> {
  let taken = 0;
  const counting = (queue: Queue): Queue => ({
    ...queue,
    async handleBatch(...args) {
      taken += args[1].length;
      return (await queue.handleBatch?.(...args)) ?? [];
    },
  });
  const queues = [counting(decisionQueue), ...channels.map(({ queue }) => counting(queue))];
  do {
    taken = 0;
    for (const queue of queues) await workOff(app, [queue]);
  } while (taken > 0);
}

/** A node claims what waits in a queue, and dies. */
export async function claimAndDie({ db, clock }: App, queue: Queue): Promise<HeldRow[]> {
  return claim(db, queue, { lease: randomUUID(), limit: 100, clock });
}

/** The same, once those have waited who might have read it meanwhile. */
export async function deliverSoon(app: TestApp, channels: readonly { queue: Queue }[]): Promise<void> {
  app.clock.advance(MINUTE);
  await deliverAll(app, channels);
}

/** Wants to be notified of everything at once and at any hour. */
export async function wantAtOnce({ app: { db }, brandId, accountId }: Member): Promise<void> {
  await db
    .insertInto('notification_settings')
    .values({
      brand_id: brandId,
      account_id: accountId,
      pace: JSON.stringify(forEachKind(pacedKinds, () => 'at_once')),
      quiet_from: 0,
      quiet_to: 0,
    })
    .execute();
}

/** A device that takes pushes. */
export async function addDevice(member: Member): Promise<void> {
  await savePushToken(member, { pushToken: pushTokenAt() });
}

export async function notificationsOf({ app: { db }, accountId }: Member) {
  return db
    .selectFrom('notification')
    .select(['kind', 'state', 'channel', 'attempts', 'subject_id'])
    .where('account_id', '=', accountId)
    .orderBy('created_at')
    .execute();
}

export const say = (from: Member, to: Member, text = 'Ciao') =>
  sendMessage(from, { profileId: to.profileId, text, readyMade: false });

/** Anna, who is away and has a phone, and a member who may write to Anna. */
export async function annaAndMarco(world: World): Promise<{ anna: Member; marco: Member }> {
  const anna = await world.member({ gender: 'female', level: 2 });
  await wantAtOnce(anna);
  await addDevice(anna);
  return { anna, marco: await world.member({ level: 2 }) };
}
