import { setTimeout as pause } from 'node:timers/promises';

const patience = { SIGINT: 20_000, SIGQUIT: 5000, SIGKILL: 5000 };
type StopSignal = keyof typeof patience;

/**
 * Sends one signal after the other to whoever `list` still names, until it names nobody. PostgreSQL's are: fast
 * shutdown, immediate shutdown, none at all. What was committed survives each of them.
 */
export async function stopProcesses(
  list: () => number[] | Promise<number[]>,
  signals: readonly StopSignal[] = ['SIGINT', 'SIGQUIT', 'SIGKILL'],
): Promise<void> {
  for (const signal of signals) {
    for (const pid of await list()) sendSignal(pid, signal);
    const deadline = Date.now() + patience[signal];
    while ((await list()).length > 0) {
      if (Date.now() >= deadline) break;
      await pause(20);
    }
  }
}

/** Answers whether there was such a process that we may signal. */
export function sendSignal(pid: number, signal: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(pid, signal);
  } catch {
    return false;
  }
}
