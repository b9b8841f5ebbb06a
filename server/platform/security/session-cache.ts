import { hash } from 'node:crypto';
import { MINUTE } from '../clock.ts';
import type { Clock } from '../clock.ts';
import type { DatabaseHandle } from '../database/database.ts';

/** What a live token stands for. */
export interface Session {
  sessionId: string;
  accountId: string;
  trackerId: string;
  /** The member's own profile, which everybody has. */
  profileId: string;
  /** Whether the terms are accepted. */
  accepted: boolean;
  /** Whether he has told where he lives, without which nobody is verified. It is never taken back. */
  hasRegion: boolean;
}

/** How long a session is believed without a look at the database, if nobody says that it has changed. */
export const BELIEVED_FOR = MINUTE;
/** Longer than any transaction of ours lasts. */
export const DOUBTED_FOR = MINUTE;
const MOST_SESSIONS = 50_000;
const MOST_DOUBTS = 10_000;

/** What the triggers of the database send on a channel of this name, and tell the connection that caused it. */
export const SESSION_CHANGED = 'session_changed';

interface Kept {
  session: Session;
  expiresAt: number;
  readAt: number;
}

/**
 * Live sessions that this node has read lately, so that most calls need no question to the database.
 * It answers only while changes are heard of: it starts paused, and is paused while the notifications are lost.
 */
export interface SessionCache {
  find(key: string): Session | undefined;
  /** Starts to read a row. What it returns keeps what was read, unless something changed in between. */
  startReading(): (key: string, session: Session, expiresAt: Date) => void;
  /** Sessions of this account have changed. */
  forget(accountId: string): void;
  /**
   * A transaction of this node is about to change sessions of this account. When it commits is not known here, so
   * for a while the database is asked each time: whoever is told that a session has ended finds it ended.
   */
  doubt(accountId: string): void;
  /** How many changes have been heard of so far. */
  version(): number;
  /** Whether any session may have changed since. */
  changedSince(version: number): boolean;
  /** Changes are not heard of any more. */
  pause(): void;
  /** Changes are heard of from now on. */
  resume(): void;
}

/** One token at one brand. */
export function cacheKey(brandId: string, token: string): string {
  return `${brandId} ${hash('sha256', token, 'base64')}`;
}

/** Lets a cache hear at once of what this node itself changes. */
export function hearOwnChanges({ onInfo }: DatabaseHandle, sessions: SessionCache): void {
  onInfo((message, detail) => {
    if (message === SESSION_CHANGED) sessions.doubt(detail);
  });
}

export function createSessionCache(clock: Clock): SessionCache {
  const kept = new Map<string, Kept>();
  const keysOf = new Map<string, Set<string>>();
  const doubts = new Map<string, number>();
  let allDoubtedUntil = 0;
  let paused = true;
  let changes = 0;

  function drop(key: string): void {
    const accountId = kept.get(key)?.session.accountId;
    if (accountId === undefined) return;
    kept.delete(key);
    const keys = keysOf.get(accountId);
    keys?.delete(key);
    if (keys?.size === 0) keysOf.delete(accountId);
  }

  function keep(key: string, entry: Kept): void {
    const { accountId } = entry.session;
    drop(key);
    kept.set(key, entry);
    keysOf.set(accountId, (keysOf.get(accountId) ?? new Set()).add(key));
    const [oldest] = kept.keys();
    if (kept.size > MOST_SESSIONS && oldest !== undefined) drop(oldest);
  }

  function forget(accountId: string): void {
    changes += 1;
    for (const key of keysOf.get(accountId) ?? []) kept.delete(key);
    keysOf.delete(accountId);
  }

  function forgetAll(): void {
    changes += 1;
    kept.clear();
    keysOf.clear();
  }

  function isDoubted(accountId: string, now: number): boolean {
    return now < Math.max(allDoubtedUntil, doubts.get(accountId) ?? 0);
  }

  /** The oldest stand first. */
  function dropOldDoubts(now: number): void {
    for (const [accountId, until] of doubts) {
      if (until > now) return;
      doubts.delete(accountId);
    }
  }

  return {
    find(key) {
      const entry = kept.get(key);
      if (!entry) return undefined;
      const now = clock.now().getTime();
      const age = now - entry.readAt;
      if (age >= 0 && age < BELIEVED_FOR && now < entry.expiresAt) return entry.session;
      drop(key);
      return undefined;
    },
    startReading() {
      const changesBefore = changes;
      const readAt = clock.now().getTime();
      return (key, session, expiresAt) => {
        // A change while the row was on its way may be one that the row does not show.
        if (paused || changes !== changesBefore || isDoubted(session.accountId, readAt)) return;
        keep(key, { session, readAt, expiresAt: expiresAt.getTime() });
      };
    },
    forget,
    doubt(accountId) {
      forget(accountId);
      const now = clock.now().getTime();
      dropOldDoubts(now);
      doubts.delete(accountId);
      doubts.set(accountId, now + DOUBTED_FOR);
      if (doubts.size <= MOST_DOUBTS) return;
      doubts.clear();
      forgetAll();
      allDoubtedUntil = now + DOUBTED_FOR;
    },
    version: () => changes,
    changedSince: (version) => paused || changes !== version,
    pause() {
      paused = true;
      forgetAll();
    },
    resume() {
      paused = false;
      forgetAll();
    },
  };
}
