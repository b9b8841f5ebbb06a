import { readFile, readdir } from 'node:fs/promises';
import { z } from 'zod';
import type { Database } from '../platform/database/database.ts';
import { StartupFault } from '../platform/config/startup-fault.ts';
import { brandFile, saveBrand } from './save-brand.ts';
import type { BrandFile } from './save-brand.ts';

const folder = new URL('../../brands/', import.meta.url);

/** Reads `brands/*.json`, in the order of their names. A fault is told with the file and the field. */
export async function readBrandFiles(): Promise<BrandFile[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.json')).sort();
  return Promise.all(
    names.map(async (name) => {
      const parsed = brandFile.safeParse(JSON.parse(await readFile(new URL(name, folder), 'utf8')));
      if (parsed.success) return parsed.data;
      throw new StartupFault(`brands/${name} is not a valid brand:\n${z.prettifyError(parsed.error)}`);
    }),
  );
}

export async function saveBrandFiles(db: Database): Promise<void> {
  for (const file of await readBrandFiles()) await saveBrand(db, file);
}
