import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { node } from '../processes.ts';
import type { Protocol, Talk, Command } from './generator.ts';
import type { Target } from './link.ts';

export interface Generator {
  pid: number;
  /** Connects as many as are missing. */
  open(protocol: Protocol, target: Target, count: number): Promise<void>;
  saturate(seconds: number): Promise<Talk>;
  steady(seconds: number, perSecond: number): Promise<Talk>;
  closeAll(): Promise<void>;
  stop(): Promise<void>;
}

interface Answer {
  fault?: string;
  talk?: Talk;
}

export async function startGenerator(): Promise<Generator> {
  const child = fork(join(import.meta.dirname, 'generator.ts'), { execPath: node });
  const ended = once(child, 'exit');
  const answer = async (): Promise<Answer> => {
    const [said] = (await Promise.race([
      once(child, 'message'),
      ended.then(() => [{ fault: 'the generator ended' }]),
    ])) as [Answer];
    if (said.fault !== undefined) throw new Error(said.fault);
    return said;
  };
  const send = (command: Command) => {
    child.send(command);
    return answer();
  };
  const talk = async (command: Command): Promise<Talk> => {
    const said = await send(command);
    if (!said.talk) throw new Error('the generator has not measured anything');
    return said.talk;
  };
  await answer();
  return {
    pid: child.pid ?? 0,
    async open(protocol, target, count) {
      await send({ do: 'open', protocol, target, count });
    },
    saturate: (seconds) => talk({ do: 'saturate', seconds }),
    steady: (seconds, perSecond) => talk({ do: 'steady', seconds, perSecond }),
    async closeAll() {
      await send({ do: 'close' });
    },
    async stop() {
      child.kill('SIGTERM');
      await ended;
    },
  };
}
