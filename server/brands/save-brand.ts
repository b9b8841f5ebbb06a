/** How a whole brand gets into the database, from a file. */

import { transact } from '#server/platform/database/database.ts';
import type { Database } from '#server/platform/database/database.ts';
import type { WrittenBrand } from './brand-file.ts';
import { partsOfFile } from './editing/parts.ts';
import { insertBrand, publishParts } from './editing/publish.ts';

interface Saving {
  note?: string;
}

/**
 * Makes a brand, or updates it. What changed gets a new version; a plan stays for those who have bought it as it was
 * sold.
 */
export function saveBrand(db: Database, written: WrittenBrand, { note = '' }: Saving = {}): Promise<string> {
  return transact(db, async (tx) => {
    const { key } = written.settings;
    const brandId = await insertBrand(tx, key);
    await publishParts(tx, { brandId, key, contents: partsOfFile(written), publishedBy: null, note });
    return brandId;
  });
}
