import type { Server as HttpServer } from 'node:http';
import { Server } from 'socket.io';
import type { Socket } from 'socket.io';
import { z } from 'zod';
import { SOCKET, SOCKETS_PER_ACCOUNT } from '../../contract/constants.ts';
import { encodeFailure, fail } from '../../contract/errors.ts';
import type { Failure } from '../../contract/errors.ts';
import type {
  ClientEvent,
  EventAcknowledgement,
  EventInput,
  EventPayload,
  ServerEvent,
} from '../../contract/event.ts';
import { announce, oldSocketRemoved, restart } from '../../contract/realtime.ts';
import type { App, MemberContext } from './app.ts';
import { decode } from './decode.ts';
import { floodGuard } from './flood-guard.ts';
import { sentenceOf, toFailure } from './http/failures.ts';
import type { Presence } from './presence.ts';
import { findSession } from './sessions.ts';

/** Speaks to people's open connections, on whichever node they are. */
export interface Realtime {
  emit<E extends ServerEvent>(to: Recipients, event: E, payload: EventPayload<E>): void;
  /** Closes every connection of a session or an account, on every node. */
  disconnect(to: Recipients): void;
  presence: Presence;
}

export interface Recipients {
  brandId: string;
  accountIds: readonly string[];
  /** A connection that knows already. */
  except?: string | undefined;
}

export interface EventBinding {
  event: ClientEvent;
  handler: (context: MemberContext, input: never, socket: Socket) => unknown;
}

export function bindEvent<E extends ClientEvent>(
  event: E,
  handler: (
    context: MemberContext,
    input: EventInput<E>,
    socket: Socket,
  ) => Promise<EventAcknowledgement<E>> | EventAcknowledgement<E>,
): EventBinding {
  return { event, handler };
}

type SocketAdapter = NonNullable<Parameters<Server['adapter']>[0]>;
type Acknowledge = (answer: object) => void;

const MAX_EVENT_BYTES = 64 * 1024;
const EVENTS_PER_WINDOW = 100;
const FLOOD_WINDOW_MS = 10_000;

/** Not in `socket.data`, which other nodes may ask for. */
const contexts = new WeakMap<Socket, MemberContext>();

const roomOf = (brandId: string, accountId: string) => `${brandId}:${accountId}`;

export interface SocketServer {
  realtime: Realtime;
  attach(app: App, http: HttpServer, bindings: readonly EventBinding[]): void;
  /** Tells every browser to come back elsewhere, then closes. */
  drain(): Promise<void>;
}

export function createSocketServer(presence: Presence, adapter?: SocketAdapter): SocketServer {
  const io = new Server({
    path: SOCKET.path,
    transports: ['websocket'],
    serveClient: false,
    maxHttpBufferSize: MAX_EVENT_BYTES,
    pingInterval: 25_000,
    pingTimeout: 20_000,
    ...(adapter ? { adapter } : {}),
  });
  let attached = false;
  let drained: Promise<void> | undefined;
  const roomsOf = ({ brandId, accountIds }: Recipients) => accountIds.map((id) => roomOf(brandId, id));

  async function close(): Promise<void> {
    io.local.emit(restart.name, {});
    if (attached) await io.close();
    else await io.of('/').adapter.close();
  }

  const realtime: Realtime = {
    emit(to, event, payload) {
      if (to.accountIds.length === 0) return;
      const others = to.except === undefined ? io : io.except(to.except);
      others.to(roomsOf(to)).emit(event.name, z.encode(event.payload, payload));
    },
    disconnect(to) {
      if (to.accountIds.length > 0) io.in(roomsOf(to)).disconnectSockets(true);
    },
    presence,
  };

  return {
    realtime,
    attach(app, http, bindings) {
      attached = true;
      io.attach(http);
      io.use((socket, next) => {
        admit(app, socket).then(
          () => next(),
          (error: unknown) => next(toConnectError(toFailure(app, error, 'socket handshake'))),
        );
      });
      const all = [bindEvent(announce, confirmTracker), ...bindings];
      io.on('connection', (socket) => {
        welcome(app, socket, all, io).catch((error: unknown) => {
          app.log.error({ err: error }, 'could not welcome a connection');
          socket.disconnect(true);
        });
      });
    },
    drain: () => (drained ??= close()),
  };
}

/** Finds out whose connection it is, before it counts as one. */
async function admit(app: App, socket: Socket): Promise<void> {
  const { host = '', 'user-agent': userAgent = '' } = socket.handshake.headers;
  const brand = app.brands.byHostname(hostnameOf(host)) ?? fail('brand.unknown');
  const token: unknown = socket.handshake.auth['token'];
  if (typeof token !== 'string' || token.length > 4096) fail('session.missing');
  const { accepted, ...session } = (await findSession(app, brand.id, token)) ?? fail('session.dead');
  if (!accepted) fail('consent.missing');
  contexts.set(socket, {
    ...app,
    ...session,
    brand,
    brandId: brand.id,
    origin: `https://${host}`,
    ip: socket.handshake.address,
    userAgent,
    language: brand.settings.country,
  });
}

function hostnameOf(host: string): string {
  return host.replace(/:\d+$/, '').toLowerCase();
}

function toConnectError(failure: Failure): Error {
  return Object.assign(new Error(failure.code), { data: encodeFailure(failure, failure.code).error });
}

async function welcome(
  app: App,
  socket: Socket,
  bindings: readonly EventBinding[],
  io: Server,
): Promise<void> {
  const context = contexts.get(socket);
  if (!context) throw new Error('a connection that nobody admitted');
  const { brandId, accountId } = context;
  app.metrics.sockets.inc();
  socket.on('disconnect', () => {
    app.metrics.sockets.dec();
    app.realtime.presence.left(brandId, accountId, socket.id);
  });
  for (const binding of bindings) listenTo(app, socket, binding, context);
  await socket.join(roomOf(brandId, accountId));
  removeOldest(io, await app.realtime.presence.came(brandId, accountId, socket.id));
}

/** The oldest connections beyond five are told and closed, on whichever node they are. */
function removeOldest(io: Server, byAge: readonly string[]): void {
  for (const old of byAge.slice(0, Math.max(0, byAge.length - SOCKETS_PER_ACCOUNT))) {
    io.to(old).emit(oldSocketRemoved.name, {});
    io.in(old).disconnectSockets(true);
  }
}

function listenTo(app: App, socket: Socket, { event, handler }: EventBinding, context: MemberContext): void {
  const call = handler as (context: MemberContext, input: unknown, socket: Socket) => unknown;
  const checkFlood = floodGuard(EVENTS_PER_WINDOW, FLOOD_WINDOW_MS);
  socket.on(event.name, (...args: unknown[]) => {
    const last = args.at(-1);
    const acknowledge: Acknowledge = typeof last === 'function' ? (last as Acknowledge) : () => {};
    answer(app, event, context, async () => {
      checkFlood(event.name, Date.now());
      const input = decode(event.input, args[0]);
      requireOwner(event, context, input);
      return call(context, input, socket);
    }).then(acknowledge, (error: unknown) =>
      app.log.error({ err: error }, 'an acknowledgement could not be sent'),
    );
  });
}

function requireOwner({ owner }: ClientEvent, { trackerId }: MemberContext, input: unknown): void {
  if (owner && (input as Record<string, unknown>)[owner] !== trackerId) fail('session.not_yours');
}

async function answer(
  app: App,
  event: ClientEvent,
  context: MemberContext,
  work: () => Promise<unknown>,
): Promise<object> {
  try {
    const plain = await work();
    return { ok: true, ...(z.encode(event.acknowledgement, plain) as object) };
  } catch (error) {
    const failure = toFailure(app, error, `socket ${event.name}`);
    app.metrics.failures.inc({ code: failure.code });
    return { ok: false, error: encodeFailure(failure, sentenceOf(failure.code, context.language)).error };
  }
}

function confirmTracker(context: MemberContext, trackerId: string): Record<string, never> {
  return trackerId === context.trackerId ? {} : fail('session.not_yours');
}
