import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { setTimeout as pause } from 'node:timers/promises';

interface Guard {
  args: readonly string[];
  /** After this it is ended, whatever it has said by then. */
  limitSeconds: number;
  print(line: string): void;
}

const GRACE_MS = 10_000;

/** What a message, a call and a purchase cost beside what they did before: a report that fails nothing. */
export async function runGuard({ args, limitSeconds, print }: Guard): Promise<void> {
  print('— Cost beside the baseline');
  // A group of its own, so that its servers end with it.
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'pipe'], detached: true });
  for (const input of [child.stdout, child.stderr])
    createInterface({ input }).on('line', (line) => print(`guard │ ${line}`));
  const ended = once(child, 'exit').catch((error: unknown) => print(`guard │ ${String(error)}`));
  const end = new AbortController();
  const limit = async () => {
    await pause(limitSeconds * 1_000, undefined, { signal: end.signal });
    print(`guard │ It has taken ${limitSeconds} seconds and is ended.`);
    signalGroup(child.pid, 'SIGTERM');
    await pause(GRACE_MS, undefined, { signal: end.signal });
    signalGroup(child.pid, 'SIGKILL');
  };
  limit().catch(() => {});
  await ended;
  end.abort();
  signalGroup(child.pid, 'SIGKILL');
  child.stdout.destroy();
  child.stderr.destroy();
}

function signalGroup(pid: number | undefined, signal: NodeJS.Signals): void {
  try {
    if (pid !== undefined) process.kill(-pid, signal);
  } catch {
    // All of it has ended.
  }
}
