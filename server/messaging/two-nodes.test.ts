import { randomUUID } from 'node:crypto';
import { receiptChanged, reportReceipt, reportTyping, typing } from '#contract/chat/live.ts';
import { creditsLeft } from '#contract/chat/sending.ts';
import { oldSocketRemoved } from '#contract/kernel/connection.ts';
import { grantCredits } from '#server/credits/ledger.ts';
import { transact } from '#server/platform/database/database.ts';
import { withLiveSession } from '#testing/accounts/live-session.ts';
import { nextEvent } from '#testing/browser-socket.ts';
import { expect, test as base } from '#testing/harness.ts';
import { Device, fetchTexts } from '#testing/messaging/device.ts';
import { startNode } from '#testing/node.ts';
import { startRedis } from '#testing/platform/redis.ts';
import { runServer } from '#testing/real-server.ts';
import type { Member, World } from '#testing/world.ts';

const patiently = { timeout: 20_000 };

const withEnvironment = base.extend(
  'environment',
  { scope: 'file' },
  async ({ databaseUrl }, { onCleanup }) => {
    const redis = await startRedis();
    onCleanup(() => redis.stop());
    return {
      DATABASE_URL: databaseUrl,
      REDIS_URL: redis.url,
      LIMIT_EVENTS_SOCKET: '10000',
      LIMIT_MESSAGE_ACCOUNT: '10000',
    };
  },
);

/** Two nodes with what they need in common; each test has people of its own. */
const test = withEnvironment.extend(
  'nodes',
  { scope: 'file' },
  async ({ environment, folder }, { onCleanup }) => {
    const running = { ...environment, DATA_DIR: folder };
    const nodes = [await startNode(running, () => {}), await startNode(running, () => {})] as const;
    onCleanup(async () => {
      await Promise.all(nodes.map((node) => node.stop()));
    });
    return nodes;
  },
);

/** Each of them can pay for it when they begin, and both read everything. */
async function lockVisiblePair(world: World): Promise<{ marco: Member; anna: Member }> {
  const marco = await withLiveSession(await world.member({ level: 1 }));
  const anna = await withLiveSession(await world.member({ level: 1, gender: 'female' }));
  for (const {
    app: { db },
    brandId,
    accountId,
  } of [marco, anna]) {
    const gift = { credit: 'message', amount: 10_000, reason: 'test', idempotencyKey: 'test' } as const;
    await transact(db, (tx) => grantCredits(tx, { brandId, accountId, ...gift }));
  }
  return { marco, anna };
}

test('two nodes with Redis are one chat', async ({ nodes, world }) => {
  const [here, there] = nodes;
  const { marco, anna } = await lockVisiblePair(world);
  const phone = await Device.open(here.port, marco);
  const laptop = await Device.open(there.port, marco);
  const annasPage = await Device.open(there.port, anna);

  const left = laptop.next(creditsLeft);
  const first = await phone.write(anna, 'Ciao Anna');
  await expect.poll(() => annasPage.texts(), patiently).toEqual(['Ciao Anna']);
  await expect.poll(() => laptop.messages, patiently).toMatchObject([{ type: 'own', text: 'Ciao Anna' }]);
  expect(await left).toMatchObject({ messageCredits: first.messageCredits });

  await annasPage.write(marco, 'Ciao Marco');
  for (const device of [phone, laptop])
    await expect
      .poll(() => device.messages.at(-1), patiently)
      .toMatchObject({ type: 'theirs', text: 'Ciao Marco', number: 2, unread: 1 });
  // The device that wrote it was answered, and got no event as well.
  expect(phone.texts()).toEqual(['Ciao Marco']);

  const seen = Promise.all([phone.next(receiptChanged), laptop.next(receiptChanged)]);
  await annasPage.say(reportReceipt, {
    trackerId: anna.trackerId,
    profileId: marco.profileId,
    deliveredTo: 1,
    readTo: 1,
  });
  const receipt = { profileId: anna.profileId, deliveredTo: 1, readTo: 1 };
  expect(await seen).toEqual([receipt, receipt]);

  const writes = annasPage.next(typing);
  await phone.say(reportTyping, { trackerId: marco.trackerId, profileId: anna.profileId });
  expect(await writes).toEqual({ profileId: marco.profileId });
}, 60_000);

test('both write from both nodes at once: one order, nothing lost, nothing twice', async ({
  nodes,
  world,
}) => {
  const [here, there] = nodes;
  const { marco, anna } = await lockVisiblePair(world);
  const marcosDevices = await Promise.all([here, there].map(({ port }) => Device.open(port, marco)));
  const annasDevices = await Promise.all([here, there].map(({ port }) => Device.open(port, anna)));
  await marcosDevices[0]?.write(anna, 'first');
  const writers = [...marcosDevices, ...annasDevices];
  const answers = await Promise.all(
    writers.flatMap((device, who) =>
      Array.from({ length: 20 }, async (_, turn) => {
        const to = device.owner === marco ? anna : marco;
        const [id, text] = [randomUUID(), `${who} ${turn}`];
        // Every message is sent twice, as a browser does that has missed the answer.
        const [answer, again] = await Promise.all([device.write(to, text, id), device.write(to, text, id)]);
        expect(again.number).toBe(answer.number);
        return { text, number: answer.number };
      }),
    ),
  );
  const numbers = answers.map(({ number }) => number).sort((a, b) => a - b);
  expect(numbers).toEqual(Array.from({ length: 80 }, (_, index) => index + 2));
  const inOrder = answers.toSorted((a, b) => a.number - b.number).map(({ text }) => text);
  // Every device receives all that was written at another one, once.
  for (const [who, device] of writers.entries()) {
    const elsewhere = inOrder.filter((text) => !text.startsWith(`${who} `));
    const expected = [...(who === 0 ? [] : ['first']), ...elsewhere].sort();
    await expect.poll(() => device.texts().sort(), patiently).toEqual(expected);
  }
  for (const reader of [marco, anna]) {
    const stored = await fetchTexts(there.port, reader, reader === marco ? anna : marco);
    expect(stored).toEqual(['first', ...inOrder]);
  }
}, 60_000);

test('the sixth device closes the first, whichever nodes they are at', async ({ nodes, world }) => {
  const [here, there] = nodes;
  const { marco, anna } = await lockVisiblePair(world);
  const oldest = await Device.open(here.port, marco);
  const removed = nextEvent(oldest.socket, oldSocketRemoved.name);
  const closed = nextEvent(oldest.socket, 'disconnect');
  const devices: Device[] = [];
  for (const { port } of [there, here, there, here, there]) devices.push(await Device.open(port, marco));
  await removed;
  await closed;
  const annasPage = await Device.open(here.port, anna);
  await annasPage.write(marco, 'still there?');
  for (const device of devices) await expect.poll(() => device.texts(), patiently).toEqual(['still there?']);
  expect(oldest.texts()).toEqual([]);
}, 60_000);

test('a node that is killed takes nothing with it: its people go on at the other one', async ({
  environment,
  folder,
  nodes: [survivor],
  world,
}) => {
  const doomed = await runServer({ ...environment, DATA_DIR: folder, LOG_LEVEL: 'fatal' });
  const { marco, anna } = await lockVisiblePair(world);
  const marcosPage = await Device.open(doomed.port, marco);
  const annasPage = await Device.open(survivor.port, anna);
  await marcosPage.write(anna, 'first');
  await annasPage.write(marco, 'second');
  await expect.poll(() => marcosPage.texts(), patiently).toEqual(['second']);

  // The member writes as fast as they can until the node is gone; some of it is answered, some is not.
  const lost = nextEvent(marcosPage.socket, 'disconnect');
  const sent = Array.from({ length: 100 }, (_, turn) => ({ id: randomUUID(), text: `his ${turn}` }));
  const acknowledged: string[] = [];
  const writing = Promise.allSettled(
    sent.map(async ({ id, text }) => {
      await Promise.race([
        marcosPage.write(anna, text, id),
        lost.then(() => Promise.reject(new Error('gone'))),
      ]);
      if (acknowledged.push(text) === 20) doomed.kill('SIGKILL');
    }),
  );
  await lost;
  await writing;
  await doomed.ended;
  // The other participant goes on meanwhile.
  await annasPage.write(marco, 'hers');

  const again = await Device.open(survivor.port, marco);
  const stored = await fetchTexts(survivor.port, marco, anna, 2);
  expect(stored).toEqual(expect.arrayContaining([...acknowledged, 'hers']));
  // What was not answered goes out once more, and once only.
  await Promise.all(sent.map(({ id, text }) => again.write(anna, text, id)));
  const all = await fetchTexts(survivor.port, marco, anna);
  expect(all.toSorted()).toEqual(['first', 'second', 'hers', ...sent.map(({ text }) => text)].sort());
  await expect
    .poll(() => new Set(annasPage.texts()).size, patiently)
    .toBeGreaterThanOrEqual(acknowledged.length);
  expect(await fetchTexts(survivor.port, anna, marco)).toEqual(all);
}, 90_000);
