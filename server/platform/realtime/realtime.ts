import type { Server as HttpServer } from 'node:http';
import { Server } from 'socket.io';
import type { Socket } from 'socket.io';
import { z } from 'zod';
import { announce, restart } from '#contract/kernel/connection.ts';
import { SOCKET } from '#contract/kernel/constants.ts';
import { fail } from '#contract/kernel/errors.ts';
import type { EventPayload, ServerEvent } from '#contract/kernel/event.ts';
import { STAFF_NAMESPACE } from '#contract/staff/live.ts';
import { rawAnswer, toFailure } from '../http/failures.ts';
import { clientAddresses, compileTrust, askedHost } from '../http/proxies.ts';
import { networkOf } from '../network.ts';
import type { Brands, Platform, SessionContext } from '../platform.ts';
import type { FanOut } from '../redis.ts';
import { createLocalRateLimiter } from '../security/rate-limits.ts';
import {
  watchConnectedSessions,
  admit,
  answerEvents,
  closeOldest,
  connectionOf,
  toConnectError,
} from './connections.ts';
import type { ConnectedSessions, EventBinding } from './connections.ts';
import { createMissedEvents } from './missed-events.ts';
import type { Presence } from './presence.ts';
import { createStaffSockets } from './staff-live.ts';
import type { StaffLive, StaffSessions } from './staff-live.ts';
import { textParser } from './text-parser.ts';

/** Speaks to people's open connections, on whichever node they are. */
export interface Realtime {
  emit<E extends ServerEvent>(to: Recipients, event: E, payload: EventPayload<E>): void;
  /** To all of a brand's people who are connected to this node. Every node says it by itself. */
  emitToBrand<E extends ServerEvent>(brandId: string, event: E, payload: EventPayload<E>): void;
  /** False where certainly no recipient is connected, so that the event need not be encoded. */
  hasListeners(to: Recipients): boolean;
  presence: Presence;
}

export interface Recipients {
  brandId: string;
  accountIds: readonly string[];
  /** A connection that knows already. */
  except?: string | undefined;
}

/** As much as a call may be. What is larger closes the connection, with the reason that WebSocket has for it. */
const MAX_FRAME_BYTES = 256 * 1024;
const HANDSHAKE_WINDOW_MS = 10_000;

/** Among nodes. */
const EVENTS_MISSED = 'events missed';

const roomOf = (brandId: string, accountId: string) => `${brandId}:${accountId}`;

interface Attached {
  events: readonly EventBinding[];
  /** Without them there are no consoles. */
  staffSessions?: StaffSessions;
}

export interface SocketServer {
  realtime: Realtime;
  staffLive: StaffLive;
  attach(app: Platform, http: HttpServer, served: Attached): void;
  /**
   * Sessions of this account have changed, or of any account where it is empty: what belongs to an ended one is cut.
   */
  sessionsChanged(accountId: string): void;
  staffSessionsChanged(): void;
  /** Events for this node's browsers may have been lost. They fetch what they show. */
  eventsMissed(): void;
  /** Tells every browser to come back elsewhere, then closes. */
  drain(): Promise<void>;
}

export function createSocketServer(
  presence: Presence,
  brands: Pick<Brands, 'byId'>,
  fanOut?: Pick<FanOut, 'adapter' | 'onLoss'>,
): SocketServer {
  const io = new Server({
    path: SOCKET.path,
    transports: ['websocket'],
    serveClient: false,
    maxHttpBufferSize: MAX_FRAME_BYTES,
    parser: textParser,
    pingInterval: 25_000,
    pingTimeout: 20_000,
    ...(fanOut ? { adapter: fanOut.adapter } : {}),
  });
  const staff = createStaffSockets(io, presence, brands);
  let attached = false;
  let connected: ConnectedSessions | undefined;
  let drained: Promise<void> | undefined;
  const roomsOf = ({ brandId, accountIds }: Recipients) => accountIds.map((id) => roomOf(brandId, id));

  const missed = createMissedEvents(() => [
    ...io.of('/').sockets.values(),
    ...io.of(STAFF_NAMESPACE).sockets.values(),
  ]);
  io.on(EVENTS_MISSED, missed.request);
  fanOut?.onLoss((whose) => {
    missed.request();
    if (whose === 'all') io.serverSideEmit(EVENTS_MISSED);
  });

  async function close(): Promise<void> {
    io.local.emit(restart.name, {});
    await Promise.all([connected?.stop(), staff.stop(), missed.stop()]);
    if (attached) await io.close();
    else for (const name of ['/', STAFF_NAMESPACE]) await io.of(name).adapter.close();
  }

  /** Without other nodes it is known who listens, and an event without a listener is not encoded. */
  function hasListeners({ brandId, accountIds, except }: Recipients): boolean {
    if (fanOut) return accountIds.length > 0;
    const { rooms } = io.of('/').adapter;
    return accountIds.some((id) => {
      const room = rooms.get(roomOf(brandId, id));
      return room !== undefined && (except === undefined || room.size > 1 || !room.has(except));
    });
  }

  /** This node's own connections of them. */
  function socketsHere(to: Recipients): Socket[] {
    const { adapter: own, sockets } = io.of('/');
    const found: Socket[] = [];
    for (const room of roomsOf(to)) {
      for (const id of own.rooms.get(room) ?? []) {
        const socket = sockets.get(id);
        if (socket && id !== to.except) found.push(socket);
      }
    }
    return found;
  }

  const realtime: Realtime = {
    emit(to, event, payload) {
      if (!hasListeners(to)) return;
      const others = to.except === undefined ? io : io.except(to.except);
      others.to(roomsOf(to)).emit(event.name, z.encode(event.payload, payload));
    },
    emitToBrand(brandId, event, payload) {
      const wire = z.encode(event.payload, payload);
      for (const socket of io.of('/').sockets.values())
        if (connectionOf(socket).brand.id === brandId) socket.emit(event.name, wire);
    },
    hasListeners,
    presence,
  };

  return {
    realtime,
    staffLive: staff.live,
    attach(app, http, { events, staffSessions }) {
      attached = true;
      if (staffSessions) staff.attach(app, staffSessions);
      const addressOf = clientAddresses(app.config);
      // Each costs as much as a call does, and is counted like one.
      const checkRate = createLocalRateLimiter(app.config.limits.requestsPerAddress, HANDSHAKE_WINDOW_MS);
      io.attach(http, {
        allowRequest(request, answer) {
          try {
            checkRate(networkOf(addressOf(request)), Date.now());
            answer(null, true);
          } catch (error) {
            // In the words of HTTP: there is no connection yet that anything could be said on.
            request.socket.end(rawAnswer(toFailure(app, error, 'socket handshake')));
            answer(null, false);
          }
        },
      });
      const trust = compileTrust(app.config);
      const sessions = watchConnectedSessions(app, {
        of: (accountId) =>
          app.brands.all().flatMap(({ id }) => socketsHere({ brandId: id, accountIds: [accountId] })),
        all: () => [...io.of('/').sockets.values()],
      });
      connected = sessions;
      io.use((socket, next) => {
        const { request } = socket;
        admit(app, socket, { ip: addressOf(request), host: askedHost(request, trust) }).then(
          () => next(),
          (error: unknown) => next(toConnectError(toFailure(app, error, 'socket handshake'))),
        );
      });
      const answer = answerEvents(app, [{ event: announce, handler: confirmTracker }, ...events]);
      // One function for all connections, which need no memory for it then.
      function leave(this: Socket): void {
        const { brand, session } = connectionOf(this);
        app.metrics.sockets.dec();
        presence.left(brand.id, session.accountId, this.id);
      }
      async function welcome(socket: Socket): Promise<void> {
        const { brand, session } = connectionOf(socket);
        app.metrics.sockets.inc();
        socket.on('disconnect', leave);
        socket.onAny(answer);
        await socket.join(roomOf(brand.id, session.accountId));
        // The session may have ended before its notification could find the connection here.
        if (!(await sessions.isLive(socket))) return void socket.disconnect(true);
        // A browser that closed while its session was looked up must not be registered: its leave has been handled
        // already.
        if (!socket.connected) return;
        closeOldest(io, await presence.came(brand.id, session.accountId, socket.id));
      }
      io.on('connection', (socket) => {
        welcome(socket).catch((error: unknown) => {
          app.log.error({ err: error }, 'could not welcome a connection');
          socket.disconnect(true);
        });
      });
    },
    sessionsChanged: (accountId) => connected?.changed(accountId),
    staffSessionsChanged: () => staff.sessionsChanged(),
    eventsMissed: missed.request,
    drain: () => (drained ??= close()),
  };
}

function confirmTracker(context: SessionContext, trackerId: string): Record<string, never> {
  return trackerId === context.trackerId ? {} : fail('session.not_yours');
}
