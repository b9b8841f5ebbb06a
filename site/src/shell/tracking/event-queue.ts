import { z } from 'zod';
import { OfflineError } from '#client/call.ts';
import { pageState } from '#client/page-state.ts';
import { type FunnelEventName, logEvents } from '#contract/insight/tracking.ts';
import {
  EVENTS_A_BATCH,
  EVENTS_KEPT_OFFLINE,
  EVENTS_SENT_AFTER_MS,
  EVENT_MAX_AGE_MS,
} from '#contract/kernel/constants.ts';
import { Failure } from '#contract/kernel/errors.ts';
import { call } from '../api.ts';
import { shellStore } from '../boot.ts';
import { storage } from '../storage.ts';
import { isAllowed, logCookieChoice, loggedConsentId } from './consent.ts';

interface WaitingEvent {
  type: FunnelEventName;
  profileId?: string;
  detail?: string;
  /** By this browser's clock. */
  at: number;
}

const queue = pageState(() => ({
  waiting: [] as WaitingEvent[],
  timer: undefined as ReturnType<typeof setTimeout> | undefined,
  listens: false,
  sending: undefined as Promise<void> | undefined,
}));

/** Events go together after a while, or with the page when it is left. */
export function addEvent(event: WaitingEvent): void {
  if (!queue.listens) listen();
  queue.waiting.push(event);
  if (queue.waiting.length >= EVENTS_A_BATCH) void flush();
  else queue.timer ??= setTimeout(() => void flush(), EVENTS_SENT_AFTER_MS);
}

function listen(): void {
  queue.listens = true;
  queue.waiting = takeStored();
  addEventListener('online', () => void flush());
  // A phone may never report that a page was left, so it counts as left once it is hidden.
  addEventListener('pagehide', leave);
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'hidden') leave();
  });
}

/** What waited for a network when an earlier page was left. Another tab finds nothing to send again. */
function takeStored(): WaitingEvent[] {
  try {
    const kept = JSON.parse(storage.get('pendingEvents') ?? '[]') as unknown;
    return Array.isArray(kept) ? (kept as WaitingEvent[]) : [];
  } catch {
    return [];
  } finally {
    storage.remove('pendingEvents');
  }
}

/** The oldest go first where there are too many to keep. */
function store(events: readonly WaitingEvent[]): void {
  if (events.length > 0) storage.set('pendingEvents', JSON.stringify(events.slice(-EVENTS_KEPT_OFFLINE)));
  else storage.remove('pendingEvents');
}

/**
 * As many as go at once. Nothing where it is no longer allowed: then they are forgotten. Until the log of consent has
 * the choice they wait, since without it the server keeps nothing.
 */
function takeBatch(now: number) {
  if (!isAllowed('measurement')) queue.waiting = [];
  queue.waiting = queue.waiting.filter(({ at }) => now - at < EVENT_MAX_AGE_MS);
  const trackerId = storage.get('trackerId');
  const consentId = loggedConsentId();
  if (consentId === undefined) return undefined;
  const batch = queue.waiting.splice(0, EVENTS_A_BATCH);
  if (batch.length === 0 || trackerId === undefined) return undefined;
  const events = batch.map(({ at, ...event }) => ({ ...event, ago: Math.max(0, now - at) }));
  return { batch, input: { trackerId, consentId, events } };
}

/** One after the other: what comes meanwhile goes along. */
export function flush(): Promise<void> {
  clearTimeout(queue.timer);
  queue.timer = undefined;
  queue.sending ??= sendAll().finally(() => (queue.sending = undefined));
  return queue.sending;
}

async function sendAll(): Promise<void> {
  if (isAllowed('measurement') && loggedConsentId() === undefined) await logCookieChoice();
  for (let taken = takeBatch(Date.now()); taken; taken = takeBatch(Date.now())) {
    const { batch, input } = taken;
    try {
      await call(logEvents, input, { keepalive: true });
    } catch (error) {
      // What the server does not want, it will not want later either, unless it has too much to do just now.
      if (!isForLater(error)) continue;
      queue.waiting = [...batch, ...queue.waiting].slice(-EVENTS_KEPT_OFFLINE);
      store(queue.waiting);
      return;
    }
  }
  store(queue.waiting);
}

function isForLater(error: unknown): boolean {
  if (error instanceof OfflineError) return true;
  return (
    error instanceof Failure && (error.code === 'request.too_many' || error.code === 'server.unavailable')
  );
}

/** The page may be gone in a moment: the browser sends it by itself, or it waits for the next page. */
function leave(): void {
  for (let taken = takeBatch(Date.now()); taken; taken = takeBatch(Date.now())) {
    if (!navigator.onLine || !sendBeacon(JSON.stringify(z.encode(logEvents.body, taken.input)))) {
      store([...taken.batch, ...queue.waiting]);
      return;
    }
  }
  if (queue.waiting.length > 0) store(queue.waiting);
}

function sendBeacon(json: string): boolean {
  const api = shellStore.get()?.hosts.api;
  if (api === undefined) return false;
  const address = new URL(`${api}${logEvents.path}`, location.origin);
  // Elsewhere a browser would have to ask first whether it may, for which there is no time.
  if (address.origin !== location.origin) return false;
  return navigator.sendBeacon(address, new Blob([json], { type: 'application/json' }));
}
