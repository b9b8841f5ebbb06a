import { io } from 'socket.io-client';
import { announce, eventsMissed, oldSocketRemoved, restart } from '#contract/kernel/connection.ts';
import { RANDOM_DELAY_MS, SOCKET } from '#contract/kernel/constants.ts';
import { fail } from '#contract/kernel/errors.ts';
import { dispatch, fetchMissed, setConnection } from './socket-events.ts';

export interface SocketOptions {
  /** Where the server's sockets are, path included. */
  address: string;
  /** The part of the server's sockets that is meant; members have the one without a name. */
  namespace?: string;
  /** The token of the moment: a new password comes with a new one. */
  token: () => string | undefined;
  /** Whose connection it is, where the server needs to know. */
  trackerId?: string;
  /** How long after the server's return the page is fetched again. */
  reloadsAfter?: () => number;
  reload: () => void;
  /** The token is no longer good. */
  sessionEnded: (token: string) => void;
  /** Something kept the connection from opening. */
  report: (message: string) => void;
}

/** How long the server may take to answer what was said. */
const ANSWER_MS = 10_000;

/** How a WebSocket says that a frame was too large. */
const MESSAGE_TOO_BIG = 1009;

/** How long one page waits with what all pages would do at the same moment. */
export function randomDelay(random: () => number = Math.random): number {
  const { min, max } = RANDOM_DELAY_MS;
  return min + random() * (max - min);
}

/** Refusals that another try would meet again. */
const final = new Set([
  'session.dead',
  'session.missing',
  'consent.missing',
  'brand.unknown',
  'staff.factor_missing',
]);

/**
 * An open connection to the server. It comes back by itself, also after the server has closed it; only one that gave way
 * to newer ones stays closed. Returns what closes it.
 */
export function openSocket({
  address,
  namespace = '',
  trackerId,
  reloadsAfter = randomDelay,
  ...page
}: SocketOptions): () => void {
  const { origin, pathname } = new URL(address);
  const { path: _, ...timing } = SOCKET;
  let shown = '';
  const socket = io(`${origin}${namespace}`, {
    path: pathname,
    transports: ['websocket'],
    auth: (give: (shown: object) => void) => {
      shown = page.token() ?? '';
      give({ token: shown });
    },
    forceNew: true,
    ...timing,
  });
  let restarting = false;
  let replaced = false;
  /** The server has closed it because of what was said last, which must not be said again. */
  let tooLarge = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let reloading: ReturnType<typeof setTimeout> | undefined;

  /** Not all browsers at the same moment. */
  const comeBack = () => {
    clearTimeout(timer);
    const { reconnectionDelay: least, reconnectionDelayMax: most } = SOCKET;
    timer = setTimeout(() => socket.connect(), least + Math.random() * (most - least));
  };
  socket.on('connect', () => {
    // The server is back, or another one has taken over: now the page can be fetched again. All who were here are back
    // within seconds, so each waits for a random while.
    if (restarting) {
      clearTimeout(reloading);
      reloading = setTimeout(page.reload, reloadsAfter());
    }
    restarting = false;
    if (trackerId !== undefined) socket.emit(announce.name, trackerId);
    tooLarge = false;
    setConnection((name, wire) =>
      socket
        .timeout(ANSWER_MS)
        .emitWithAck(name, wire)
        .catch((error: unknown) => (tooLarge ? fail('request.too_large') : Promise.reject(error as Error))),
    );
  });
  socket.onAny(dispatch);
  socket.on('connect_error', (error: Error & { data?: { code?: string } }) => {
    const code = error.data?.code;
    if (code === 'session.dead' && shown !== page.token()) return comeBack();
    if (code === 'session.dead') page.sessionEnded(shown);
    if (code && final.has(code)) return void socket.disconnect();
    page.report(error.message);
    // Who was refused by the server itself has to ask again.
    if (!socket.active) comeBack();
  });
  socket.on(restart.name, () => {
    restarting = true;
  });
  socket.on(eventsMissed.name, fetchMissed);
  socket.on(oldSocketRemoved.name, () => {
    replaced = true;
  });
  socket.on('disconnect', (reason, details) => {
    tooLarge = closeCodeOf(details) === MESSAGE_TOO_BIG;
    setConnection(null);
    // From everything else the library comes back by itself.
    if (reason !== 'io server disconnect' || replaced) return;
    comeBack();
  });
  return () => {
    clearTimeout(timer);
    clearTimeout(reloading);
    setConnection(null);
    socket.disconnect();
  };
}

function closeCodeOf(details: unknown): number | undefined {
  const { context } = (details ?? {}) as { context?: { code?: number } };
  return context?.code;
}
