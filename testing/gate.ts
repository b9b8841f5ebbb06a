import { once } from 'node:events';
import { createConnection, createServer } from 'node:net';
import type { AddressInfo, Socket } from 'node:net';
import { onTestFinished } from 'vitest';

export interface Gate {
  port: number;
  /** From now on nobody gets through, and whoever was through is cut off. */
  shut(): void;
  open(): void;
  /** Connections that are through now. */
  readonly through: number;
  /** Connections that were turned away since it was shut. */
  readonly refused: number;
}

/** Stands between a client and PostgreSQL, and can be shut, as a network can. */
export async function openGate(databaseUrl: string): Promise<Gate> {
  const passing = new Set<Socket>();
  let isOpen = true;
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
      inside.destroy();
    });
    outside.pipe(inside).pipe(outside);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const shut = () => {
    isOpen = false;
    refused = 0;
    for (const socket of passing) socket.destroy();
  };
  onTestFinished(() => {
    shut();
    server.close();
  });
  return {
    port: (server.address() as AddressInfo).port,
    shut,
    open() {
      isOpen = true;
    },
    get through() {
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

/** The same database, through the gate. */
export function urlThrough({ port }: Gate, databaseUrl: string): string {
  const url = new URL(databaseUrl);
  url.searchParams.delete('host');
  url.hostname = '127.0.0.1';
  url.port = String(port);
  return url.href;
}
