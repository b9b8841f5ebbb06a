import { useSyncExternalStore } from 'react';
import { pageState } from './page-state.ts';

/** The header holds whole seconds and takes a moment to arrive, so a smaller difference counts as none. */
const PRECISION_MS = 2_000;

const page = pageState(() => ({
  /** How far the server's clock is ahead of this one. */
  ahead: 0,
  timer: undefined as ReturnType<typeof setInterval> | undefined,
}));

/** Takes the server's time from the `date` of one of its answers. */
export function recordServerTime(date: string | null): void {
  const said = date === null ? Number.NaN : Date.parse(date);
  if (Number.isNaN(said)) return;
  const difference = said - Date.now();
  page.ahead = Math.abs(difference) > PRECISION_MS ? difference : 0;
}

/** The server's time, by which messages are dated. A visitor's own clock may be wrong by hours. */
export function serverNow(): number {
  return Date.now() + page.ahead;
}

const TICK_MS = 15_000;
const MINUTE_MS = 60_000;

const listeners = pageState(() => new Set<() => void>());

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  page.timer ??= setInterval(() => {
    for (const each of listeners) each();
  }, TICK_MS);
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    clearInterval(page.timer);
    page.timer = undefined;
  };
}

const startOfMinute = () => Date.now() - (Date.now() % MINUTE_MS);

/** The time, to the minute. One timer serves every "5 minutes ago" on the page. */
export function useNow(): number {
  return useSyncExternalStore(subscribe, startOfMinute, startOfMinute);
}
