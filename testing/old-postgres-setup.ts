import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import type { Binaries } from '#embedded-postgres/choose-user.ts';
import { prepareDatabases } from './global-setup.ts';

/** The versions that DATABASE_URL may name beside the built-in one, the oldest first, and where Debian keeps them. */
const folders = [15, 16, 17].map((version) => `/usr/lib/postgresql/${version}/bin`);

/** As the global setup, on the oldest PostgreSQL that this machine's packages bring. */
export default function setup(project: TestProject): Promise<() => Promise<void>> {
  project.provide('copyStrategy', 'wal_log');
  return prepareDatabases(project, { binaries: findOldest(), copied: false });
}

function findOldest(): Binaries {
  const folder = folders.find((each) => existsSync(each));
  if (!folder)
    throw new Error('None of PostgreSQL 15, 16 and 17 is installed; `npm test` does so on Debian.');
  return { initdb: join(folder, 'initdb'), postgres: join(folder, 'postgres') };
}
