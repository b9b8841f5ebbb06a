import { setTimeout as pause } from 'node:timers/promises';
import { residentKilobytes } from '../node-at-rest.ts';
import type { Protocol } from './generator.ts';
import { HOST, IDLE } from './shape.ts';
import { startGenerator } from './start-generator.ts';

interface Server {
  pid: number;
  port: number;
  stop(): Promise<void>;
}

/** As many come first and leave, so that what is loaded or made once does not count. */
const EARLY = 200;
const SETTLE_MS = 3_000;

/** KB that a server needs for each of many who are signed in and say nothing. It is started for this alone. */
export async function measureMemory(
  protocol: Protocol,
  start: () => Promise<Server>,
  count = IDLE,
): Promise<number> {
  const server = await start();
  try {
    const generator = await startGenerator();
    try {
      const target = { port: server.port, host: HOST };
      await generator.open(protocol, target, Math.min(EARLY, count));
      await generator.closeAll();
      const before = await settledKilobytes(server.pid, protocol);
      await generator.open(protocol, target, count);
      return ((await settledKilobytes(server.pid, protocol)) - before) / count;
    } finally {
      await generator.stop();
    }
  } finally {
    await server.stop();
  }
}

async function settledKilobytes(pid: number, protocol: Protocol): Promise<number> {
  // Erlang tidies up by itself.
  if (protocol === 'socket.io') process.kill(pid, 'SIGUSR2');
  await pause(SETTLE_MS);
  return residentKilobytes(pid);
}
