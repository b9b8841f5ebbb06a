import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { queryClient } from '#client/query-client.ts';
import { dispatch as arrived, setConnection } from '#client/socket-events.ts';
import { sampleEntitlements, sampleUser } from '#client/testing/sample-boot.ts';
import { type ChatEvent, chat, conversationChanged, receiptChanged } from '#contract/chat/live.ts';
import { creditsLeft } from '#contract/chat/sending.ts';
import {
  FIRST_NOTIFICATION_POLL_MS,
  INCOMING_MESSAGE_DELAY_MS,
  NOTIFICATION_POLL_MS,
} from '#contract/kernel/constants.ts';
import type { ServerEvent } from '#contract/kernel/event.ts';
import { openMember } from '#site/shell/member-query.ts';
import { endSession, memberStore, sessionStore } from '#site/shell/session.ts';
import { storage } from '#site/shell/storage.ts';
import { showConversation } from './appearance.ts';
import { subscribeToChats } from './chat-events.ts';
import { type ConversationList, rowsOf } from './conversation-list.ts';

const me = 'click-1';
const listKey = [me, 'conversations'];
const rows = () =>
  rowsOf(queryClient.getQueryData<ConversationList>(listKey) ?? { pages: [], pageParams: [] });
const member = () => memberStore.get();
const isStale = (key: readonly unknown[]) => queryClient.getQueryState(key)?.isInvalidated;

function receive<E extends ServerEvent>(event: E, payload: z.output<E['payload']>): void {
  arrived(event.name, z.encode(event.payload, payload));
}

function message(change: Partial<ChatEvent> = {}): ChatEvent {
  return {
    id: '0198f1a0-0000-7000-8000-000000000001',
    type: 'theirs',
    number: 1,
    profileId: 'anna',
    text: 'Buonasera!',
    blurred: null,
    name: 'Anna',
    at: 1_000,
    read: false,
    delivered: true,
    notice: null,
    readyMade: false,
    icebreaker: true,
    invitation: false,
    photo: null,
    phoneCovered: false,
    warning: null,
    screenName: 'Anna',
    age: 41,
    kind: 'member',
    portrait: null,
    delayed: false,
    offset: 0,
    unread: 1,
    ...change,
  };
}

const show = vi.fn();
const levelChanged = vi.fn();
const showPending = vi.fn();
const readElsewhere = vi.fn();
const said = vi.fn(async () => ({ ok: true, totalUnreadMessages: 0 }));
const asked = () => said.mock.calls.filter(([name]: unknown[]) => name === 'brain').length;
let stop: () => void;

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('document', {
    hidden: false,
    documentElement: { dataset: {} },
    addEventListener: vi.fn(),
    removeEventListener: vi.fn(),
  });
  vi.stubGlobal('location', { hostname: 'it.localhost' });
  const user = sampleUser({ trackerId: me, messageCredits: 5, iceBreakerCredits: 3, likeCredits: 10 });
  sessionStore.set({ status: 'member', me: openMember(user) });
  const list: ConversationList = {
    pages: [{ rows: [], unread: 0, owed: 0, next: null }],
    pageParams: [null],
  };
  queryClient.setQueryData(listKey, list);
  setConnection(said);
  stop = subscribeToChats(me, { show, showPending, readElsewhere, levelChanged });
});
afterEach(() => {
  stop();
  setConnection(null);
  endSession();
  vi.clearAllMocks();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

describe('a message', () => {
  test('enters the list and the badge, and is announced', () => {
    receive(chat, message());
    expect(rows()).toEqual([expect.objectContaining({ profileId: 'anna', text: 'Buonasera!', unread: 1 })]);
    expect(member()?.unreadMessages).toBe(1);
    expect(show).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ profileId: 'anna' }));
  });

  test('sent again, because its sender was not answered, changes nothing', () => {
    receive(chat, message());
    receive(chat, message({ id: '0198f1a0-0000-7000-8000-000000000002', number: 2, at: 2_000, unread: 2 }));
    const [before, unread] = [rows(), member()?.unreadMessages];
    receive(chat, message({ unread: 2 }));
    receive(chat, message({ id: '0198f1a0-0000-7000-8000-000000000002', number: 2, at: 2_000, unread: 2 }));
    expect(rows()).toEqual(before);
    expect(member()?.unreadMessages).toBe(unread);
  });

  test('of the member’s own on another device is no news', () => {
    receive(chat, message({ type: 'own', unread: 0 }));
    expect(rows()).toHaveLength(1);
    expect(storage.get('unreadMessages') ?? 0).toBe(0);
    expect(show).not.toHaveBeenCalled();
  });

  test('that has to wait is shown in its time, and the next is asked for', async () => {
    receive(chat, message({ delayed: true, offset: 25_000 }));
    await vi.advanceTimersByTimeAsync(24_999);
    expect(rows()).toEqual([]);
    expect(asked()).toBe(0);
    await vi.advanceTimersByTimeAsync(1);
    expect(rows()).toHaveLength(1);
    expect(show).toHaveBeenCalledOnce();
    expect(asked()).toBe(1);
  });

  test('in the open conversation is in no list and no badge before its words appear', async () => {
    const now = Date.now();
    const leave = showConversation('anna');
    receive(chat, message({ at: now }));
    await vi.advanceTimersByTimeAsync(INCOMING_MESSAGE_DELAY_MS - 1);
    expect(rows()).toEqual([]);
    await vi.advanceTimersByTimeAsync(1);
    expect(rows()).toEqual([expect.objectContaining({ profileId: 'anna', unread: 1 })]);
    leave();
    receive(
      chat,
      message({ id: '0198f1a0-0000-7000-8000-000000000002', number: 2, at: Date.now(), unread: 2 }),
    );
    expect(rows()).toEqual([expect.objectContaining({ profileId: 'anna', unread: 2 })]);
  });

  test.each(['first', 'later', 'nothing', 'writing'] as const)('of the kind %s is none', (type) => {
    receive(chat, message({ type, id: null, number: 0, unread: 0 }));
    expect(rows()).toEqual([]);
    expect(show).not.toHaveBeenCalled();
  });
});

test('it asks what is pending, and no longer once there is nothing', async () => {
  await vi.advanceTimersByTimeAsync(FIRST_NOTIFICATION_POLL_MS);
  expect(said).toHaveBeenCalledWith(
    'brain',
    expect.objectContaining({
      trackerId: me,
      tipologia: 'prima notifica',
      provenienza_richiesta: 'online',
      fluxid: '7',
    }),
  );
  receive(chat, message({ type: 'later', id: null }));
  await vi.advanceTimersByTimeAsync(NOTIFICATION_POLL_MS);
  expect(asked()).toBe(2);
  receive(chat, message({ type: 'nothing', id: null }));
  await vi.advanceTimersByTimeAsync(NOTIFICATION_POLL_MS * 5);
  expect(asked()).toBe(2);
});

describe('a like or a visit that has waited', () => {
  const visit = message({ type: 'visit', id: null, number: 0, delayed: true, offset: 10_000 });

  test('is shown in its time, enters no conversation, and the next is asked for', async () => {
    receive(chat, visit);
    await vi.advanceTimersByTimeAsync(9_999);
    expect(showPending).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1);
    expect(showPending).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ type: 'visit' }));
    expect(rows()).toEqual([]);
    expect(show).not.toHaveBeenCalled();
    expect(asked()).toBe(1);
  });
});

test('what this browser has shown goes with the question, once', async () => {
  storage.set('shownNotifications', ['like bea 1000']);
  receive(chat, message({ delayed: true, offset: 0 }));
  await vi.advanceTimersByTimeAsync(0);
  receive(chat, message({ delayed: true, offset: 0 }));
  await vi.advanceTimersByTimeAsync(0);
  const sent = said.mock.calls.flatMap(([name, wire]: unknown[]) =>
    name === 'brain' ? [(wire as { mostrate?: unknown }).mostrate] : [],
  );
  expect(sent).toEqual([[{ type: 'like', angelId: 'bea', fino: 1_000 }], undefined]);
  storage.remove('shownNotifications');
});

test('what was pending when the last page was left is asked for at once', async () => {
  stop();
  storage.set('pendingNotifications', ['message anna 2']);
  stop = subscribeToChats(me, { show, showPending, readElsewhere, levelChanged });
  await vi.advanceTimersByTimeAsync(0);
  expect(asked()).toBe(1);
  const wire = (said.mock.calls as unknown[][]).find(([name]) => name === 'brain')?.[1];
  expect(wire).toMatchObject({ attese: [{ type: 'messaggio', angelId: 'anna', fino: 2 }] });
  receive(chat, message({ type: 'nothing', id: null }));
  expect(storage.get('pendingNotifications')).toBeUndefined();
});

test('what was read on another device is said', () => {
  receive(conversationChanged, { profileId: 'anna', readTo: 3 });
  expect(readElsewhere).toHaveBeenCalledExactlyOnceWith('anna', 3);
});

describe('what is left', () => {
  test('shows at once, wherever it is shown', () => {
    receive(creditsLeft, { messageCredits: 2, iceBreakerCredits: 0 });
    expect(member()).toMatchObject({ messageCredits: 2, iceBreakerCredits: 0, premiumLevel: 0 });
    expect(isStale(listKey)).toBe(false);
    expect(levelChanged).not.toHaveBeenCalled();
  });

  test('with a new level has everything asked for again', () => {
    queryClient.setQueryData([me, 'messages', 'anna'], {});
    const entitlements = sampleEntitlements({ messageCost: 10, likeCost: 0 });
    receive(creditsLeft, { messageCredits: 100, iceBreakerCredits: 0, level: 1, entitlements });
    expect(member()).toMatchObject({ messageCredits: 100, premiumLevel: 1, entitlements });
    expect(isStale(listKey)).toBe(true);
    expect(isStale([me, 'messages', 'anna'])).toBe(true);
    expect(levelChanged).toHaveBeenCalledExactlyOnceWith(1, 0);
  });

  test('with the level that is known changes nothing more', () => {
    receive(creditsLeft, { messageCredits: 4, iceBreakerCredits: 0, level: 0 });
    expect(isStale(listKey)).toBe(false);
    expect(levelChanged).not.toHaveBeenCalled();
  });
});

test('a receipt marks the row, and what was read elsewhere is asked for again', () => {
  receive(chat, message({ type: 'own', unread: 0, delivered: false }));
  receive(receiptChanged, { profileId: 'anna', deliveredTo: 1, readTo: 1 });
  expect(rows()[0]).toMatchObject({ delivered: true, read: true });
  receive(conversationChanged, { profileId: 'anna' });
  expect(isStale(listKey)).toBe(true);
});

test('every connection asks for what was missed', () => {
  setConnection(null);
  expect(isStale(listKey)).toBe(false);
  setConnection(said);
  expect(isStale(listKey)).toBe(true);
});
