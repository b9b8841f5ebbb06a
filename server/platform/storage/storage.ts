import { randomBytes } from 'node:crypto';
import { mkdir, open, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Readable } from 'node:stream';
import { checkKey, contentTypeOf } from './storage-key.ts';

export { s3Storage } from './storage-s3.ts';

export interface StoredFile {
  stream: Readable;
  size: number;
  contentType: string;
}

/** Files by key, in a folder or in S3. A key is never reused for other bytes, so readers may keep what they got. */
export interface Storage {
  put(key: string, data: Uint8Array, contentType: string): Promise<void>;
  get(key: string): Promise<StoredFile | undefined>;
  /** Removing what is not there is fine. */
  remove(key: string): Promise<void>;
  /** Everything below a folder such as `lunaria/photos/7`. */
  removeAll(folder: string): Promise<void>;
}

/**
 * A file is either there as a whole or not at all, whatever is killed when. Only the user who runs the server may read
 * it: members' photos, exports and receipts lie here.
 */
export function localStorage(folder: string): Storage {
  const pathOf = (key: string) => join(folder, checkKey(key));
  return {
    async put(key, data) {
      const path = pathOf(key);
      await mkdir(dirname(path), { recursive: true, mode: 0o700 });
      // No key begins with a dot, so nobody can read or name a half-written file.
      const draft = join(dirname(path), `.${randomBytes(12).toString('hex')}`);
      try {
        await writeThrough(draft, data);
        await rename(draft, path);
      } catch (error) {
        await rm(draft, { force: true });
        throw error;
      }
      await flushFolder(dirname(path));
    },

    async get(key) {
      const file = await open(pathOf(key)).catch(undefinedIfMissing);
      if (!file) return undefined;
      const stats = await file.stat();
      if (stats.isFile())
        return { stream: file.createReadStream(), size: stats.size, contentType: contentTypeOf(key) };
      await file.close();
      return undefined;
    },

    async remove(key) {
      await rm(pathOf(key), { force: true });
    },

    async removeAll(prefix) {
      await rm(pathOf(prefix), { force: true, recursive: true });
    },
  };
}

async function writeThrough(path: string, data: Uint8Array): Promise<void> {
  const file = await open(path, 'wx', 0o600);
  try {
    await file.writeFile(data);
    await file.sync();
  } finally {
    await file.close();
  }
}

/** The new name itself is on the disk only once the folder is. */
async function flushFolder(path: string): Promise<void> {
  const folder = await open(path);
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}

function undefinedIfMissing(error: unknown): undefined {
  const code: unknown = error instanceof Error && 'code' in error ? error.code : undefined;
  if (code === 'ENOENT' || code === 'ENOTDIR') return undefined;
  throw error;
}
