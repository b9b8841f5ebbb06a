import { forEachKind, pacedKinds } from '#contract/notification/kinds.ts';
import type { App } from '#server/app.ts';
import { NotTaken } from '#server/notifications/channel.ts';
import type { Channel, SendResult, Told } from '#server/notifications/channel.ts';
import { decideDue } from '#server/notifications/decide-due.ts';
import { savePushToken } from '#server/notifications/push/subscriptions.ts';
import { openQueue, sendReady } from '#server/notifications/send-ready.ts';
import type { ChannelQueue } from '#server/notifications/send-ready.ts';
import { MINUTE } from '#server/platform/clock.ts';
import type { TestApp } from '../app.ts';
import type { Member } from '../world.ts';
import { pushTokenAt } from './push.ts';

type Answer = SendResult | 'fails' | 'hangs';

/** A channel that writes down what it was given, and answers as the test says. */
export function recordingChannel(
  name: Channel['name'],
  answer: (told: Told, count: number) => Answer = () => 'sent',
  { repeatable = name === 'push', concurrency = 16 } = {},
): ChannelQueue & { taken: Told[]; asked: number } {
  const recorded = {
    taken: [] as Told[],
    asked: 0,
  };
  const channel: Channel = {
    name,
    concurrency,
    repeatable,
    async send(_app, told) {
      recorded.asked += 1;
      const result = answer(told, recorded.asked);
      if (result === 'fails') throw new NotTaken('503 come back later');
      if (result === 'hangs') return new Promise(() => {});
      if (result === 'sent') recorded.taken.push(told);
      return result;
    },
  };
  return Object.assign(recorded, openQueue(channel, { within: 50 }));
}

/** Decides on and sends all there is at this moment. */
export async function deliverAll(app: App, queues: readonly ChannelQueue[]): Promise<void> {
  for (;;) {
    let done = await decideDue(app);
    for (const queue of queues) done += await sendReady(app, queue);
    if (done === 0) return;
  }
}

/** The same, once those have waited who might have read it meanwhile. */
export async function deliverSoon(app: TestApp, queues: readonly ChannelQueue[]): Promise<void> {
  app.clock.advance(MINUTE);
  await deliverAll(app, queues);
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
    .select(['kind', 'state', 'channel', 'due_at', 'attempts', 'subject_id'])
    .where('account_id', '=', accountId)
    .orderBy('created_at')
    .execute();
}
