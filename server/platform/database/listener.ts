import pg from 'pg';
import { backoff } from '../backoff.ts';
import type { Logger } from '../telemetry/log.ts';

const RECONNECT = { base: 250, cap: 10_000 };

export interface Listener {
  close(): Promise<void>;
}

interface Watching {
  /** Called as soon as the connection breaks. */
  onLost?: () => void;
  /** Called when it is back, after all handlers. */
  onReturn?: () => void;
}

/**
 * Listens to PostgreSQL's notifications on one connection. When that breaks it comes back by itself and calls every
 * handler once with nothing, since something may have been missed.
 */
export async function listen(
  url: string,
  handlers: Record<string, (payload: string) => void>,
  log: Logger,
  { onLost, onReturn }: Watching = {},
): Promise<Listener> {
  let client: pg.Client | undefined;
  let timer: NodeJS.Timeout | undefined;
  let closed = false;
  let failures = 1;

  async function connect(): Promise<void> {
    const fresh = new pg.Client({
      connectionString: url,
      keepAlive: true,
      keepAliveInitialDelayMillis: 30_000,
      connectionTimeoutMillis: 10_000,
    });
    const { promise: lost, resolve: lose } = Promise.withResolvers<void>();
    fresh.on('error', () => lose());
    fresh.on('end', () => lose());
    fresh.on('notification', ({ channel, payload = '' }) => handlers[channel]?.(payload));
    try {
      await fresh.connect();
      for (const channel of Object.keys(handlers))
        await fresh.query(`listen ${pg.escapeIdentifier(channel)}`);
    } catch (error) {
      fresh.end().catch(() => {});
      throw error;
    }
    client = fresh;
    failures = 1;
    // Where connecting fails at first the caller tries again, so only from here on is a loss handled.
    void lost.then(() => {
      onLost?.();
      fresh.end().catch(() => {});
      reconnectLater();
    });
  }

  function reconnectLater(): void {
    if (closed) return;
    const wait = backoff(RECONNECT, failures);
    log.warn({ wait }, 'lost the notification connection, trying again');
    timer = setTimeout(() => void reconnect(), wait);
  }

  async function reconnect(): Promise<void> {
    try {
      await connect();
      if (closed) return await client?.end();
      for (const handler of Object.values(handlers)) handler('');
      onReturn?.();
    } catch {
      failures += 1;
      reconnectLater();
    }
  }

  await connect();
  return {
    async close() {
      closed = true;
      clearTimeout(timer);
      await client?.end().catch(() => {});
    },
  };
}
