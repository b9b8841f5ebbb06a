import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { queryClient } from '#client/query-client.ts';
import type { MessagePage } from '#contract/chat/conversations.ts';
import type { Message } from '#contract/chat/messages.ts';
import { sampleConversation, sampleMessage } from '#site/testing/sample-chat.ts';
import { loadOlder, messagesKey, messagesQuery, mergeMessage, mergeSent } from './messages-data.ts';
import type { Thread } from './thread.ts';

type PageRequest = { before?: string; after?: string };
const ask = vi.hoisted(() => vi.fn<(endpoint: unknown, asked: PageRequest) => Promise<MessagePage>>());
vi.mock('#site/shell/api.ts', () => ({ call: ask }));
vi.mock('./receipts.ts', () => ({ noteDelivered: vi.fn() }));
vi.mock('./conversations-data.ts', () => ({ mergeRow: vi.fn(), emptyConversation: vi.fn() }));

const PAGE = 5;
let said: Message[] = [];
let ownReadTo = 0;

/** All have read everything up to here, unless a test says otherwise. */
function say(count: number): void {
  said = Array.from({ length: count }, (_, index) => sampleMessage({ number: index + 1 }));
  ownReadTo = count;
}

/** The server's own rule: pages of five, marked by numbers. */
async function answer(_: unknown, { before, after }: PageRequest): Promise<MessagePage> {
  const newer = after === undefined ? [] : said.filter(({ number }) => number > Number(after));
  const older = said.filter(({ number }) => number < Number(before ?? Infinity));
  const messages = after === undefined ? older.slice(-PAGE) : newer.slice(0, PAGE);
  const more = after === undefined ? older.length > PAGE : newer.length > PAGE;
  const edge = after === undefined ? messages[0] : messages.at(-1);
  const unread = said.filter(({ number }) => number > ownReadTo).length;
  const conversation = sampleConversation({ ownReadTo, unread });
  return { messages, next: more ? String(edge?.number) : null, conversation };
}

const open = () => queryClient.fetchQuery(messagesQuery('marco', 'anna'));
const thread = () => queryClient.getQueryData<Thread>(messagesKey('marco', 'anna'));
const numbers = () => thread()?.messages.map(({ number }) => number);
const upTo = (count: number, from = 1) =>
  Array.from({ length: count - from + 1 }, (_, index) => from + index);
/** A moment for what was begun. */
const settle = () => vi.waitFor(() => expect(thread()?.phase).toBe('ready'));

beforeEach(() => {
  ask.mockImplementation(answer);
});
afterEach(() => {
  queryClient.clear();
  vi.clearAllMocks();
});

test('opens with the newest, and with older ones when they are asked for', async () => {
  say(12);
  await open();
  expect(numbers()).toEqual(upTo(12, 8));
  await Promise.all([loadOlder('marco', 'anna'), loadOlder('marco', 'anna')]);
  expect(numbers()).toEqual(upTo(12, 3));
  await loadOlder('marco', 'anna');
  await loadOlder('marco', 'anna');
  expect(numbers()).toEqual(upTo(12));
});

test('opens as far back as something is unread', async () => {
  say(30);
  ownReadTo = 11;
  await open();
  expect(numbers()?.[0]).toBeLessThanOrEqual(12);
});

test('a message that does not follow the last one fetches what was missed', async () => {
  say(10);
  await open();
  say(23);
  mergeMessage('marco', said[22]!);
  expect(thread()?.phase).toBe('catching_up');
  await settle();
  expect(numbers()).toEqual(upTo(23, 6));
});

test('what could not be fetched is named, and fetched at the next occasion', async () => {
  say(10);
  await open();
  say(14);
  ask.mockRejectedValueOnce(new Error('no network'));
  mergeMessage('marco', said[13]!);
  await vi.waitFor(() => expect(thread()?.phase).toBe('behind'));
  expect(numbers()).toEqual(upTo(10, 6));
  mergeMessage('marco', said[13]!);
  await settle();
  expect(numbers()).toEqual(upTo(14, 6));
});

test('older ones that do not come can be asked for again', async () => {
  say(10);
  await open();
  ask.mockRejectedValueOnce(new Error('no network'));
  await loadOlder('marco', 'anna');
  expect(thread()?.phase).toBe('older_failed');
  await loadOlder('marco', 'anna');
  expect(numbers()).toEqual(upTo(10));
});

test('a message that comes while the page is on its way is not lost', async () => {
  say(5);
  const stale = await answer(null, {});
  say(6);
  ask.mockImplementationOnce(async () => {
    mergeMessage('marco', said[5]!);
    return stale;
  });
  await open();
  expect(numbers()).toEqual(upTo(6));
});

test('what was sent takes its place, also when others wrote before it', async () => {
  say(5);
  await open();
  say(8);
  const own = { ...said[7]!, type: 'own' as const };
  said[7] = own;
  const left = { messageCredits: 1, iceBreakerCredits: 0 };
  const { id, profileId, text, readyMade, photo, number, at } = own;
  const written = { id, profileId, text, readyMade, photo };
  await mergeSent('marco', written, { id, number, at, phoneCovered: false, ...left });
  mergeMessage('marco', own);
  expect(numbers()).toEqual(upTo(8));
});
