import { useMemo } from 'react';
import { z } from 'zod';
import { OfflineError } from '#client/call.ts';
import { isConnected, emit, onConnect } from '#client/socket-events.ts';
import { createStore, useStore } from '#client/store.ts';
import { type ChatPhoto, type QuotedMessage } from '#contract/chat/messages.ts';
import { reportCreditsShort, sendMessage } from '#contract/chat/sending.ts';
import { MESSAGE_MAX_LETTERS, QUOTE_MAX_LETTERS } from '#contract/kernel/constants.ts';
import type { Failure } from '#contract/kernel/errors.ts';
import { codeOf } from '#site/shell/explain.ts';
import { withCreditsLeft } from '#site/shell/me.ts';
import { refreshUser } from '#site/shell/member-query.ts';
import { updateMember } from '#site/shell/session.ts';
import { storage } from '#site/shell/storage.ts';
import { measure } from '#site/shell/tracking/measure.ts';
import { reportPixel } from '#site/shell/tracking/report-pixel.ts';
import { isIcebreaker, mergeSent } from './messages-data.ts';

const MOST_KEPT = 50;
const AGAIN_AFTER_MS = 3_000;
const LONGEST_WAIT_MS = 60 * 60_000;

const photo = z.object({
  id: z.uuid(),
  status: z.enum(['pending', 'approved', 'rejected']),
  width: z.int(),
  height: z.int(),
  thumbhash: z.string().max(60).nullable(),
}) satisfies z.ZodType<ChatPhoto>;

const quoted = z.object({
  number: z.int(),
  own: z.boolean(),
  text: z.string().max(QUOTE_MAX_LETTERS),
  attachment: z.enum(['photo']).nullable(),
  withheld: z.boolean(),
  gone: z.boolean(),
}) satisfies z.ZodType<QuotedMessage>;

/** `failed`: the writer decides what happens to it. `refused`: its words go back to the composer. */
const posted = z.object({
  id: z.uuid(),
  trackerId: z.string().max(128),
  profileId: z.string().max(64),
  text: z.string().max(MESSAGE_MAX_LETTERS),
  readyMade: z.boolean(),
  photo: photo.nullable(),
  /** What it answers. */
  quoted: quoted.nullable().default(null),
  at: z.number(),
  state: z.enum(['waiting', 'failed', 'refused']),
  /** Too many were sent in a short time: it goes out by itself from then on. */
  sendsAt: z.number().nullable().default(null),
  /** The code of the failure, once it has failed. */
  reason: z.string().max(60).nullable().default(null),
});
/** A message that was written here and is not stored on the server yet. */
export type Posted = z.output<typeof posted>;
type Outbox = readonly Posted[];

const nothing: Outbox = [];
const store = createStore(nothing);
let opened = false;

/** What the member has written to this person and is not sent yet. */
export function useOutbox(trackerId: string, profileId: string): Outbox {
  open();
  const all = useStore(store, nothing);
  return useMemo(
    () => all.filter((one) => one.trackerId === trackerId && one.profileId === profileId),
    [all, trackerId, profileId],
  );
}

type Written = Omit<Posted, 'id' | 'at' | 'state' | 'sendsAt' | 'reason' | 'quoted'> &
  Partial<Pick<Posted, 'quoted'>>;

/** Takes a message in hand: it is sent once, now or when there is a connection. False where too many wait already. */
export function post(message: Written): boolean {
  open();
  if (store.get().length >= MOST_KEPT) return false;
  const item: Posted = {
    quoted: null,
    ...message,
    id: crypto.randomUUID(),
    at: Date.now(),
    state: 'waiting',
    sendsAt: null,
    reason: null,
  };
  void change((all) => [...all.filter(({ id }) => id !== item.id), item]).then(() => drain(item.trackerId));
  return true;
}

/** Tries again what has failed. */
export function retry({ id, trackerId }: Posted): void {
  void update(id, { state: 'waiting', reason: null }).then(() => drain(trackerId));
}

/** Returns the words to the composer, to be changed before they are sent again. */
export function returnToComposer({ id }: Posted): void {
  void update(id, { state: 'refused' });
}

export function discard({ id }: Posted): void {
  void change((all) => all.filter((one) => one.id !== id));
}

interface TakenBack {
  text: string;
  photo: ChatPhoto | null;
  readyMade: boolean;
  quoted: QuotedMessage | null;
  /** Some of it could not be paid for. */
  isUnpaid: boolean;
}

/** The words that go back to the composer. They leave the outbox with this, and a photo that is gone with them. */
export function takeBack(items: Outbox): TakenBack {
  for (const item of items) discard(item);
  const text = items
    .map((item) => item.text)
    .filter(Boolean)
    .join('\n')
    .slice(0, MESSAGE_MAX_LETTERS);
  return {
    text,
    photo:
      items.findLast((item) => item.photo !== null && item.reason !== 'chat.photo_unknown')?.photo ?? null,
    readyMade: items.length === 1 && items[0]?.readyMade === true,
    quoted: items.findLast((item) => item.quoted !== null)?.quoted ?? null,
    isUnpaid: items.some(({ reason }) => reason === 'chat.credits_short'),
  };
}

/** Sends what waits, now and at every connection. Returns what stops that. */
export function startOutbox(trackerId: string): () => void {
  open();
  drain(trackerId);
  return onConnect(() => drain(trackerId));
}

let draining = false;
let askedAgain = false;

function drain(trackerId: string): void {
  askedAgain = draining;
  if (draining) return;
  draining = true;
  // One tab at a time, so that what waits goes out in order.
  void alone(`outbox ${trackerId}`, () => sendAll(trackerId))
    .catch(() => undefined)
    .finally(() => {
      draining = false;
      if (askedAgain) drain(trackerId);
    });
}

async function sendAll(trackerId: string): Promise<void> {
  for (;;) {
    const next = read().find((item) => item.trackerId === trackerId && item.state === 'waiting');
    if (!next) return;
    const wait = (next.sendsAt ?? 0) - Date.now();
    if (wait > 0) return drainAfter(trackerId, wait);
    if (!(await send(next))) return;
  }
}

/** Answers whether the next one can go: without a connection all of them wait. */
async function send(item: Posted): Promise<boolean> {
  const { id, trackerId, profileId, text, readyMade, quoted: answered } = item;
  const photoId = item.photo?.id;
  try {
    const sent = await emit(sendMessage, {
      id,
      trackerId,
      profileId,
      text,
      readyMade,
      ...(photoId && { photoId }),
      ...(answered && { replyTo: answered.number }),
    });
    updateMember(withCreditsLeft, sent);
    reportPixel('engage');
    const written = { id, profileId, text, readyMade, photo: item.photo };
    await mergeSent(trackerId, { ...written, ...(answered && { quoted: answered }) }, sent);
    await change((all) => all.filter((one) => one.id !== id));
    return true;
  } catch (error) {
    if (error instanceof OfflineError) {
      if (isConnected()) drainAfter(trackerId, AGAIN_AFTER_MS);
      return false;
    }
    const seconds = retryAfterOf(error);
    if (seconds !== undefined && codeOf(error) === 'server.unavailable') {
      drainAfter(trackerId, seconds * 1_000);
      return false;
    }
    if (seconds !== undefined) {
      // The limit is the member's, so that what was written after it waits too.
      await update(id, { sendsAt: Date.now() + seconds * 1_000 });
      return true;
    }
    const reason = codeOf(error) ?? null;
    const refused = reason === 'chat.credits_short' || reason === 'account.muted';
    if (reason === 'chat.credits_short') reportRefused(item);
    // Until when, and why, stands beside the input once it is known.
    if (reason === 'account.muted') void refreshUser(trackerId).catch(() => undefined);
    await update(id, { state: refused ? 'refused' : 'failed', reason });
    return true;
  }
}

/** The funnel counts what could not be paid for. */
function reportRefused({ trackerId, profileId }: Posted): void {
  const type = isIcebreaker(trackerId, profileId) ? 'icebreaker_refused' : 'message_refused';
  measure(type, { profileId });
  void emit(reportCreditsShort, { trackerId, profileId, landedAt: storage.get('landedTime') }).catch(
    () => undefined,
  );
}

/** After how many seconds the server takes messages again, where it has had too many or is not able to now. */
function retryAfterOf(error: unknown): number | undefined {
  const code = codeOf(error);
  if (code !== 'request.too_many' && code !== 'server.unavailable') return undefined;
  return Math.max(1, (error as Failure<'request.too_many' | 'server.unavailable'>).details.retryAfter);
}

let timer: ReturnType<typeof setTimeout> | undefined;

function drainAfter(trackerId: string, milliseconds: number): void {
  clearTimeout(timer);
  // A timer that waits longer would fire at once.
  timer = setTimeout(() => drain(trackerId), Math.min(milliseconds, LONGEST_WAIT_MS));
}

function update(id: string, changed: Partial<Pick<Posted, 'state' | 'sendsAt' | 'reason'>>): Promise<void> {
  return change((all) => all.map((one) => (one.id === id ? { ...one, ...changed } : one)));
}

type Change = (all: Outbox) => Outbox;
/** Changes that show here and are not in the browser's storage yet. */
const unsaved = new Set<Change>();

/** Changes what is kept: here at once, and in the browser's storage without losing what another tab has added. */
function change(next: Change): Promise<void> {
  unsaved.add(next);
  store.set(next(store.get()));
  return alone('outbox', () => {
    const kept = next(read());
    if (kept.length > 0) storage.set('outbox', JSON.stringify(kept));
    else storage.remove('outbox');
    unsaved.delete(next);
    show(kept);
  });
}

function show(kept: Outbox): void {
  store.set([...unsaved].reduce((all, next) => next(all), kept));
}

/** Some work that only one tab of this browser does at a time. */
async function alone(name: string, work: () => Promise<void> | void): Promise<void> {
  // Browsers have locks on secure pages alone.
  if (!('locks' in navigator)) return work();
  await navigator.locks.request(name, work);
}

function read(): Outbox {
  try {
    const kept: unknown = JSON.parse(storage.get('outbox') ?? '[]');
    return (
      z
        .array(posted)
        .max(MOST_KEPT * 2)
        .safeParse(kept).data ?? nothing
    );
  } catch {
    return nothing;
  }
}

function open(): void {
  if (opened) return;
  opened = true;
  show(read());
  storage.watch('outbox', (where) => {
    // Here, it is emptied by the end of a session.
    if (where === 'elsewhere' || storage.get('outbox') === undefined) show(read());
  });
}
