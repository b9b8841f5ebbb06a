import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import type { Config } from './config.ts';
import { StartupFault } from './startup-fault.ts';

/** Later starts are quick, and may have to wait for a predecessor that still holds the port. */
export function isFirstStart({ dataDir, database }: Config): boolean {
  return database.url === undefined && !existsSync(join(dataDir, 'postgres'));
}

/** Finds out before the long work of a first start whether anybody could reach the server after it. */
export async function checkPort(config: Config): Promise<void> {
  const probe = createServer();
  try {
    probe.listen(config.port, config.host);
    await once(probe, 'listening');
  } catch (error) {
    throw explainListenError(error, config);
  }
  probe.close();
  await once(probe, 'close');
}

/** Says in one sentence why the server cannot listen; what it does not know it gives back. */
export function explainListenError(error: unknown, { port, host }: Config): unknown {
  switch (error instanceof Error && 'code' in error ? error.code : undefined) {
    case 'EADDRINUSE':
      return new StartupFault(
        `Port ${port} is taken by another program; stop it or set PORT to another one.`,
      );
    case 'EACCES':
      return new StartupFault(`This user may not listen on port ${port}; set PORT to one above 1023.`);
    case 'EADDRNOTAVAIL':
      return new StartupFault(`This machine has no address ${host}; see HOST.`);
    default:
      return error;
  }
}
