/** Brands on the command line: saved from a file, taken out as one, published and taken back. */

import { readBrandFile } from '#server/brands/brand-files.ts';
import { readBrandAsFile } from '#server/brands/editing/brand-as-file.ts';
import { deleteDrafts, readDrafts } from '#server/brands/editing/drafts.ts';
import { readAsOf } from '#server/brands/editing/publications.ts';
import { lockBrand, publishParts, readLiveParts } from '#server/brands/editing/publish.ts';
import type { Published } from '#server/brands/editing/publish.ts';
import { saveBrand } from '#server/brands/save-brand.ts';
import { StartupFault } from '#server/platform/config/startup-fault.ts';
import { transact } from '#server/platform/database/database.ts';
import type { CommandContext } from './reach-database.ts';

interface Given {
  note?: string | undefined;
  to?: string | undefined;
}

export async function brands(
  context: CommandContext,
  [verb, argument]: readonly (string | undefined)[],
  given: Given,
  usage: string,
): Promise<void> {
  if (verb === 'list') return listBrands(context);
  if (argument === undefined) throw new StartupFault(usage);
  if (verb === 'save') return saveFile(context, argument, given);
  if (verb === 'export') return exportFile(context, argument);
  if (verb === 'publish') return publishDrafts(context, argument, given);
  if (verb === 'rollback') return rollBack(context, argument, given);
  throw new StartupFault(usage);
}

async function listBrands({ db, terminal }: CommandContext): Promise<void> {
  for (const { id, key } of await db.selectFrom('brand').select(['id', 'key']).orderBy('key').execute()) {
    const live = await readLiveParts(db, id);
    const drafts = await readDrafts(db, id);
    const settings = live.get('brand')?.content ?? drafts.get('brand')?.content;
    const hostnames = Array.isArray(settings?.['hostnames']) ? settings['hostnames'].join(', ') : '';
    const newest = Math.max(0, ...[...live.values()].map(({ publication }) => publication));
    const state = [
      newest > 0 ? `publication ${newest}` : 'not published',
      ...(drafts.size > 0 ? [`drafts: ${[...drafts.keys()].join(', ')}`] : []),
    ];
    terminal.log(`${key.padEnd(16)} ${hostnames}  (${state.join('; ')})`);
  }
}

async function saveFile({ db, terminal }: CommandContext, path: string, { note }: Given): Promise<void> {
  const { file, written } = await readBrandFile(path);
  await saveBrand(db, written, note === undefined ? {} : { note });
  terminal.log(`${file.settings.title} is saved.`);
}

async function brandIdOf({ db }: CommandContext, key: string): Promise<string> {
  const row = await db.selectFrom('brand').select('id').where('key', '=', key).executeTakeFirst();
  if (!row) throw new StartupFault(`There is no brand ${key}.`);
  return row.id;
}

async function exportFile(context: CommandContext, key: string): Promise<void> {
  const file = await readBrandAsFile(context.db, await brandIdOf(context, key));
  if (!file) throw new StartupFault(`Nothing of ${key} is published yet.`);
  context.terminal.log(JSON.stringify(file, null, 2));
}

async function publishDrafts(context: CommandContext, key: string, { note = '' }: Given): Promise<void> {
  const brandId = await brandIdOf(context, key);
  const published = await transact(context.db, async (tx) => {
    await lockBrand(tx, brandId);
    const [live, drafts] = [await readLiveParts(tx, brandId), await readDrafts(tx, brandId)];
    const outdated = [...drafts].filter(
      ([part, { basedOn }]) => basedOn !== (live.get(part)?.version ?? null),
    );
    if (outdated.length > 0)
      throw new StartupFault(
        `Another version was published since these drafts were made: ${outdated.map(([part]) => part).join(', ')}.`,
      );
    const contents = new Map([...drafts].map(([part, { content }]) => [part, content]));
    const done = await publishParts(tx, { brandId, key, contents, publishedBy: null, note });
    await deleteDrafts(tx, brandId, [...drafts.keys()]);
    return done;
  });
  report(context, key, published);
}

async function rollBack(context: CommandContext, key: string, { note = '', to }: Given): Promise<void> {
  const publication = Number(to);
  if (!Number.isSafeInteger(publication) || publication < 1)
    throw new StartupFault('--to takes the number of a publication, as `brand list` shows it.');
  const brandId = await brandIdOf(context, key);
  const published = await transact(context.db, async (tx) => {
    await lockBrand(tx, brandId);
    const contents = await readAsOf(tx, brandId, publication, await readLiveParts(tx, brandId));
    return publishParts(tx, { brandId, key, contents, publishedBy: null, note });
  });
  report(context, key, published);
}

function report({ terminal }: CommandContext, key: string, { publication, parts }: Published): void {
  terminal.log(
    publication === null
      ? `Nothing of ${key} is different.`
      : `${key}, publication ${publication}: ${parts.map(({ part }) => part).join(', ')}`,
  );
}
