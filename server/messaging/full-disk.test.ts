import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { authenticate } from '#contract/account/sign-in.ts';
import { sendMessage } from '#contract/chat/sending.ts';
import { connectBrowser } from '#testing/browser-socket.ts';
import { seedBrands } from '#testing/database-fixtures.ts';
import { callAt } from '#testing/http.ts';
import { creditsOf, grant, saidBetween } from '#testing/messaging/sending.ts';
import { startNode } from '#testing/node.ts';
import { startPostgresOnSmallDisk } from '#testing/platform/small-disk.ts';

const MOST = 400;

/** So long that a page of the table does not hold many. */
const words = 'Ti scrivo dal treno. '.repeat(60);

test('on a full disk a message waits for room: it is refused as one to send again, stored once and paid once', async () => {
  const disk = await startPostgresOnSmallDisk();
  const { world, db } = await seedBrands(disk.url);
  const { port } = await startNode({ DATABASE_URL: disk.url, LIMIT_MESSAGE_ACCOUNT: '10000' });
  const marco = await world.member();
  const anna = await world.member({ gender: 'female' });
  await grant(marco, 'message', MOST);
  const login = { email: marco.email, password: marco.password };
  const browser = await connectBrowser(port, (await callAt(port, authenticate, login)).reply.token);
  const send = async (id: string): Promise<unknown> =>
    browser.emitWithAck(sendMessage.name, {
      trackerId: marco.trackerId,
      angelId: anna.profileId,
      id,
      msg: words,
    });
  const [first, ...others] = Array.from({ length: MOST }, () => randomUUID());
  expect(await send(first ?? '')).toMatchObject({ ok: true });

  await disk.fill();
  const refused: string[] = [];
  for (const id of others) {
    const answer = await send(id);
    if ((answer as { ok: boolean }).ok) continue;
    expect(answer).toMatchObject({
      error: { code: 'server.unavailable', retryAfter: expect.any(Number), message: expect.any(String) },
    });
    refused.push(id);
    if (refused.length === 5) break;
  }
  expect(refused).toHaveLength(5);
  for (;;) {
    const { status, body } = await callAt(port, authenticate, login);
    if (status === 200) continue;
    expect([status, body]).toMatchObject([503, { error: { code: 'server.unavailable' } }]);
    break;
  }

  await disk.makeRoom();
  for (const id of [...refused, ...refused]) expect(await send(id)).toMatchObject({ ok: true, id });
  expect((await callAt(port, authenticate, login)).status).toBe(200);
  const stored = await saidBetween(db, marco.profileId, anna.profileId);
  expect(new Set(stored.map(({ id }) => id)).size).toBe(stored.length);
  expect(refused.every((id) => stored.some((message) => message.id === id))).toBe(true);
  expect((await creditsOf(marco)).message).toBe(MOST - stored.length);
});
