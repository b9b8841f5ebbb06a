import { randomUUID } from 'node:crypto';
import { io } from 'socket.io-client';
import { authenticate } from '#contract/account/sign-in.ts';
import { listConversations } from '#contract/chat/conversations.ts';
import { SOCKET } from '#contract/kernel/constants.ts';
import { askApi } from './ask-api.ts';
import { brands, demoPassword, expect } from './fixtures.ts';
import type { BrandKey } from './fixtures.ts';
import { people } from './people.ts';
import type { Person } from './people.ts';

interface Speaker {
  token: string;
  trackerId: string;
}

/** Signs a demo account in, without the pages for it. */
export async function signInBehindTheScenes(brand: BrandKey, person: Person): Promise<Speaker> {
  const { token, trackerId } = await askApi(
    authenticate,
    { email: people[brand][person], password: demoPassword() },
    { brand },
  );
  return { token, trackerId };
}

/** Says something over the open connection without a page, and waits until it is taken. */
async function say(
  brand: BrandKey,
  { token, trackerId }: Speaker,
  name: string,
  wire: object,
): Promise<void> {
  const socket = io(`http://127.0.0.1:${process.env['E2E_PORT']}`, {
    path: SOCKET.path,
    transports: ['websocket'],
    auth: { token },
    extraHeaders: { host: brands[brand].host },
    forceNew: true,
  });
  const answer: unknown = await socket.timeout(10_000).emitWithAck(name, { trackerId, ...wire });
  socket.disconnect();
  expect(answer).toEqual(expect.objectContaining({ ok: true }));
}

export async function write(brand: BrandKey, who: Speaker, angelId: string, text: string): Promise<void> {
  await say(brand, who, 'chat', { angelId, msg: text, id: randomUUID() });
}

export async function like(brand: BrandKey, who: Speaker, angelId: string): Promise<void> {
  await say(brand, who, 'like', { angelId });
}

/** Who has written these words to the member last. */
export async function writerOf(
  brand: BrandKey,
  { token, trackerId }: Speaker,
  text: string,
): Promise<string> {
  const { rows } = await askApi(listConversations, { trackerId }, { brand, token });
  const row = rows.find((one) => one.text === text);
  if (!row) throw new Error(`nobody wrote ${text}`);
  return row.profileId;
}
