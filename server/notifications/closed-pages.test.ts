/** Messages to members who have a page open: what is left unread there is not lost, also where a node dies. */

import { sql } from 'kysely';
import { onTestFinished } from 'vitest';
import { markConversationRead } from '#server/messaging/receipts.ts';
import { MINUTE } from '#server/platform/clock.ts';
import { withLiveSession } from '#testing/accounts/live-session.ts';
import type { TestApp } from '#testing/app.ts';
import { expect, test } from '#testing/harness.ts';
import { Device } from '#testing/messaging/device.ts';
import { grant } from '#testing/messaging/sending.ts';
import { MovableClock } from '#testing/movable-clock.ts';
import {
  annaAndMarco,
  deliverAll,
  deliverSoon,
  notificationsOf,
  recordingChannel,
  say,
} from '#testing/notifications/delivery.ts';
import { patiently } from '#testing/platform/jobs.ts';
import { runServer } from '#testing/real-server.ts';
import type { Member, World } from '#testing/world.ts';
import { watchClosedPages } from './closed-pages.ts';

const SOCKET = 'a socket';

/** Anna has a page open, and has written from it. */
async function annaInPage(app: TestApp, world: World): Promise<{ anna: Member; marco: Member }> {
  const { anna, marco } = await annaAndMarco(world);
  await say(anna, marco);
  await app.realtime.presence.came(anna.brandId, anna.accountId, SOCKET);
  onTestFinished(() => app.realtime.presence.left(anna.brandId, anna.accountId, SOCKET));
  return { anna, marco };
}

async function rowsOf({ app: { db }, accountId }: Member) {
  const { rows } = await sql<{ id: string; in_page: boolean }>`
    select id, in_page from notification where account_id = ${accountId}::uuid`.execute(db);
  return rows;
}

function watch(app: TestApp) {
  const watched = watchClosedPages(app);
  onTestFinished(() => app.realtime.presence.onLeft(() => {}));
  return {
    async close({ brandId, accountId }: Member) {
      app.realtime.presence.left(brandId, accountId, SOCKET);
      await watched.stop();
    },
  };
}

test('messages to an open page wait in one row, and go out soon after the page was closed', async ({
  app,
  world,
}) => {
  const push = recordingChannel('push');
  const page = watch(app);
  const { anna, marco } = await annaInPage(app, world);
  await say(marco, anna, 'Ci sei?');
  const first = await rowsOf(anna);
  expect(first).toMatchObject([{ in_page: true }]);
  for (let minute = 0; minute < 4; minute += 1) {
    await deliverSoon(app, [push]);
    await say(marco, anna, `Ci sei? ${minute}`);
  }
  expect(await rowsOf(anna)).toEqual(first);
  expect(push.asked).toBe(0);
  await page.close(anna);
  await deliverAll(app, [push]);
  expect(push.asked).toBe(0);
  await deliverSoon(app, [push]);
  expect(push.taken).toMatchObject([{ senders: [{ unread: 5, words: 'Ci sei? 3' }] }]);
});

test('what was read in the page is not sent when it is closed', async ({ app, world }) => {
  const push = recordingChannel('push');
  const page = watch(app);
  const { anna, marco } = await annaInPage(app, world);
  await say(marco, anna);
  await markConversationRead(anna, marco.profileId);
  await page.close(anna);
  await deliverSoon(app, [push]);
  expect(push.asked).toBe(0);
  expect(await notificationsOf(anna)).toEqual([]);
});

test('a page that stays open unread is looked at less and less often', async ({ app, world }) => {
  const push = recordingChannel('push');
  const { anna, marco } = await annaInPage(app, world);
  await say(marco, anna);
  const looks: string[] = [];
  for (let minute = 0; minute < 120; minute += 1) {
    await deliverSoon(app, [push]);
    const [row] = await rowsOf(anna);
    expect(row).toMatchObject({ in_page: true });
    if (row && looks.at(-1) !== row.id) looks.push(row.id);
  }
  expect(push.asked).toBe(0);
  // As it was written, after 5 minutes, and then each time it was twice as old.
  expect(looks).toHaveLength(6);
});

test('a page that is closed while a message to it is being stored counts as closed', async ({
  app,
  world,
}) => {
  const push = recordingChannel('push');
  const { anna, marco } = await annaInPage(app, world);
  const { isHere } = app.realtime.presence;
  const looks = [true, false];
  app.realtime.presence.isHere = () => looks.shift() ?? false;
  onTestFinished(() => void (app.realtime.presence.isHere = isHere));
  await say(marco, anna);
  app.realtime.presence.left(anna.brandId, anna.accountId, SOCKET);
  await deliverSoon(app, [push]);
  expect(push.taken).toHaveLength(1);
});

test('members who have a page open on another node wait as well, and are notified when that node is gone', async ({
  app,
  world,
}) => {
  const push = recordingChannel('push');
  const { anna, marco } = await annaAndMarco(world);
  await say(marco, anna);
  const { online } = app.realtime.presence;
  app.realtime.presence.online = async (_brandId, ids) => new Set(ids);
  onTestFinished(() => void (app.realtime.presence.online = online));
  await deliverSoon(app, [push]);
  expect(await rowsOf(anna)).toMatchObject([{ in_page: true }]);
  app.realtime.presence.online = online;
  app.clock.advance(5 * MINUTE);
  await deliverAll(app, [push]);
  expect(push.taken).toHaveLength(1);
});

test('a node that is killed with the page and the sender: the notification comes some minutes later', async ({
  app,
  databaseUrl,
  folder,
  world,
}) => {
  const doomed = await runServer({
    DATABASE_URL: databaseUrl,
    DATA_DIR: folder,
    ROLES: 'web',
    LOG_LEVEL: 'fatal',
  });
  const { anna, marco } = await annaAndMarco(world);
  await grant(marco, 'message', 10);
  const [annas, marcos] = [await withLiveSession(anna), await withLiveSession(marco)];
  const [annasPage, marcosPage] = [
    await Device.open(doomed.port, annas),
    await Device.open(doomed.port, marcos),
  ];
  await annasPage.write(marcos, 'Ciao');
  // Their connection is registered a moment after it stands.
  await expect
    .poll(async () => {
      await marcosPage.write(annas, 'Ci sei?');
      await markConversationRead(anna, marco.profileId);
      await deliverAll({ ...app, clock: new MovableClock(new Date(Date.now() + MINUTE)) }, []);
      await marcosPage.write(annas, 'Ci sei ancora?');
      return rowsOf(anna);
    }, patiently)
    .toMatchObject([{ in_page: true }]);
  doomed.kill('SIGKILL');
  await doomed.ended;
  const push = recordingChannel('push');
  const after = (minutes: number) => ({
    ...app,
    clock: new MovableClock(new Date(Date.now() + minutes * MINUTE)),
  });
  await deliverAll(after(1), [push]);
  expect(push.asked).toBe(0);
  await deliverAll(after(6), [push]);
  expect(push.taken).toMatchObject([{ senders: [{ words: 'Ci sei ancora?' }] }]);
});
