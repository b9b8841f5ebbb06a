import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { node } from '../processes.ts';
import type { Bought, Command } from './buyers.ts';

export interface Buyers {
  pid: number;
  /** Buys as much as it can for so long. */
  buy(command: Command): Promise<Bought>;
  stop(): Promise<void>;
}

interface Answer {
  fault?: string;
  bought?: Bought;
}

export async function startBuyers(): Promise<Buyers> {
  const child = fork(join(import.meta.dirname, 'buyers.ts'), { execPath: node });
  const ended = once(child, 'exit');
  const answer = async (): Promise<Answer> => {
    const [said] = (await Promise.race([
      once(child, 'message'),
      ended.then(() => [{ fault: 'the buyers are gone' }]),
    ])) as [Answer];
    if (said.fault !== undefined) throw new Error(said.fault);
    return said;
  };
  await answer();
  return {
    pid: child.pid ?? 0,
    async buy(command) {
      child.send(command);
      const { bought } = await answer();
      if (!bought) throw new Error('nothing was bought');
      return bought;
    },
    async stop() {
      child.kill('SIGTERM');
      await ended;
    },
  };
}
