import { sql } from 'kysely';
import type { Socket } from 'socket.io';
import type { App } from '../../app.ts';
import { MINUTE } from '../clock.ts';
import { connectionOf } from './connections.ts';
import { keepFresh } from '../keep-fresh.ts';

/** Stands for every account, as after changes that nobody may have heard of. */
const EVERYBODY = '';
/** Should the news of a change get lost, and for sessions that run out. */
const SWEEP_EVERY = MINUTE;
const SESSION_BATCH = 1_000;

/** The connections of this node. */
interface Connected {
  of(accountId: string): readonly Socket[];
  all(): readonly Socket[];
}

export interface ConnectedSessions {
  /** Sessions of this account have changed; of anybody, where it is empty. Those that have ended are cut. */
  changed(accountId: string): void;
  /** Whether a connection that stands in its room now belongs to a session that is still live. */
  isLive(socket: Socket): Promise<boolean>;
  stop(): void;
}

/**
 * Cuts connections whose session has ended, whoever ended it and by whatever statement: the database tells every node
 * of a change as it commits, and each looks its own connections up again. One that is on its way in while that happens
 * is looked up once more when it stands where the news would find it.
 */
export function watchConnectedSessions(app: App, connected: Connected): ConnectedSessions {
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
    const sockets = accountIds.includes(EVERYBODY)
      ? connected.all()
      : accountIds.flatMap((id) => connected.of(id));
    await cutEnded(sockets).catch((error: unknown) => {
      for (const id of accountIds) waiting.add(id);
      throw error;
    });
  }

  const checks = keepFresh(work, (error) =>
    app.log.error({ err: error }, 'connections could not be checked'),
  );
  function changed(accountId: string): void {
    waiting.add(accountId);
    checks.ask();
  }
  const timer = setInterval(() => changed(EVERYBODY), SWEEP_EVERY);
  timer.unref();

  return {
    changed,
    async isLive(socket) {
      if (!app.sessions.changedSince(connectionOf(socket).sessionsVersion)) return true;
      return (await readLive(app, [socket])).has(sessionIdOf(socket));
    },
    stop() {
      clearInterval(timer);
      checks.stop();
    },
  };
}

const sessionIdOf = (socket: Socket) => connectionOf(socket).session.sessionId;

async function readLive({ db, clock }: App, sockets: readonly Socket[]): Promise<Set<string>> {
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
