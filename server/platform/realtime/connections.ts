import { sql } from 'kysely';
import type { Namespace, Socket } from 'socket.io';
import { z } from 'zod';
import { countries } from '#contract/countries/list.ts';
import { oldSocketRemoved } from '#contract/kernel/connection.ts';
import { EVENT_MAX_LETTERS, SOCKETS_PER_ACCOUNT } from '#contract/kernel/constants.ts';
import { encodeFailure, fail } from '#contract/kernel/errors.ts';
import type { Failure } from '#contract/kernel/errors.ts';
import type { ClientEvent } from '#contract/kernel/event.ts';
import { MINUTE } from '../clock.ts';
import { decode, sentenceOf, toFailure } from '../http/failures.ts';
import { largestJson } from '../http/largest-json.ts';
import { findSite } from '../http/origins.ts';
import { userAgentOf } from '../http/proxies.ts';
import type { Brand, Platform, SessionContext } from '../platform.ts';
import { createRefresher } from '../refresher.ts';
import { createLocalRateLimiter } from '../security/rate-limits.ts';
import type { HitLogs } from '../security/rate-limits.ts';
import type { Session } from '../security/sessions.ts';
import { findSession, hasRegion } from '../security/sessions.ts';

/** What is kept of a connection while it stands. There are thousands, so it is little. */
interface Connection {
  brand: Brand;
  session: Session;
  /** Of all sessions, when this one was read. */
  sessionsVersion: number;
  origin: string;
  ip: string;
  userAgent: string;
  /** How many events of each kind have come lately, from the first one on. */
  recentEvents?: HitLogs;
}

type Acknowledge = (answer: object) => void;
type Handler = (context: SessionContext, input: unknown, socket: Socket, isAnswered: boolean) => unknown;

const RATE_WINDOW_MS = 10_000;
/** For names that a client adds and the contract does not know. */
const SPARE_LETTERS = 4_096;

/** An event with as much as it can need. */
export interface EventBinding {
  event: ClientEvent;
  /** `isAnswered`: the connection asked for an acknowledgement, and gets what the handler returns. */
  handler: (context: never, input: never, socket: Socket, isAnswered: boolean) => unknown;
}

type BoundEvent = EventBinding & { longest: number };

export function connectionOf(socket: Socket): Connection {
  const { connection } = socket.data as { connection?: Connection };
  if (!connection) throw new Error('a connection that nobody admitted');
  return connection;
}

export function toConnectError(failure: Failure): Error {
  return Object.assign(new Error(failure.code), { data: encodeFailure(failure, failure.code).error });
}

/** The oldest connections beyond five get an event and are closed, on whichever node they are. */
export function closeOldest(io: Pick<Namespace, 'to' | 'in'>, byAge: readonly string[]): void {
  for (const old of byAge.slice(0, Math.max(0, byAge.length - SOCKETS_PER_ACCOUNT))) {
    io.to(old).emit(oldSocketRemoved.name, {});
    io.in(old).disconnectSockets(true);
  }
}

/** Where a handshake comes from, and which host it asks for. */
interface HandshakeOrigin {
  ip: string;
  host: string;
}

/** Finds out whose connection it is, before it counts as one. */
export async function admit(app: Platform, socket: Socket, { ip, host }: HandshakeOrigin): Promise<void> {
  const { brand, origin } = findSite(app, host) ?? fail('brand.unknown');
  const token: unknown = socket.handshake.auth['token'];
  if (typeof token !== 'string' || token.length > 4096) fail('session.missing');
  const sessionsVersion = app.sessions.version();
  const session = (await findSession(app, brand.id, token)) ?? fail('session.dead');
  if (!session.accepted) fail('consent.missing');
  const connection: Connection = {
    brand,
    session,
    sessionsVersion,
    origin,
    ip,
    userAgent: userAgentOf(socket.request),
  };
  Object.assign(socket.data, { connection });
  forgetRequest(socket);
}

/** Most of a connection's memory would be the request that it began with. Its token need not be kept either. */
function forgetRequest(socket: Socket): void {
  Object.assign(socket.handshake, { headers: {}, auth: {}, query: {}, url: '' });
  Object.assign(socket.conn, { request: null });
}

/** Answers whatever comes on any connection: one function, so that connections need none of their own. */
export function answerEvents(app: Platform, bindings: readonly EventBinding[]) {
  const known = new Map(
    bindings.map((binding) => {
      const longest = Math.min(largestJson(binding.event.input) + SPARE_LETTERS, EVENT_MAX_LETTERS);
      return [binding.event.name, { ...binding, longest }];
    }),
  );
  const checkRate = createLocalRateLimiter(app.config.limits.eventsPerSocket, RATE_WINDOW_MS);

  async function answer(
    { event, handler, longest }: BoundEvent,
    socket: Socket,
    sent: unknown,
    isAnswered: boolean,
  ): Promise<object> {
    const connection = connectionOf(socket);
    try {
      checkRate(event.name, Date.now(), 1, (connection.recentEvents ??= new Map()));
      if (sizeOf(sent) > longest) fail('request.too_large');
      if (event.needsRegion && !connection.session.hasRegion) await requireRegion(app, connection);
      const input = decode(event.input, sent);
      requireOwner(event, connection.session, input);
      const plain = await (handler as Handler)(contextOf(app, connection), input, socket, isAnswered);
      return { ok: true, ...(z.encode(event.acknowledgement, plain) as object) };
    } catch (error) {
      const failure = toFailure(app, error, `socket ${event.name}`);
      app.metrics.failures.inc({ code: failure.code });
      const { language } = countries[connection.brand.settings.country];
      return { ok: false, error: encodeFailure(failure, sentenceOf(failure.code, language)).error };
    }
  }

  return function answerEvent(this: Socket, name: string, ...args: unknown[]): void {
    const binding = known.get(name);
    if (!binding) return;
    const last = args.at(-1);
    const isAnswered = typeof last === 'function';
    const acknowledge = isAnswered ? (last as Acknowledge) : ignore;
    answer(binding, this, args[0], isAnswered).then(acknowledge, (error: unknown) =>
      app.log.error({ err: error }, 'an acknowledgement could not be sent'),
    );
  };
}

function ignore(): void {}

/** About how long it was on the wire. Events are flat, so this is a look at a handful of fields. */
function sizeOf(sent: unknown): number {
  if (typeof sent === 'string') return sent.length;
  if (typeof sent !== 'object' || sent === null) return 0;
  let size = 0;
  for (const [name, value] of Object.entries(sent)) size += name.length + lengthOf(value);
  return size;
}

function lengthOf(value: unknown): number {
  if (typeof value === 'string') return value.length;
  return typeof value === 'object' && value !== null ? JSON.stringify(value).length : 8;
}

/** Made for each event: a connection that says nothing should not hold one. */
function contextOf(
  app: Platform,
  { brand: known, session, origin, ip, userAgent }: Connection,
): SessionContext {
  // What was published since the connection began holds for it as well.
  const brand = app.brands.byId(known.id) ?? known;
  const { accountId, trackerId, profileId, sessionId, walks, proven } = session;
  return {
    app,
    accountId,
    trackerId,
    profileId,
    sessionId,
    walks,
    proven,
    brand,
    brandId: brand.id,
    origin,
    ip,
    userAgent,
    language: countries[brand.settings.country].language,
  };
}

/**
 * Connections outlast the choice of a region, so a session that had none is looked up again. It is never taken back.
 */
async function requireRegion({ db }: Platform, connection: Connection): Promise<void> {
  const { brand, session } = connection;
  if (!(await hasRegion(db, brand.id, session.accountId))) fail('region.missing');
  connection.session = { ...session, hasRegion: true };
}

function requireOwner({ owner }: ClientEvent, { trackerId }: Session, input: unknown): void {
  if (owner && (input as Record<string, unknown>)[owner] !== trackerId) fail('session.not_yours');
}

/** Stands for every account, as after notifications that may have been lost. */
const ALL_ACCOUNTS = '';
/** In case a notification of a change gets lost, and for sessions that expire. */
const SWEEP_EVERY = MINUTE;
const SESSION_BATCH = 1_000;

/** The connections of this node. */
interface Connected {
  of(accountId: string): readonly Socket[];
  all(): readonly Socket[];
}

export interface ConnectedSessions {
  /** Sessions of this account have changed; of any account, where it is empty. Those that have ended are cut. */
  changed(accountId: string): void;
  /** Whether a connection that stands in its room now belongs to a session that is still live. */
  isLive(socket: Socket): Promise<boolean>;
  stop(): Promise<void>;
}

/**
 * Cuts connections whose session has ended, by whatever statement: the database notifies every node of a change as it
 * commits, and each looks its own connections up again. A connection that opens meanwhile is looked up once more when
 * it stands where the notification would find it.
 */
export function watchConnectedSessions(app: Platform, connected: Connected): ConnectedSessions {
  const waiting = new Set<string>();

  async function cutEnded(sockets: readonly Socket[]): Promise<void> {
    for (let from = 0; from < sockets.length; from += SESSION_BATCH) {
      const some = sockets.slice(from, from + SESSION_BATCH);
      const live = await readLive(app, some);
      for (const socket of some) if (!live.has(sessionIdOf(socket))) socket.disconnect(true);
    }
  }

  async function work(): Promise<void> {
    const accountIds = [...waiting];
    waiting.clear();
    const sockets = accountIds.includes(ALL_ACCOUNTS)
      ? connected.all()
      : accountIds.flatMap((id) => connected.of(id));
    await cutEnded(sockets).catch((error: unknown) => {
      for (const id of accountIds) waiting.add(id);
      throw error;
    });
  }

  const checks = createRefresher(work, (error) =>
    app.log.error({ err: error }, 'connections could not be checked'),
  );
  function changed(accountId: string): void {
    waiting.add(accountId);
    checks.request();
  }
  const timer = setInterval(() => changed(ALL_ACCOUNTS), SWEEP_EVERY);
  timer.unref();

  return {
    changed,
    async isLive(socket) {
      if (!app.sessions.changedSince(connectionOf(socket).sessionsVersion)) return true;
      return (await readLive(app, [socket])).has(sessionIdOf(socket));
    },
    async stop() {
      clearInterval(timer);
      await checks.stop();
    },
  };
}

const sessionIdOf = (socket: Socket) => connectionOf(socket).session.sessionId;

async function readLive({ db, clock }: Platform, sockets: readonly Socket[]): Promise<Set<string>> {
  const connections = sockets.map(connectionOf);
  const { rows } = await sql<{ id: string }>`
    select s.id
    from unnest(${connections.map(({ brand }) => brand.id)}::uuid[],
      ${connections.map(({ session }) => session.sessionId)}::uuid[]) as c (brand_id, id)
    join session s on s.brand_id = c.brand_id and s.id = c.id
    join account a on a.brand_id = s.brand_id and a.id = s.account_id
    where s.expires_at > ${clock.now()}::timestamptz and a.status <> 'disabled'`.execute(db);
  return new Set(rows.map(({ id }) => id));
}
