/** Several nodes at the queues of notifications, and one that dies or stops with what it has claimed. */

import { randomUUID } from 'node:crypto';
import { likePerson } from '#server/discovery/reactions/likes-and-visits.ts';
import { MINUTE } from '#server/platform/clock.ts';
import { claim } from '#server/platform/work/statements.ts';
import { startWork } from '#server/platform/work/worker.ts';
import { waitForBlockedSession } from '#testing/database-fixtures.ts';
import { expect, test } from '#testing/harness.ts';
import {
  annaAndMarco,
  claimAndDie,
  deliverAll,
  addDevice,
  deliverSoon,
  notificationsOf,
  recordingChannel,
  say,
  wantAtOnce,
} from '#testing/notifications/delivery.ts';
import { patiently } from '#testing/platform/jobs.ts';
import { decisionQueue } from './decide-due.ts';
import { makeReady } from './queue.ts';
import type { Queued } from './queue.ts';

test('two of the same thing made ready at the same moment become one', async ({ app, db, world }) => {
  const { anna } = await annaAndMarco(world);
  const likers = [await world.member({ level: 2 }), await world.member({ level: 2 })];
  for (const liker of likers) await likePerson(liker, { profileId: anna.profileId });
  app.clock.advance(MINUTE);
  const at = app.clock.now();
  const lease = randomUUID();
  const ready = { channel: 'push' as const, topic: 'likes', attempts: 0 };
  const claimed = await claim(db, decisionQueue, { lease, limit: 100, clock: app.clock });
  const taken = claimed.map((row) => Object.assign(row as unknown as Queued, ready));
  expect(taken).toHaveLength(2);
  const { second } = await db.transaction().execute(async (tx) => {
    await makeReady(tx, lease, taken.slice(0, 1), at);
    const later = makeReady(db, lease, taken.slice(1), at);
    await waitForBlockedSession(db);
    return { second: later };
  });
  await second;
  expect(await notificationsOf(anna)).toMatchObject([{ kind: 'like', state: 'ready' }]);
  const push = recordingChannel('push');
  await deliverAll(app, [push]);
  expect(push.taken).toMatchObject([{ kind: 'like', total: likers.length }]);
});

test('two nodes at once notify every member once', async ({ app, world }) => {
  const people = await Promise.all(Array.from({ length: 30 }, () => annaAndMarco(world)));
  for (const { anna, marco } of people) await say(marco, anna);
  app.clock.advance(MINUTE);
  const nodes = [recordingChannel('push'), recordingChannel('push'), recordingChannel('push')];
  await Promise.all(nodes.map((push) => deliverAll(app, [push])));
  await deliverAll(app, nodes);
  const notified = nodes.flatMap(({ taken }) => taken.map(({ accountId }) => accountId));
  expect(notified.toSorted()).toEqual(people.map(({ anna }) => anna.accountId).toSorted());
});

test.for([
  { name: 'push', repeatable: true, again: 1 },
  { name: 'mail', repeatable: false, again: 0 },
] as const)(
  'a node that dies between sending and recording: by $name it is sent again $again times',
  async ({ name, repeatable, again }, { app, world }) => {
    const channel = recordingChannel(name, undefined, { repeatable });
    const anna = await world.member({ gender: 'female', level: 2 });
    await wantAtOnce(anna);
    if (name === 'push') await addDevice(anna);
    await say(await world.member({ level: 2 }), anna);
    app.clock.advance(MINUTE);
    await deliverAll(app, []);
    const [sent] = await claimAndDie(app, channel.queue);
    await deliverAll(app, [channel]);
    expect(channel.asked).toBe(0);
    app.clock.advance(3 * MINUTE);
    await deliverAll(app, [channel]);
    expect(channel.taken.map(({ id }) => id)).toEqual(again === 0 ? [] : [sent?.['id']]);
    expect(await notificationsOf(anna)).toMatchObject([{ state: again === 0 ? 'unknown' : 'sent' }]);
    await deliverSoon(app, [channel]);
    expect(channel.asked).toBe(again);
  },
);

test('a mail that a node was sending when it stopped is not sent twice', async ({ app, db, world }) => {
  const mail = recordingChannel('mail', () => 'hangs', { within: MINUTE });
  const anna = await world.member({ gender: 'female', level: 2 });
  await wantAtOnce(anna);
  await say(await world.member({ level: 2 }), anna);
  app.clock.advance(MINUTE);
  await deliverAll(app, []);
  const impatient = { ...app, config: { ...app.config, shutdownSeconds: 0.1 } };
  const worker = startWork(impatient, { db, queues: [mail.queue] });
  await expect.poll(() => mail.asked, patiently).toBe(1);
  await worker.stop();
  const other = recordingChannel('mail');
  app.clock.advance(3 * MINUTE);
  await deliverAll(app, [other]);
  expect(other.asked).toBe(0);
  expect(await notificationsOf(anna)).toMatchObject([{ state: 'unknown', attempts: 1 }]);
});

test('a node that dies while it decides has lost nothing', async ({ app, world }) => {
  const push = recordingChannel('push');
  const { anna, marco } = await annaAndMarco(world);
  await say(marco, anna);
  app.clock.advance(MINUTE);
  await claimAndDie(app, decisionQueue);
  // What comes meanwhile waits beside it, and both are sent as one.
  await say(marco, anna, 'Ancora io');
  app.clock.advance(3 * MINUTE);
  await deliverAll(app, [push]);
  expect(push.taken).toMatchObject([{ senders: [{ words: 'Ancora io', unread: 2 }] }]);
  expect(await notificationsOf(anna)).toHaveLength(1);
});
