import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inject, onTestFinished, test as base } from 'vitest';
import { openDatabase } from '#server/platform/database/database.ts';
import { createTestApp } from './app.ts';
import { TEMPLATE, databaseUrlOf } from './template.ts';
import { World } from './world.ts';

export { expect } from 'vitest';

const perFile = { scope: 'file' } as const;

async function onServer(statement: string): Promise<void> {
  const { pool, close } = openDatabase({ url: inject('postgresUrl'), poolSize: 1, onIdleError: () => {} });
  await pool.query(statement);
  await close();
}

/** A database with nothing in it, for as long as the test runs. */
export async function emptyDatabase(): Promise<string> {
  const name = `test_${randomBytes(8).toString('hex')}`;
  await onServer(`create database ${name}`);
  onTestFinished(() => onServer(`drop database ${name} with (force)`));
  return databaseUrlOf(inject('postgresUrl'), name);
}

/** Tests with a database of their own file's, copied from the migrated template. */
export const test = base
  .extend('databaseUrl', perFile, async ({}, { onCleanup }) => {
    const name = `test_${randomBytes(8).toString('hex')}`;
    await onServer(`create database ${name} template ${TEMPLATE} strategy ${inject('copyStrategy')}`);
    onCleanup(() => onServer(`drop database ${name} with (force)`));
    return databaseUrlOf(inject('postgresUrl'), name);
  })
  .extend('folder', perFile, async ({}, { onCleanup }) => {
    const folder = await mkdtemp(join(tmpdir(), 'serenata-files-'));
    onCleanup(() => rm(folder, { recursive: true, force: true }));
    return folder;
  })
  .extend('handle', perFile, ({ databaseUrl }, { onCleanup }) => {
    const handle = openDatabase({ url: databaseUrl, poolSize: 10, onIdleError: () => {} });
    onCleanup(() => handle.close());
    return handle;
  })
  .extend('app', perFile, ({ handle, databaseUrl, folder }) => createTestApp(handle.db, databaseUrl, folder))
  .extend('db', perFile, ({ handle }) => handle.db)
  .extend('world', ({ app }) => new World(app));
