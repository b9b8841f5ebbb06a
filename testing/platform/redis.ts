import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { createInterface } from 'node:readline';
import { Redis } from 'ioredis';

export interface TestRedis {
  url: string;
  /** Freezes the server, as an overloaded machine would. */
  pause(): void;
  resume(): void;
  /** Numbers the entries of a stream from now on as a clock would that goes ahead of this one. */
  advanceStream(name: string, milliseconds: number): Promise<void>;
  stop(): Promise<void>;
}

/** A real Redis that keeps nothing, from Debian's package `redis-server`. */
export async function startRedis(port?: number): Promise<TestRedis> {
  const chosen = port ?? (await freePort());
  const settings = ['--port', String(chosen), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no'];
  const server = spawn('redis-server', settings, { stdio: ['ignore', 'pipe', 'inherit'] });
  const ended = once(server, 'exit');
  const failed = ended.then(([code]) => {
    throw new Error(`redis-server ended with ${String(code)}; is Debian's package redis-server installed?`);
  });
  // Only its end before it is ready is a failure.
  failed.catch(() => {});
  await Promise.race([ready(createInterface(server.stdout)), failed]);
  return {
    url: `redis://127.0.0.1:${chosen}`,
    pause: () => void server.kill('SIGSTOP'),
    resume: () => void server.kill('SIGCONT'),
    async advanceStream(name, milliseconds) {
      const client = new Redis(chosen, '127.0.0.1');
      await client.xadd(name, `${Date.now() + milliseconds}-0`, 'uid', 'nobody');
      await client.quit();
    },
    async stop() {
      // It keeps nothing, so there is nothing to finish, and a frozen one would not hear anything gentler.
      server.kill('SIGKILL');
      await ended;
    },
  };
}

function ready(lines: ReturnType<typeof createInterface>): Promise<void> {
  return new Promise((resolve) => {
    lines.on('line', (line) => {
      if (line.includes('Ready to accept connections')) resolve();
    });
  });
}

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address() as AddressInfo;
  probe.close();
  await once(probe, 'close');
  return port;
}
