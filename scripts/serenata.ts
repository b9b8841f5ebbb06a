/** The command line of an operator. */
import { readFile } from 'node:fs/promises';
import { z } from 'zod';
import { brandFile, saveBrand } from '../server/brands/save-brand.ts';
import { openBrandDirectory } from '../server/brands/directory.ts';
import { readConfig, readEnvironment } from '../server/core/config.ts';
import { connectDatabase } from '../server/core/connect-database.ts';
import type { Database } from '../server/core/database.ts';
import { createLogger } from '../server/core/log.ts';
import { StartupFault } from '../server/core/startup-fault.ts';

const usage = `Usage:
  npm run -s serenata -- brand save FILE   make a brand from a file, or bring it up to date
  npm run -s serenata -- brand list        the brands and their hostnames`;

async function saveBrandFile(db: Database, path: string): Promise<void> {
  const text = await readFile(path, 'utf8').catch(() => {
    throw new StartupFault(`${path} cannot be read.`);
  });
  const parsed = brandFile.safeParse(parseJson(text, path));
  if (!parsed.success)
    throw new StartupFault(`${path} is not a valid brand:\n${z.prettifyError(parsed.error)}`);
  await saveBrand(db, parsed.data);
  console.log(`${parsed.data.settings.title} is saved.`);
}

function parseJson(text: string, path: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new StartupFault(`${path} is not JSON: ${(error as Error).message}`);
  }
}

async function listBrands(db: Database): Promise<void> {
  const directory = await openBrandDirectory({ db, localhostIsFirst: false });
  for (const { key, settings } of directory.all())
    console.log(`${key.padEnd(16)} ${settings.hostnames.join(', ')}`);
}

async function withDatabase(work: (db: Database) => Promise<void>): Promise<void> {
  const config = readConfig(readEnvironment());
  const database = await connectDatabase(
    config,
    createLogger({ logLevel: 'error', logFormat: 'json' }),
    () => {},
  );
  try {
    await work(database.primary.db);
  } finally {
    await database.close();
  }
}

async function main([noun, verb, argument]: readonly string[]): Promise<void> {
  if (noun === 'brand' && verb === 'save' && argument)
    return withDatabase((db) => saveBrandFile(db, argument));
  if (noun === 'brand' && verb === 'list') return withDatabase(listBrands);
  throw new StartupFault(usage);
}

main(process.argv.slice(2)).catch((error: unknown) => {
  console.error(error instanceof StartupFault ? error.message : error);
  process.exitCode = 1;
});
