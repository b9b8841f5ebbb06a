import { randomUUID } from 'node:crypto';
import { onTestFinished, vi } from 'vitest';
import type { StaffContext } from '#server/app.ts';
import {
  claimConversation,
  claimNext,
  releaseConversation,
  transferConversation,
} from '#server/hosts/claims.ts';
import { replyAsProfile } from '#server/hosts/replying.ts';
import { SECOND } from '#server/platform/clock.ts';
import { expect, test } from '#testing/harness.ts';
import { host, recordChanges, write } from '#testing/messaging/host-queue.ts';
import { withServices } from '#testing/world.ts';
import { announceWaiting } from './console-live.ts';
import type { WaitingNews } from './console-live.ts';
import { notifyTyping } from './typing.ts';

test('whatever hosts do with a conversation reaches all open consoles', async ({ app, db, world }) => {
  await db.deleteFrom('waiting_reply').execute();
  const { events, staffLive } = recordChanges(app.staffLive);
  const follow = (context: StaffContext) => withServices(context, { staffLive });
  const [ines, ugo] = [follow(await host(world, 'Ines')), follow(await host(world, 'Ugo'))];
  const marco = withServices(await world.member({ level: 2 }), { staffLive });
  const luna = await world.profile();
  const where = await write(marco, luna);
  const [{ id }, { staffId }] = [where, ines];
  expect(events.splice(0)).toEqual([['waiting', id, null]]);
  // No console has this conversation open yet, so none needs to know that the member goes on writing.
  await notifyTyping(marco, { profileId: luna });
  expect(events).toEqual([]);
  await claimNext(ines, {});
  expect(events.splice(0)).toEqual([['claimed', id, staffId]]);
  app.clock.advance(20 * SECOND);
  await notifyTyping(marco, { profileId: luna });
  expect(events.splice(0)).toEqual([['typing', id, null]]);
  await releaseConversation(ugo, where);
  expect(events).toEqual([]);
  await releaseConversation(ines, where);
  await releaseConversation(ines, where);
  await claimConversation(ines, where);
  await transferConversation(ines, { ...where, to: ugo.staffId, note: '' });
  await replyAsProfile(ugo, { ...where, messageId: randomUUID(), text: 'Eccomi' });
  expect(events.splice(0)).toEqual([
    ['released', id, staffId],
    ['claimed', id, staffId],
    ['transferred', id, staffId],
    ['answered', id, ugo.staffId],
  ]);
  // Staff see nothing of what members say to each other.
  await write(marco, (await world.member()).profileId);
  expect(events).toEqual([]);
});

test('consoles get one event for many members who write at the same time', ({ app }) => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const { events, staffLive } = recordChanges(app.staffLive);
  const waitingNews: WaitingNews = new Map();
  const services = { staffLive, chat: { ...app.chat, waitingNews } };
  const brandId = app.brands.all()[0]!.id;
  const say = (id: string) => announceWaiting(services, { brandId, id });
  const [one, other] = [randomUUID(), randomUUID()];
  say(one);
  expect(events.splice(0)).toEqual([['waiting', one, null]]);
  say(one);
  say(one);
  expect(events).toEqual([]);
  vi.advanceTimersByTime(SECOND);
  expect(events.splice(0)).toEqual([['waiting', one, null]]);
  for (let count = 0; count < 100; count += 1) say(count % 2 === 0 ? one : other);
  vi.advanceTimersByTime(SECOND);
  expect(events.splice(0)).toEqual([['waiting', null, null]]);
  // Once no further event comes, the entry is removed.
  vi.advanceTimersByTime(SECOND);
  expect([events, waitingNews.size]).toEqual([[], 0]);
});
