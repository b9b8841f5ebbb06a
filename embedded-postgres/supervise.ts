import { once } from 'node:events';
import { stopProcesses } from './end-orphan.ts';
import type { Log, Postmaster } from './postmaster.ts';

export type EmbeddedPostgres = {
  readonly url: string;
  /** Changes when PostgreSQL had to be started again. */
  readonly pid: number;
  stop(): Promise<void>;
  /** `failed` when PostgreSQL ended by itself and could not be brought back. */
  readonly exited: Promise<'stopped' | 'failed'>;
};

type Supervision = {
  url: string;
  first: Postmaster;
  again: () => Promise<Postmaster>;
  release: () => void;
  log: Log;
};

const mostRestarts = 5;
const restartWindowMs = 60_000;

/** Starts PostgreSQL again when it dies, on the same port, so that connection pools recover by themselves. */
export function supervise({ url, first, again, release, log }: Supervision): EmbeddedPostgres {
  let current = first;
  let wantsStop = false;

  async function keepRunning(): Promise<'stopped' | 'failed'> {
    let restarts: number[] = [];
    for (;;) {
      const how = await waitForEnd(current);
      if (wantsStop) return 'stopped';
      restarts = [...restarts.filter((time) => time > Date.now() - restartWindowMs), Date.now()];
      if (restarts.length > mostRestarts) {
        log(`PostgreSQL ended again and again (${how}).`, 'error');
        return 'failed';
      }
      log(`PostgreSQL ended unexpectedly (${how}); starting it again.`, 'error');
      current = await again();
      if (wantsStop) await endNow();
    }
  }

  function endNow(): Promise<void> {
    return stopProcesses(() => (hasEnded(current) ? [] : [current.pid]));
  }

  const exited = keepRunning()
    .catch((error: unknown) => {
      log(error instanceof Error ? error.message : String(error), 'error');
      return wantsStop ? ('stopped' as const) : ('failed' as const);
    })
    .finally(release);

  return {
    url,
    get pid() {
      return current.pid;
    },
    exited,
    async stop() {
      wantsStop = true;
      await endNow();
      await exited;
    },
  };
}

function hasEnded({ process }: Postmaster): boolean {
  return process.exitCode !== null || process.signalCode !== null;
}

async function waitForEnd(postmaster: Postmaster): Promise<string> {
  if (!hasEnded(postmaster)) await once(postmaster.process, 'exit');
  return postmaster.process.signalCode ?? `code ${postmaster.process.exitCode}`;
}
