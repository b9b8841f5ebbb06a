/** Brands as files: a folder of them, of which one that is wrong never keeps the others back. */

import { readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { StartupFault } from '#server/platform/config/startup-fault.ts';
import type { Database } from '#server/platform/database/database.ts';
import { brandFile } from './brand-file.ts';
import type { BrandFile, WrittenBrand } from './brand-file.ts';
import type { RefusedBrand } from './directory.ts';
import { explainRefusal } from './rules/check-brand.ts';
import { saveBrand } from './save-brand.ts';

export const brandsFolder = join(import.meta.dirname, '../../brands');

export interface NamedBrandFile {
  /** As an operator would name it. */
  name: string;
  file: BrandFile;
  written: WrittenBrand;
}

/** Reads one. A fault names the file and the field. */
export async function readBrandFile(
  path: string,
  name = path,
): Promise<Pick<NamedBrandFile, 'file' | 'written'>> {
  const text = await readFile(path, 'utf8').catch(() => {
    throw new StartupFault(`${name} cannot be read.`);
  });
  const written = parseJson(text, name);
  const parsed = brandFile.safeParse(written);
  if (!parsed.success)
    throw new StartupFault(`${name} is not a valid brand:\n${z.prettifyError(parsed.error)}`);
  return { file: parsed.data, written: written as WrittenBrand };
}

function parseJson(text: string, name: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new StartupFault(`${name} is not JSON: ${(error as Error).message}`);
  }
}

/** Reads all of a folder in the order of their names, the good ones and why the others are left out. */
export async function readBrandFolder(
  folder = brandsFolder,
): Promise<{ files: NamedBrandFile[]; refused: RefusedBrand[] }> {
  const files: NamedBrandFile[] = [];
  const refused: RefusedBrand[] = [];
  for (const entry of (await readdir(folder)).filter((each) => each.endsWith('.json')).sort()) {
    const name = `brands/${entry}`;
    try {
      const { file, written } = await readBrandFile(join(folder, entry), name);
      const twin = files.find((each) => each.file.settings.key === file.settings.key);
      if (twin)
        throw new StartupFault(
          `settings.key: ${file.settings.key} is the key of ${twin.name} already; a copy needs one of its own.`,
        );
      files.push({ name, file, written });
    } catch (error) {
      refused.push({ name, reason: explainRefusal(error) });
    }
  }
  return { files, refused };
}

/** The demo's own brands, of which none may be wrong. */
export async function readBrandFiles(): Promise<BrandFile[]> {
  return (await readAllFiles()).map(({ file }) => file);
}

async function readAllFiles(): Promise<NamedBrandFile[]> {
  const { files, refused } = await readBrandFolder();
  if (refused.length > 0) throw new StartupFault(refused.map(({ reason }) => reason).join('\n'));
  return files;
}

export async function saveBrandFiles(db: Database): Promise<void> {
  for (const { written } of await readAllFiles()) await saveBrand(db, written);
}
