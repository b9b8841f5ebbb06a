import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import pg from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { checkServerVersion, explainDatabaseError, StartupFault } from './startup-fault.ts';

test('PostgreSQL 15 will do, 14 will not', () => {
  expect(() => checkServerVersion(150_000)).not.toThrow();
  expect(() => checkServerVersion(140_012)).toThrow(
    new StartupFault('The database server is PostgreSQL 14, but Serenata needs 15 or newer.'),
  );
});

test('the address is free', async () => {
  const port = await listen();
  expect(await explain(`postgres://user:hidden@127.0.0.1:${port.close()}/name`)).toBe(
    `DATABASE_URL: nothing answers at 127.0.0.1:${port.number}; is PostgreSQL running there?`,
  );
});

test('another program listens', async () => {
  const port = await listen((socket) => socket.destroy());
  expect(await explain(`postgres://user:hidden@127.0.0.1:${port.number}/name`)).toMatch(
    /closed the connection|cannot be used/,
  );
});

test('another program listens and says nothing', async () => {
  const port = await listen();
  expect(await explain(`postgres://user:hidden@127.0.0.1:${port.number}/name`, 50)).toBe(
    `DATABASE_URL: 127.0.0.1:${port.number} did not answer in time.`,
  );
});

test('the host is unknown', async () => {
  expect(await explain('postgres://user:hidden@nowhere.invalid/name')).toBe(
    'DATABASE_URL: the host nowhere.invalid is unknown.',
  );
});

test('a certificate is not trusted, in the replica’s address', () => {
  const failure = Object.assign(new Error('self-signed certificate'), {
    code: 'DEPTH_ZERO_SELF_SIGNED_CERT',
  });
  expect(explainDatabaseError(failure, 'postgres://a:hidden@b/c', 'DATABASE_REPLICA_URL').message).toBe(
    'DATABASE_REPLICA_URL: the certificate of b:5432 is not trusted (DEPTH_ZERO_SELF_SIGNED_CERT).',
  );
});

test('an unknown failure tells its code alone', () => {
  const failure = Object.assign(new Error('hidden'), { code: 'XX000' });
  expect(explainDatabaseError(failure, 'postgres://a:hidden%@b/%c').message).toBe(
    'DATABASE_URL: b:5432 cannot be used (XX000).',
  );
});

async function explain(url: string, connectionTimeoutMillis = 5000): Promise<string> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis });
  const failure: unknown = await client.connect().catch((error: unknown) => error);
  const { message } = explainDatabaseError(failure, url);
  expect(message).not.toContain('hidden');
  return message;
}

async function listen(onConnection: (socket: { destroy(): void }) => void = () => {}) {
  const server = createServer(onConnection);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  return {
    number: port,
    close() {
      server.close();
      return port;
    },
  };
}
