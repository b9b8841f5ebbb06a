import { once } from 'node:events';
import { createConnection, createServer } from 'node:net';
import type { AddressInfo, Socket } from 'node:net';
import { onTestFinished } from 'vitest';

export interface DatabaseProxy {
  port: number;
  /** From now on no connection gets through, and those that were through are cut off. */
  cut(): void;
  restore(): void;
  /** From now on nothing more gets through, though every connection stands and new ones are taken. */
  freeze(): void;
  thaw(): void;
  /** Connections that are through now. */
  readonly connections: number;
  /** Connections that were turned away since it was cut. */
  readonly refused: number;
}

/** Stands between a client and PostgreSQL, and can be cut, as a network can. */
export async function openDatabaseProxy(databaseUrl: string): Promise<DatabaseProxy> {
  const passing = new Set<Socket>();
  const pairs = new Map<Socket, Socket>();
  let isOpen = true;
  let isFrozen = false;
  let refused = 0;
  const server = createServer((outside) => {
    outside.on('error', () => {});
    if (!isOpen) {
      refused += 1;
      outside.destroy();
      return;
    }
    const inside = createConnection(targetOf(databaseUrl));
    inside.on('error', () => outside.destroy());
    passing.add(outside);
    outside.on('close', () => {
      passing.delete(outside);
      pairs.delete(outside);
      inside.destroy();
    });
    pairs.set(outside, inside);
    if (isFrozen) return;
    outside.pipe(inside).pipe(outside);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const cut = () => {
    isOpen = false;
    refused = 0;
    for (const socket of passing) socket.destroy();
  };
  onTestFinished(() => {
    cut();
    server.close();
  });
  return {
    port: (server.address() as AddressInfo).port,
    cut,
    restore() {
      isOpen = true;
    },
    freeze() {
      isFrozen = true;
      for (const [outside, inside] of pairs) {
        outside.unpipe(inside).pause();
        inside.unpipe(outside).pause();
      }
    },
    thaw() {
      isFrozen = false;
      for (const [outside, inside] of pairs) outside.pipe(inside).pipe(outside);
    },
    get connections() {
      return passing.size;
    },
    get refused() {
      return refused;
    },
  };
}

function targetOf(databaseUrl: string): { path: string } | { host: string; port: number } {
  const url = new URL(databaseUrl);
  const folder = url.searchParams.get('host');
  const port = Number(url.port || 5432);
  return folder ? { path: `${folder}/.s.PGSQL.${port}` } : { host: url.hostname, port };
}

/** The same database, by way of the proxy. */
export function urlOfProxy({ port }: DatabaseProxy, databaseUrl: string): string {
  const url = new URL(databaseUrl);
  url.searchParams.delete('host');
  url.hostname = '127.0.0.1';
  url.port = String(port);
  return url.href;
}
