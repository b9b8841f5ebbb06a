import { createServer } from 'node:net';
import { join } from 'node:path';

/** Where PostgreSQL listens, and how an address says so. */
export type Listening = { settings: Record<string, string | number>; address(path: string): string };

const socketPort = 5432;
/** The system cuts longer names off; macOS has the lowest limit. */
const longestSocket = 103;

/** A socket in the cluster's own folder: faster than TCP, closed to other users, and it never collides. */
export function listenOnSocket(cluster: string): Listening | undefined {
  const file = join(cluster, `.s.PGSQL.${socketPort}`);
  if (process.platform === 'win32' || Buffer.byteLength(file) > longestSocket) return undefined;
  return {
    settings: {
      listen_addresses: '',
      unix_socket_directories: `"${cluster.replaceAll('"', '""')}"`,
      unix_socket_permissions: '0700',
      port: socketPort,
    },
    address: (path) => `localhost:${socketPort}${path}?host=${encodeURIComponent(cluster)}`,
  };
}

export async function listenOnPort(): Promise<Listening> {
  const port = await findFreePort();
  return {
    settings: { listen_addresses: '127.0.0.1', unix_socket_directories: '', port },
    address: (path) => `127.0.0.1:${port}${path}`,
  };
}

function findFreePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
    });
  });
}
