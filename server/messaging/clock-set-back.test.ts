import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { listConversations } from '#contract/chat/conversations.ts';
import { pollPending } from '#contract/chat/live.ts';
import { HOUR } from '#server/platform/clock.ts';
import { withLiveSession } from '#testing/accounts/live-session.ts';
import { expect, test } from '#testing/harness.ts';
import { callAt } from '#testing/http.ts';
import { Device, fetchTexts } from '#testing/messaging/device.ts';
import { creditsOf, grant } from '#testing/messaging/sending.ts';
import { runServer } from '#testing/real-server.ts';

const GIVEN = 100;
const patiently = { timeout: 20_000 };
const movableClock = fileURLToPath(import.meta.resolve('#testing/platform/clock-from-file.ts'));

test('a clock that is set back by an hour under open pages: what is said then arrives at once, in order and counted once', async ({
  databaseUrl,
  folder,
  world,
}) => {
  const clockFile = join(folder, 'clock');
  const setClock = (beside: number) => writeFile(clockFile, String(beside));
  await setClock(0);
  const { port } = await runServer({
    DATABASE_URL: databaseUrl,
    DATA_DIR: folder,
    NODE_OPTIONS: `--import=${movableClock}`,
    CLOCK_FILE: clockFile,
  });
  const marco = await withLiveSession(await world.member({ level: 1 }));
  const anna = await withLiveSession(await world.member({ level: 1, gender: 'female' }));
  await grant(marco, 'message', GIVEN);
  const marcosPage = await Device.open(port, marco);
  const annasPage = await Device.open(port, anna);
  const before = await marcosPage.write(anna, 'before');
  await expect.poll(() => annasPage.texts(), patiently).toEqual(['before']);

  await setClock(-HOUR);
  const after = await marcosPage.write(anna, 'after');
  const paid = [before, after].map(({ messageCredits }) => GIVEN - messageCredits);
  expect(paid[1]).toBe(2 * paid[0]!);
  expect(await creditsOf(marco)).toMatchObject({ message: after.messageCredits });
  await expect.poll(() => annasPage.texts(), patiently).toEqual(['before', 'after']);
  expect(annasPage.messages.map(({ number, unread }) => [number, unread])).toEqual([
    [1, 1],
    [2, 2],
  ]);
  // The page orders by time as well.
  expect(after.at).toBeGreaterThanOrEqual(before.at);

  const again = await Device.open(port, anna);
  await again.say(pollPending, { trackerId: anna.trackerId });
  await expect.poll(() => again.messages, patiently).toMatchObject([{ text: 'after', number: 2, unread: 2 }]);
  expect(await fetchTexts(port, anna, marco)).toEqual(['before', 'after']);
  const { trackerId, token } = anna;
  const { reply } = await callAt(port, listConversations, { trackerId }, { token });
  expect([reply.unread, reply.rows]).toEqual([2, [expect.objectContaining({ text: 'after', unread: 2 })]]);

  await setClock(0);
  await annasPage.write(marco, 'right again');
  await expect.poll(() => marcosPage.texts(), patiently).toEqual(['right again']);
  expect(await fetchTexts(port, marco, anna)).toEqual(['before', 'after', 'right again']);
}, 60_000);
