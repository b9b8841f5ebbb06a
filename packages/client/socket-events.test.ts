import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { reportCreditsShort } from '#contract/chat/sending.ts';
import { liked, like } from '#contract/discovery/deck.ts';
import {
  onEvent,
  isConnected,
  dispatch,
  emit,
  setConnection,
  onConnect,
  onFailure,
} from './socket-events.ts';

const input = { trackerId: 'click-1', profileId: 'anna' };
const taken = { ok: true, creditiLike: 4, reciproco: false };

const news = {
  creditiLike: 3,
  data: {
    type: 'visita',
    angelId: 'anna',
    screenName: 'Anna',
    age: null,
    kind: 'member',
    default_photo: null,
    msg: '',
    reciproco: false,
    cosa: null,
    time: 7,
  },
};

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  setConnection(null);
  vi.useRealTimers();
});

test('what is said goes out in the wire’s spelling, and the answer comes back in ours', async () => {
  const send = vi.fn(async () => taken);
  setConnection(send);
  expect(await emit(like, input)).toEqual({ likeCredits: 4, matched: false });
  expect(send).toHaveBeenCalledExactlyOnceWith('like', { trackerId: 'click-1', angelId: 'anna' });
});

test('a refusal says why', async () => {
  setConnection(async () => ({ ok: false, error: { code: 'file_like', message: '' } }));
  await expect(emit(like, input)).rejects.toMatchObject({ code: 'like.credits_short' });
});

test('a refusal also reaches the listener of all refusals', async () => {
  const handler = vi.fn();
  const stop = onFailure(handler);
  setConnection(async () => ({ ok: false, error: { code: 'region.missing', message: '' } }));
  await expect(emit(like, input)).rejects.toMatchObject({ code: 'region.missing' });
  expect(handler).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ code: 'region.missing' }));
  stop();
  await expect(emit(like, input)).rejects.toMatchObject({ code: 'region.missing' });
  expect(handler).toHaveBeenCalledTimes(1);
});

test('what is too large for a connection is not sent', async () => {
  const send = vi.fn(async () => taken);
  setConnection(send);
  const large = { ...input, landedAt: 'x'.repeat(70_000) };
  await expect(emit(reportCreditsShort, large)).rejects.toMatchObject({ code: 'request.too_large' });
  expect(send).not.toHaveBeenCalled();
});

test('a caller without an answer learns that there is no connection', async () => {
  setConnection(() => Promise.reject(new Error('operation has timed out')));
  await expect(emit(like, input)).rejects.toMatchObject({ code: 'offline' });
});

test('what is said without a connection waits for one', async () => {
  const answer = emit(like, input);
  await vi.advanceTimersByTimeAsync(3_000);
  setConnection(async () => taken);
  await expect(answer).resolves.toMatchObject({ likeCredits: 4 });
});

test('but not for ever, and is not said later', async () => {
  const answer = emit(like, input).catch((error: unknown) => error);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(await answer).toMatchObject({ code: 'offline' });
  const send = vi.fn(async () => taken);
  setConnection(send);
  expect(send).not.toHaveBeenCalled();
});

test('events of the server arrive until one stops listening', () => {
  const listener = vi.fn();
  const stop = onEvent(liked, listener);
  dispatch('like', news);
  dispatch('chat', news);
  expect(listener).toHaveBeenCalledOnce();
  expect(listener.mock.calls[0]?.[0]).toMatchObject({
    likeCredits: 3,
    news: { type: 'visit', profileId: 'anna' },
  });
  stop();
  dispatch('like', news);
  expect(listener).toHaveBeenCalledOnce();
});

test('what does not keep to the contract is dropped', () => {
  const listener = vi.fn();
  const stop = onEvent(liked, listener);
  dispatch('like', { ...news, creditiLike: 'many' });
  dispatch('like', null);
  expect(listener).not.toHaveBeenCalled();
  stop();
});

test('every connection is announced, and whether there is one is known', () => {
  const listener = vi.fn();
  const stop = onConnect(listener);
  expect(isConnected()).toBe(false);
  setConnection(async () => taken);
  expect(isConnected()).toBe(true);
  setConnection(null);
  expect(isConnected()).toBe(false);
  setConnection(async () => taken);
  expect(listener).toHaveBeenCalledTimes(2);
  stop();
  setConnection(async () => taken);
  expect(listener).toHaveBeenCalledTimes(2);
});
