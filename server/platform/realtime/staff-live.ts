/** Open consoles, and how they learn what has changed. */

import type { Server, Socket } from 'socket.io';
import { z } from 'zod';
import { restart } from '#contract/kernel/connection.ts';
import { fail } from '#contract/kernel/errors.ts';
import { hasRight, staffRoles } from '#contract/kernel/staff-rights.ts';
import type { StaffRight, StaffRole } from '#contract/kernel/staff-rights.ts';
import { STAFF_NAMESPACE, staffChanged } from '#contract/staff/live.ts';
import type { StaffChange } from '#contract/staff/live.ts';
import { MINUTE } from '../clock.ts';
import { toFailure } from '../http/failures.ts';
import type { Brands, Platform } from '../platform.ts';
import { createRefresher } from '../refresher.ts';
import { closeOldest, toConnectError } from './connections.ts';
import type { Presence } from './presence.ts';

/** Tells open consoles, on whichever node they are. */
export interface StaffLive {
  /** Reaches all staff who have the right at the brand. To be called once the change is committed. */
  emit(right: StaffRight, change: Omit<StaffChange, 'brand'> & { brandId: string }): void;
  /** Who of them has a console open. */
  online(staffIds: readonly string[]): Promise<Set<string>>;
}

/** Whose console it is. */
export interface StaffSession {
  readonly staffId: string;
  /** Of the whole platform. */
  readonly isOwner: boolean;
  /** What the person is at each brand they work for, by its id; an owner is one at all of them. */
  readonly roles: ReadonlyMap<string, StaffRole>;
  /** The second factor that is still to be shown or set up. Until then next to nothing is open. */
  readonly missing: 'factor' | 'enrol' | null;
  /** Those of the brands at which the person may do what is asked for: nothing else is read or changed. */
  readonly brandIds: readonly string[];
  readonly sessionId: string;
}

/** The staff's sessions, which belong to a room above this one. */
export interface StaffSessions {
  find(app: Platform, token: string): Promise<StaffSession | undefined>;
  /** Which of these are still good. */
  findLive(app: Platform, sessionIds: readonly string[]): Promise<Set<string>>;
}

export interface StaffSockets {
  live: StaffLive;
  attach(app: Platform, sessions: StaffSessions): void;
  /** Sessions of the staff have changed: consoles whose session has ended are cut. */
  sessionsChanged(): void;
  stop(): Promise<void>;
}

/** Stands in presence where members have the id of their brand. */
const STAFF = 'staff';
/** In case a notification gets lost, and for sessions that expire. */
const SWEEP_EVERY = MINUTE;

/** Owners work for all brands, also for those made later. */
const roomOf = (brandId: string, role: StaffRole) => (role === 'owner' ? 'owner' : `${brandId}:${role}`);

export function createStaffSockets(
  io: Server,
  presence: Presence,
  brands: Pick<Brands, 'byId'>,
): StaffSockets {
  const consoles = io.of(STAFF_NAMESPACE);
  const sessionOf = (socket: Socket) => (socket.data as { session: StaffSession }).session;
  const sessionIdOf = (socket: Socket) => sessionOf(socket).sessionId;
  let sweep: NodeJS.Timeout | undefined;
  let checks: ReturnType<typeof createRefresher> | undefined;

  const live: StaffLive = {
    emit(right, { brandId, ...change }) {
      const brand = brands.byId(brandId);
      if (!brand) return;
      const rooms = staffRoles.filter((role) => hasRight(role, right)).map((role) => roomOf(brandId, role));
      consoles
        .to(rooms)
        .emit(staffChanged.name, z.encode(staffChanged.payload, { ...change, brand: brand.key }));
    },
    online: (staffIds) => presence.online(STAFF, staffIds),
  };

  async function cutEnded(app: Platform, sessions: StaffSessions, sockets: readonly Socket[]): Promise<void> {
    if (sockets.length === 0) return;
    const good = await sessions.findLive(app, sockets.map(sessionIdOf));
    for (const socket of sockets) if (!good.has(sessionIdOf(socket))) socket.disconnect(true);
  }

  /** Finds out whose console it is. Until a second factor was shown it gets no event. */
  async function admit(app: Platform, sessions: StaffSessions, socket: Socket): Promise<void> {
    const token: unknown = socket.handshake.auth['token'];
    if (typeof token !== 'string' || token.length > 4096) fail('session.missing');
    const session = (await sessions.find(app, token)) ?? fail('session.dead');
    if (session.missing) fail('staff.factor_missing');
    Object.assign(socket.data, { session });
  }

  async function welcome(app: Platform, sessions: StaffSessions, socket: Socket): Promise<void> {
    const { staffId, isOwner, roles } = sessionOf(socket);
    socket.on('disconnect', () => presence.left(STAFF, staffId, socket.id));
    await socket.join(isOwner ? roomOf('', 'owner') : [...roles].map(([id, role]) => roomOf(id, role)));
    // The session may have ended before its notification could find the console here.
    await cutEnded(app, sessions, [socket]);
    if (!socket.connected) return;
    closeOldest(consoles, await presence.came(STAFF, staffId, socket.id));
  }

  return {
    live,
    attach(app, sessions) {
      consoles.use((socket, next) => {
        admit(app, sessions, socket).then(
          () => next(),
          (error: unknown) => next(toConnectError(toFailure(app, error, 'console handshake'))),
        );
      });
      consoles.on('connection', (socket) => {
        welcome(app, sessions, socket).catch((error: unknown) => {
          app.log.error({ err: error }, 'could not welcome a console');
          socket.disconnect(true);
        });
      });
      checks = createRefresher(
        () => cutEnded(app, sessions, [...consoles.sockets.values()]),
        (error) => app.log.error({ err: error }, 'consoles could not be checked'),
      );
      sweep = setInterval(() => checks?.request(), SWEEP_EVERY);
      sweep.unref();
    },
    sessionsChanged: () => checks?.request(),
    async stop() {
      clearInterval(sweep);
      consoles.local.emit(restart.name, {});
      await checks?.stop();
    },
  };
}
