import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { reportCreditsShort } from '../../contract/chat/sending.ts';
import { liked, like } from '../../contract/discovery/deck.ts';
import { hear, isConnected, received, say, setLink, whenConnected } from './live-link.ts';

const wish = { trackerId: 'click-1', profileId: 'anna' };
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
    time: 7,
  },
};

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  setLink(null);
  vi.useRealTimers();
});

test('what is said goes out in the wire’s spelling, and the answer comes back in ours', async () => {
  const send = vi.fn(async () => taken);
  setLink(send);
  expect(await say(like, wish)).toEqual({ likeCredits: 4, matched: false });
  expect(send).toHaveBeenCalledExactlyOnceWith('like', { trackerId: 'click-1', angelId: 'anna' });
});

test('a refusal says why', async () => {
  setLink(async () => ({ ok: false, error: { code: 'file_like', message: '' } }));
  await expect(say(like, wish)).rejects.toMatchObject({ code: 'like.credits_short' });
});

test('what is too large for a connection is not sent', async () => {
  const send = vi.fn(async () => taken);
  setLink(send);
  const large = { ...wish, landedAt: 'x'.repeat(70_000) };
  await expect(say(reportCreditsShort, large)).rejects.toMatchObject({ code: 'request.too_large' });
  expect(send).not.toHaveBeenCalled();
});

test('who is not answered is told that there is no connection', async () => {
  setLink(() => Promise.reject(new Error('operation has timed out')));
  await expect(say(like, wish)).rejects.toMatchObject({ code: 'offline' });
});

test('what is said without a connection waits for one', async () => {
  const answer = say(like, wish);
  await vi.advanceTimersByTimeAsync(3_000);
  setLink(async () => taken);
  await expect(answer).resolves.toMatchObject({ likeCredits: 4 });
});

test('but not for ever, and is not said later', async () => {
  const answer = say(like, wish).catch((error: unknown) => error);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(await answer).toMatchObject({ code: 'offline' });
  const send = vi.fn(async () => taken);
  setLink(send);
  expect(send).not.toHaveBeenCalled();
});

test('what the server says is heard until one stops listening', () => {
  const heard = vi.fn();
  const stop = hear(liked, heard);
  received('like', news);
  received('chat', news);
  expect(heard).toHaveBeenCalledOnce();
  expect(heard.mock.calls[0]?.[0]).toMatchObject({
    likeCredits: 3,
    news: { type: 'visit', profileId: 'anna' },
  });
  stop();
  received('like', news);
  expect(heard).toHaveBeenCalledOnce();
});

test('what does not keep to the contract is not heard', () => {
  const heard = vi.fn();
  const stop = hear(liked, heard);
  received('like', { ...news, creditiLike: 'many' });
  received('like', null);
  expect(heard).not.toHaveBeenCalled();
  stop();
});

test('every connection is told, and whether there is one is known', () => {
  const told = vi.fn();
  const stop = whenConnected(told);
  expect(isConnected()).toBe(false);
  setLink(async () => taken);
  expect(isConnected()).toBe(true);
  setLink(null);
  expect(isConnected()).toBe(false);
  setLink(async () => taken);
  expect(told).toHaveBeenCalledTimes(2);
  stop();
  setLink(async () => taken);
  expect(told).toHaveBeenCalledTimes(2);
});
