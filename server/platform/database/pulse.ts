/**
 * Notices that a database has fallen silent: its connections stand, and nothing is answered on any of them, as when it is
 * frozen or a network swallows every packet. Without this each request would wait until its own time is up, and hold a
 * connection as long.
 *
 * A long statement is no silence, and none is ever cut short: only where nothing has been given back for a while does it ask
 * on a connection of its own, and only where that is not answered either is the database silent. An idle pool is never asked.
 */

import pg from 'pg';

/** The parts of a connection pool that the pulse reads. */
type WatchedPool = Pick<pg.Pool, 'on' | 'totalCount' | 'idleCount' | 'waitingCount'>;

export interface Pulse {
  isSilent(): boolean;
  stop(): void;
}

interface Options {
  url: string;
  pool: WatchedPool;
  /** Called when it falls silent, and when it answers again. */
  onChange: (silent: boolean) => void;
}

/**
 * Turns of the event loop are counted instead of time, so that a process that was busy itself does not take its own silence
 * for the database's.
 */
const TICK_MS = 500;
const STUCK_TICKS = 2;
const SILENT_TICKS = 5;

export function watchPulse({ url, pool, onChange }: Options): Pulse {
  const clients = new Set<pg.PoolClient>();
  let released = false;
  let stuckFor = 0;
  let silent = false;
  let question: { client: pg.Client; ticks: number } | undefined;

  pool.on('connect', (client) => clients.add(client));
  pool.on('remove', (client) => clients.delete(client));
  pool.on('release', () => {
    released = true;
  });

  function ask(): void {
    const client = new pg.Client({ connectionString: url, application_name: 'serenata pulse' });
    const asked = { client, ticks: 0 };
    question = asked;
    // Any reply counts as an answer: a server that refuses connections makes requests fail by itself.
    const answered = () => {
      hangUp(client);
      if (question !== asked) return;
      question = undefined;
      stuckFor = 0;
      change(false);
    };
    client.on('error', answered);
    client
      .connect()
      .then(() => client.query('select 1'))
      .then(answered, answered);
  }

  function change(now: boolean): void {
    if (silent === now) return;
    silent = now;
    onChange(now);
  }

  /** Queries that wait on a connection fail at once. The database rolls back what it has not committed. */
  function cutConnections(): void {
    for (const client of clients) client.connection.stream.destroy();
  }

  function tick(): void {
    const inUse = pool.totalCount - pool.idleCount > 0 || pool.waitingCount > 0;
    stuckFor = inUse && !released ? stuckFor + 1 : 0;
    released = false;
    if (!question) {
      if (silent || stuckFor >= STUCK_TICKS) ask();
      return;
    }
    question.ticks += 1;
    if (question.ticks < SILENT_TICKS) return;
    hangUp(question.client);
    question = undefined;
    change(true);
    cutConnections();
  }

  const timer = setInterval(tick, TICK_MS).unref();
  return {
    isSilent: () => silent,
    stop() {
      clearInterval(timer);
      if (question) hangUp(question.client);
      question = undefined;
    },
  };
}

/** Closes the socket without a goodbye, which a silent server would never read. */
function hangUp(client: pg.Client): void {
  client.connection.stream.destroy();
}
