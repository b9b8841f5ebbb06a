import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Posted } from './outbox.ts';

/** The browser's storage, which outlives a page. */
const stored = new Map<string, string>();
vi.stubGlobal('window', {
  addEventListener: () => undefined,
  localStorage: {
    getItem: (name: string) => stored.get(name) ?? null,
    setItem: (name: string, value: string) => void stored.set(name, value),
    removeItem: (name: string) => void stored.delete(name),
  },
  sessionStorage: { getItem: () => null },
});
vi.stubGlobal('location', { search: '' });

/** The page is loaded again, with what the browser has kept. */
async function loadPage() {
  vi.resetModules();
  const link = await import('#client/socket-events.ts');
  const outbox = await import('./outbox.ts');
  return { ...link, ...outbox };
}

const asked = vi.hoisted(() => vi.fn(async () => ({ result: 'OK' })));
vi.mock('#site/shell/api.ts', () => ({ call: asked }));
const counted = vi.hoisted(() => vi.fn());
vi.mock('#site/shell/tracking/measure.ts', () => ({ measure: counted }));

type Wire = { id: string; msg: string };
const message = (text: string) => ({
  trackerId: 'marco',
  profileId: 'anna',
  text,
  readyMade: false,
  photo: null,
});
const kept = () => JSON.parse(stored.get('outbox') ?? '[]') as Posted[];

/** A server that stores what it is sent, and answers as the test says. */
function serverWhere(answer: (wire: Wire) => unknown = () => ({})) {
  const received: Wire[] = [];
  let number = 0;
  return {
    received,
    texts: () => received.map(({ msg }) => msg),
    async link(name: string, wire: unknown): Promise<unknown> {
      if (name !== 'chat') return { ok: true };
      received.push(wire as Wire);
      const refusal = await answer(wire as Wire);
      if (refusal && Object.keys(refusal).length > 0) return { ok: false, error: refusal };
      number += 1;
      const left = { creditiTotali: 3, creditiIcebreaker: 0 };
      return {
        ok: true,
        id: (wire as Wire).id,
        numero: number,
        time: 1_000,
        avviso_telefono: false,
        ...left,
      };
    },
  };
}

beforeEach(() => {
  stored.clear();
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

test('what is written is sent, once and in order', async () => {
  const { post, setConnection: connect } = await loadPage();
  const server = serverWhere();
  connect(server.link);
  for (const text of ['uno', 'due', 'tre']) post(message(text));
  await vi.advanceTimersByTimeAsync(100);
  expect(server.texts()).toEqual(['uno', 'due', 'tre']);
  expect(kept()).toEqual([]);
});

test('what is written without a connection waits for one, also on the next page', async () => {
  const before = await loadPage();
  before.post(message('uno'));
  before.post(message('due'));
  await vi.advanceTimersByTimeAsync(60_000);
  expect(kept()).toHaveLength(2);
  const after = await loadPage();
  const server = serverWhere();
  after.startOutbox('marco');
  after.setConnection(server.link);
  await vi.advanceTimersByTimeAsync(100);
  expect(server.texts()).toEqual(['uno', 'due']);
  expect(kept()).toEqual([]);
});

test('an answer that gets lost makes it go again with the same id, before what came after it', async () => {
  const { post, startOutbox, setConnection: connect } = await loadPage();
  startOutbox('marco');
  const server = serverWhere();
  connect(async (name, wire) => {
    await server.link(name, wire);
    throw new Error('socket has been disconnected');
  });
  post(message('uno'));
  await vi.advanceTimersByTimeAsync(100);
  post(message('due'));
  connect(null);
  await vi.advanceTimersByTimeAsync(100);
  connect(server.link);
  await vi.advanceTimersByTimeAsync(100);
  expect(server.texts().slice(-2)).toEqual(['uno', 'due']);
  expect(new Set(server.received.filter(({ msg }) => msg === 'uno').map(({ id }) => id)).size).toBe(1);
  expect(kept()).toEqual([]);
});

test('an answer that gets lost while the connection stays makes it go again by itself, with the same id', async () => {
  const { post, startOutbox, setConnection: connect } = await loadPage();
  startOutbox('marco');
  const server = serverWhere();
  let lost = 0;
  connect(async (name, wire) => {
    const answer = await server.link(name, wire);
    if (name !== 'chat' || lost === 2) return answer;
    lost += 1;
    throw new Error('operation has timed out');
  });
  post(message('uno'));
  await vi.advanceTimersByTimeAsync(100);
  expect(kept()).toMatchObject([{ text: 'uno', state: 'waiting' }]);
  post(message('due'));
  await vi.advanceTimersByTimeAsync(20_000);
  expect(server.texts()).toEqual(['uno', 'uno', 'uno', 'due']);
  expect(new Set(server.received.filter(({ msg }) => msg === 'uno').map(({ id }) => id)).size).toBe(1);
  expect(kept()).toEqual([]);
});

test('what a connection ends over has failed with its words kept, and is never sent again', async () => {
  const { post, startOutbox, setConnection: connect } = await loadPage();
  const { fail } = await import('#contract/kernel/errors.ts');
  startOutbox('marco');
  const server = serverWhere(({ msg }) => (msg === 'veleno' ? fail('request.too_large') : {}));
  connect(server.link);
  post(message('veleno'));
  post(message('due'));
  for (let times = 0; times < 5; times += 1) {
    await vi.advanceTimersByTimeAsync(10_000);
    connect(null);
    connect(server.link);
  }
  expect(server.texts()).toEqual(['veleno', 'due']);
  expect(kept()).toMatchObject([{ text: 'veleno', state: 'failed' }]);
});

test('what cannot be paid for goes back to its writer, and is counted', async () => {
  const { post, takeBack, setConnection: connect } = await loadPage();
  const said: string[] = [];
  const poor = serverWhere(() => ({ code: 'fine_crediti', message: '', needed: 1, balance: 0 }));
  connect((name, wire) => {
    said.push(name);
    return poor.link(name, wire);
  });
  post(message('Ciao'));
  post(message('Ci sei?'));
  await vi.advanceTimersByTimeAsync(100);
  expect(kept().map(({ state }) => state)).toEqual(['refused', 'refused']);
  expect(said.filter((name) => name === 'pressing')).toHaveLength(2);
  expect(counted).toHaveBeenCalledWith('message_refused', { profileId: 'anna' });
  expect(takeBack(kept())).toEqual({
    text: 'Ciao\nCi sei?',
    photo: null,
    readyMade: false,
    quoted: null,
    isUnpaid: true,
  });
  await vi.advanceTimersByTimeAsync(100);
  expect(kept()).toEqual([]);
});

test('a first message that cannot be paid for is counted as such', async () => {
  const { post, setConnection: connect } = await loadPage();
  const { queryClient } = await import('#client/query-client.ts');
  const { messagesKey } = await import('./messages-data.ts');
  queryClient.setQueryData(messagesKey('marco', 'anna'), { conversation: { icebreaker: true } });
  const poor = serverWhere(() => ({ code: 'fine_crediti', message: '', needed: 1, balance: 0 }));
  connect(poor.link);
  post(message('Ciao'));
  await vi.advanceTimersByTimeAsync(100);
  expect(kept().map(({ state }) => state)).toEqual(['refused']);
  expect(counted).toHaveBeenLastCalledWith('icebreaker_refused', { profileId: 'anna' });
});

test('what a member may not write for a time goes back to them, and nothing is sold for it', async () => {
  const { post, takeBack, setConnection: connect } = await loadPage();
  const said: string[] = [];
  const strict = serverWhere(() => ({ code: 'account.muted', message: '' }));
  connect((name, wire) => {
    said.push(name);
    return strict.link(name, wire);
  });
  asked.mockClear();
  counted.mockClear();
  post(message('Ciao'));
  await vi.advanceTimersByTimeAsync(100);
  expect(said).toEqual(['chat']);
  // Until when it lasts is asked for.
  expect(asked).toHaveBeenCalledTimes(1);
  expect(counted).not.toHaveBeenCalled();
  expect(takeBack(kept())).toMatchObject({ text: 'Ciao', isUnpaid: false });
});

test('too many in a short time wait, in order, and go out by themselves when they may', async () => {
  const before = await loadPage();
  let isLimited = true;
  const server = serverWhere(() =>
    isLimited ? { code: 'request.too_many', message: '', retryAfter: 90 } : {},
  );
  before.setConnection(server.link);
  before.post(message('uno'));
  before.post(message('due'));
  const sendsAt = Date.now() + 90_000;
  await vi.advanceTimersByTimeAsync(100);
  expect(server.texts()).toEqual(['uno']);
  expect(kept()).toMatchObject([
    { text: 'uno', state: 'waiting', sendsAt },
    { text: 'due', state: 'waiting', sendsAt: null },
  ]);
  // Neither a new connection nor a new page asks again before that.
  const after = await loadPage();
  after.startOutbox('marco');
  after.setConnection(server.link);
  await vi.advanceTimersByTimeAsync(80_000);
  expect(server.texts()).toEqual(['uno']);
  isLimited = false;
  await vi.advanceTimersByTimeAsync(10_000);
  expect(server.texts()).toEqual(['uno', 'uno', 'due']);
  expect(kept()).toEqual([]);
});

test('what fails otherwise is kept until the member decides, and holds up no other message', async () => {
  const { post, retry, discard, setConnection: connect } = await loadPage();
  let isDown = true;
  const server = serverWhere(({ msg }) =>
    isDown && msg !== 'due' ? { code: 'server.fault', message: '', id: 'x' } : {},
  );
  connect(server.link);
  for (const text of ['uno', 'due', 'tre']) post(message(text));
  await vi.advanceTimersByTimeAsync(100);
  expect(kept().map(({ text, state, reason }) => [text, state, reason])).toEqual([
    ['uno', 'failed', 'server.fault'],
    ['tre', 'failed', 'server.fault'],
  ]);
  isDown = false;
  const [first, third] = kept();
  retry(first!);
  discard(third!);
  await vi.advanceTimersByTimeAsync(100);
  expect(server.texts()).toEqual(['uno', 'due', 'tre', 'uno']);
  expect(kept()).toEqual([]);
});

test('a server that is not able to now is asked again by itself when it said so', async () => {
  const { post, setConnection: connect } = await loadPage();
  let isBusy = true;
  const server = serverWhere(() =>
    isBusy ? { code: 'server.unavailable', message: '', retryAfter: 5 } : {},
  );
  connect(server.link);
  post(message('uno'));
  await vi.advanceTimersByTimeAsync(4_000);
  expect(server.texts()).toEqual(['uno']);
  expect(kept()).toMatchObject([{ text: 'uno', state: 'waiting', sendsAt: null }]);
  isBusy = false;
  await vi.advanceTimersByTimeAsync(2_000);
  expect(server.texts()).toEqual(['uno', 'uno']);
  expect(kept()).toEqual([]);
});

test('words whose photo is gone go back without it, and no payment is asked for', async () => {
  const { post, returnToComposer, takeBack, setConnection: connect } = await loadPage();
  const photo = {
    id: '8c2f4f6e-9d1b-4f0e-8a52-4c1f1f3c7b11',
    status: 'approved' as const,
    width: 4,
    height: 5,
    thumbhash: null,
  };
  connect(serverWhere(() => ({ code: 'chat.photo_unknown', message: '' })).link);
  post({ ...message('Guarda'), photo });
  await vi.advanceTimersByTimeAsync(100);
  const [failed] = kept();
  expect(failed).toMatchObject({ state: 'failed', reason: 'chat.photo_unknown' });
  returnToComposer(failed!);
  await vi.advanceTimersByTimeAsync(100);
  expect(kept()).toMatchObject([{ text: 'Guarda', state: 'refused' }]);
  expect(takeBack(kept())).toEqual({
    text: 'Guarda',
    photo: null,
    readyMade: false,
    quoted: null,
    isUnpaid: false,
  });
});

test('there is an end to what may wait, and nonsense in the storage is no message', async () => {
  stored.set('outbox', '[{"id":"1"}]');
  const { post } = await loadPage();
  const taken = Array.from({ length: 60 }, (_, index) => post(message(String(index))));
  expect(taken.filter(Boolean)).toHaveLength(50);
  await vi.advanceTimersByTimeAsync(100);
  expect(kept()).toHaveLength(50);
});
