import { likePerson, visitPerson } from '#server/discovery/reactions/likes-and-visits.ts';
import { markConversationRead } from '#server/messaging/receipts.ts';
import { HOUR, MINUTE, SECOND } from '#server/platform/clock.ts';
import { workOff } from '#server/platform/work/worker.ts';
import { block } from '#testing/discovery/reactions.ts';
import { expect, test } from '#testing/harness.ts';
import { grant } from '#testing/messaging/sending.ts';
import {
  addDevice,
  annaAndMarco,
  deliverAll,
  deliverSoon,
  notificationsOf,
  recordingChannel,
  say,
  wantAtOnce,
} from '#testing/notifications/delivery.ts';
import { saveNotificationSettings } from './settings.ts';

test('all messages of one sender are one notification, with the newest words; those of the next sender another', async ({
  app,
  world,
}) => {
  const push = recordingChannel('push');
  const { anna, marco } = await annaAndMarco(world);
  const paolo = await world.member({ level: 2 });
  await say(marco, anna, 'Ciao Anna');
  await say(marco, anna, 'Ci sei?');
  await say(paolo, anna, 'Buongiorno');
  await deliverAll(app, [push]);
  expect(push.taken).toEqual([]);
  await deliverSoon(app, [push]);
  expect(push.taken.map(({ kind, senders }) => [kind, senders])).toEqual([
    ['message', [expect.objectContaining({ profileId: marco.profileId, unread: 2, words: 'Ci sei?' })]],
    ['message', [expect.objectContaining({ profileId: paolo.profileId, unread: 1, words: 'Buongiorno' })]],
  ]);
  await deliverSoon(app, [push]);
  expect(push.taken).toHaveLength(2);
  await say(marco, anna, 'Va bene, a domani');
  await deliverSoon(app, [push]);
  expect(push.taken.map(({ senders: [sender] }) => sender?.words).slice(2)).toEqual(['Va bene, a domani']);
});

test('no notification goes out of what was read, of a blocked member, or with the page open', async ({
  app,
  world,
}) => {
  const push = recordingChannel('push');
  const { anna, marco } = await annaAndMarco(world);
  const paolo = await world.member({ level: 2 });
  await say(marco, anna);
  await say(paolo, anna);
  await markConversationRead(anna, marco.profileId);
  await block(anna, anna.profileId, paolo.profileId);
  await deliverSoon(app, [push]);
  const online = await world.member({ level: 2 });
  await say(online, anna);
  await app.realtime.presence.came(anna.brandId, anna.accountId, 'a socket');
  await likePerson(online, { profileId: anna.profileId });
  await deliverSoon(app, [push]);
  expect(push.asked).toBe(0);
  expect(await notificationsOf(anna)).toMatchObject([{ kind: 'message', state: 'due' }]);
  await markConversationRead(anna, online.profileId);
  app.clock.advance(5 * MINUTE);
  await deliverAll(app, [push]);
  expect(push.asked).toBe(0);
  expect(await notificationsOf(anna)).toEqual([]);
  app.realtime.presence.left(anna.brandId, anna.accountId, 'a socket');
});

test('what is read between the decision and the sending is not sent', async ({ app, world }) => {
  const push = recordingChannel('push');
  const { anna, marco } = await annaAndMarco(world);
  await say(marco, anna);
  app.clock.advance(MINUTE);
  await deliverAll(app, []);
  expect(await notificationsOf(anna)).toMatchObject([{ state: 'ready', channel: 'push' }]);
  await markConversationRead(anna, marco.profileId);
  await deliverAll(app, [push]);
  expect(push.asked).toBe(0);
  expect(await notificationsOf(anna)).toEqual([]);
});

test('words that are withheld in the page leave the house in no other way either', async ({ app, world }) => {
  const push = recordingChannel('push');
  const luca = await world.member({ level: 0 });
  await wantAtOnce(luca);
  await addDevice(luca);
  const anna = await world.member({ gender: 'female', level: 2 });
  await grant(luca, 'icebreaker', 1);
  await say(luca, anna, 'Ciao!');
  await say(anna, luca, 'Ciao Luca, che bello');
  await deliverSoon(app, [push]);
  const toLuca = push.taken.filter(({ accountId }) => accountId === luca.accountId);
  expect(toLuca).toMatchObject([{ senders: [{ profileId: anna.profileId, unread: 1, words: null }] }]);
  expect(JSON.stringify(toLuca.map(({ senders }) => senders))).not.toContain('che bello');
});

test('a mail speaks of all conversations at once, and the next comes an hour later with what is new', async ({
  app,
  world,
}) => {
  const mail = recordingChannel('mail');
  const anna = await world.member({ gender: 'female', level: 2 });
  await wantAtOnce(anna);
  const received = () => mail.taken.filter(({ accountId }) => accountId === anna.accountId);
  const [marco, paolo] = [await world.member({ level: 2 }), await world.member({ level: 2 })];
  await say(marco, anna, 'Uno');
  await say(paolo, anna, 'Due');
  await likePerson(marco, { profileId: anna.profileId });
  await deliverSoon(app, [mail]);
  expect(received()).toMatchObject([{ kind: 'message', total: 2 }]);
  expect(received()[0]?.senders.map(({ words }) => words)).toEqual(expect.arrayContaining(['Uno', 'Due']));
  app.clock.advance(HOUR);
  await deliverAll(app, [mail]);
  expect(received().map(({ kind, total }) => [kind, total])).toEqual([
    ['message', 2],
    ['like', 1],
  ]);
  app.clock.advance(HOUR);
  await deliverAll(app, [mail]);
  expect(received()).toHaveLength(2);
});

test('likes and visits of one hour are sent together, in their own time', async ({ app, world }) => {
  const push = recordingChannel('push');
  const { anna } = await annaAndMarco(world);
  await saveNotificationSettings(anna, { pace: { like: 'hourly' } });
  for (const liker of [await world.member({ level: 2 }), await world.member({ level: 2 })])
    await likePerson(liker, { profileId: anna.profileId });
  await visitPerson(await world.member(), { profileId: anna.profileId });
  await deliverSoon(app, [push]);
  expect(push.taken.map(({ kind, total }) => [kind, total])).toEqual([['visit', 1]]);
  app.clock.advance(HOUR);
  await deliverAll(app, [push]);
  expect(push.taken.map(({ kind, total }) => [kind, total]).slice(1)).toEqual([['like', 2]]);
});

test('a mail about likes and visits leaves out the sort that is not wanted by mail, or not at all', async ({
  app,
  world,
}) => {
  const named = async (change: Parameters<typeof saveNotificationSettings>[1]) => {
    const mail = recordingChannel('mail');
    const anna = await world.member({ gender: 'female', level: 2 });
    await wantAtOnce(anna);
    await saveNotificationSettings(anna, change);
    await visitPerson(await world.member(), { profileId: anna.profileId });
    await likePerson(await world.member({ level: 2 }), { profileId: anna.profileId });
    await deliverSoon(app, [mail]);
    return mail.taken.flatMap(({ senders }) => senders.map(({ did }) => did));
  };
  expect(await named({ mail: { visit: false } })).toEqual(['liked']);
  expect(await named({ pace: { visit: 'never' } })).toEqual(['liked']);
  expect((await named({ mail: { visit: true } })).toSorted()).toEqual(['liked', 'visited']);
});

test('no notification goes out of a message whose sender was refused since', async ({ app, db, world }) => {
  const push = recordingChannel('push');
  const { anna, marco } = await annaAndMarco(world);
  await say(marco, anna);
  await db.updateTable('profile').set({ status: 'rejected' }).where('id', '=', marco.profileId).execute();
  await deliverSoon(app, [push]);
  expect(push.asked).toBe(0);
});

test('a fault of ours does not count against the provider', async ({ app, world }) => {
  let isBroken = true;
  const push = recordingChannel('push', () => {
    if (isBroken) throw new Error('a fault of ours');
    return 'sent';
  });
  const people = await Promise.all(Array.from({ length: 6 }, () => annaAndMarco(world)));
  for (const { anna, marco } of people) await say(marco, anna);
  await deliverSoon(app, [push]);
  expect(push.asked).toBe(people.length);
  isBroken = false;
  expect(push.breaker.allowed(app.clock.now().getTime())).toBe('all');
  await deliverSoon(app, [push]);
  expect(push.taken).toHaveLength(people.length);
});

test('a provider that fails every third time gets everything, and nothing twice', async ({ app, world }) => {
  const flaky = recordingChannel('push', (_content, count) => (count % 3 === 0 ? 'fails' : 'sent'));
  const people = await Promise.all(Array.from({ length: 40 }, () => annaAndMarco(world)));
  for (const { anna, marco } of people) await say(marco, anna);
  app.clock.advance(MINUTE);
  for (let round = 0; round < 12 && flaky.taken.length < people.length; round += 1) {
    await deliverAll(app, [flaky]);
    app.clock.advance(HOUR);
  }
  const notified = flaky.taken.map(({ accountId }) => accountId);
  expect(notified.toSorted()).toEqual(people.map(({ anna }) => anna.accountId).toSorted());
  expect(flaky.asked).toBeGreaterThan(people.length);
});

test('a provider that is down is asked less and less, and the other channels go on', async ({
  app,
  world,
}) => {
  let works = false;
  const push = recordingChannel('push', () => (works ? 'sent' : 'fails'), { concurrency: 1 });
  const mail = recordingChannel('mail');
  const people = await Promise.all(Array.from({ length: 20 }, () => annaAndMarco(world)));
  const berta = await world.member({ gender: 'female', level: 2 });
  await wantAtOnce(berta);
  for (const { anna, marco } of people) await say(marco, anna);
  await say(people[0]!.marco, berta);
  await deliverSoon(app, [push, mail]);
  expect(push.asked).toBe(5);
  expect(mail.taken.map(({ accountId }) => accountId)).toEqual([berta.accountId]);
  app.clock.advance(6 * SECOND);
  await deliverAll(app, [push, mail]);
  expect(push.asked).toBe(6);
  works = true;
  app.clock.advance(HOUR);
  await deliverAll(app, [push, mail]);
  expect(new Set(push.taken.map(({ accountId }) => accountId)).size).toBe(20);
  expect(push.taken).toHaveLength(20);
});

test('a provider that hangs: a push is tried again, what could come twice is left', async ({
  app,
  world,
}) => {
  let hangs = true;
  const answer = () => (hangs ? 'hangs' : 'sent');
  const push = recordingChannel('push', answer);
  const mail = recordingChannel('mail', answer);
  const { anna, marco } = await annaAndMarco(world);
  const berta = await world.member({ gender: 'female', level: 2 });
  await wantAtOnce(berta);
  await say(marco, anna);
  await say(marco, berta);
  await deliverSoon(app, [push, mail]);
  hangs = false;
  app.clock.advance(HOUR);
  await deliverAll(app, [push, mail]);
  expect(push.taken.map(({ accountId }) => accountId)).toEqual([anna.accountId]);
  expect(mail.taken).toEqual([]);
  expect(await notificationsOf(berta)).toMatchObject([{ state: 'unknown', attempts: 1 }]);
});

test('where a device is gone, the next channel says it', async ({ app, db, world }) => {
  const push = recordingChannel('push', () => 'gone');
  const mail = recordingChannel('mail');
  const { anna, marco } = await annaAndMarco(world);
  await say(marco, anna);
  app.clock.advance(MINUTE);
  await deliverAll(app, []);
  await workOff(app, [push.queue]);
  await db.deleteFrom('push_token').where('account_id', '=', anna.accountId).execute();
  await deliverAll(app, [push, mail]);
  expect(push.asked).toBe(1);
  expect(mail.taken.map(({ accountId }) => accountId)).toEqual([anna.accountId]);
});

test('a mailbox that takes nothing is tried less and less', async ({ app, world }) => {
  const berta = await world.member({ gender: 'female', level: 2 });
  const mail = recordingChannel('mail', ({ accountId }) => (accountId === berta.accountId ? 'gone' : 'sent'));
  await wantAtOnce(berta);
  await say(await world.member({ level: 2 }), berta);
  await deliverSoon(app, [mail]);
  expect(await notificationsOf(berta)).toMatchObject([{ state: 'due', attempts: 2 }]);
});

test('no member gets more in a day than the policy allows; the rest waits', async ({ app, world }) => {
  const push = recordingChannel('push');
  const { anna } = await annaAndMarco(world);
  for (let count = 0; count < 23; count += 1) await say(await world.member({ level: 2 }), anna);
  await deliverSoon(app, [push]);
  expect(push.taken).toHaveLength(20);
  expect((await notificationsOf(anna)).filter(({ state }) => state === 'due')).toHaveLength(3);
});
