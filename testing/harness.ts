import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inject, onTestFinished, test as base } from 'vitest';
import { openDatabase } from '#server/platform/database/database.ts';
import type { DatabaseHandle } from '#server/platform/database/database.ts';
import { createTestApp } from './app.ts';
import type { TestApp } from './app.ts';
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

type CleanUp = () => void | Promise<void>;
type OnCleanup = (cleanUp: CleanUp) => void;

async function copyTemplate(onCleanup: OnCleanup): Promise<string> {
  const name = `test_${randomBytes(8).toString('hex')}`;
  await onServer(`create database ${name} template ${TEMPLATE} strategy ${inject('copyStrategy')}`);
  onCleanup(() => onServer(`drop database ${name} with (force)`));
  return databaseUrlOf(inject('postgresUrl'), name);
}

async function newFolder(onCleanup: OnCleanup): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'serenata-files-'));
  onCleanup(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

function openPool(url: string, onCleanup: OnCleanup): DatabaseHandle {
  const handle = openDatabase({ url, poolSize: 10, onIdleError: () => {} });
  onCleanup(() => handle.close());
  return handle;
}

/** A server on a database of its own, until the work is done. */
export async function onSeparateApp<T>(work: (app: TestApp) => Promise<T>): Promise<T> {
  const cleanUps: CleanUp[] = [];
  const onCleanup: OnCleanup = (cleanUp) => void cleanUps.unshift(cleanUp);
  try {
    const url = await copyTemplate(onCleanup);
    return await work(await createTestApp(openPool(url, onCleanup).db, url, await newFolder(onCleanup)));
  } finally {
    for (const cleanUp of cleanUps) await cleanUp();
  }
}

/** Tests with a database of their own file's, copied from the migrated template. */
export const test = base
  .extend('databaseUrl', perFile, ({}, { onCleanup }) => copyTemplate(onCleanup))
  .extend('folder', perFile, ({}, { onCleanup }) => newFolder(onCleanup))
  .extend('handle', perFile, ({ databaseUrl }, { onCleanup }) => openPool(databaseUrl, onCleanup))
  .extend('app', perFile, ({ handle, databaseUrl, folder }) => createTestApp(handle.db, databaseUrl, folder))
  .extend('db', perFile, ({ handle }) => handle.db)
  .extend('world', ({ app }) => new World(app));
