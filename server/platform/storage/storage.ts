import { randomBytes, createHash } from 'node:crypto';
import { mkdir, open, readdir, rename, rm } from 'node:fs/promises';
import { dirname, join, relative, sep } from 'node:path';
import { Readable } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import { AwsClient } from 'aws4fetch';
import { XMLParser } from 'fast-xml-parser';
import pLimit from 'p-limit';
import { z } from 'zod';
import { AwayError } from '../away.ts';
import { backoff } from '../backoff.ts';
import { SECOND } from '../clock.ts';
import type { Config } from '../config/config.ts';
import { prepareClosedFolder } from '../config/data-folder.ts';

const contentTypes: Record<string, string> = {
  webp: 'image/webp',
  avif: 'image/avif',
  jpg: 'image/jpeg',
  png: 'image/png',
  svg: 'image/svg+xml',
  pdf: 'application/pdf',
  zip: 'application/zip',
  json: 'application/json',
};

/** A folder stores no content types, so the file name decides; unknown types are only ever downloaded. */
function contentTypeOf(key: string): string {
  const extension = /\.([a-z0-9]+)$/.exec(key)?.[1] ?? '';
  return contentTypes[extension] ?? 'application/octet-stream';
}

const LONGEST_KEY = 500;

/** Throws on whatever could leave the folder or means different files to different file systems. */
function checkKey(key: string): string {
  const parts = key.split('/');
  const sound = parts.every((part) => /^[a-z0-9_-][a-z0-9._-]*$/.test(part) && !part.includes('..'));
  if (!sound || key.length > LONGEST_KEY)
    throw new Error(`not a storage key: ${JSON.stringify(key.slice(0, 100))}`);
  return key;
}

/** Whether the files there are public: approved photos and the blurred ones for visitors, nothing else. */
function isPublicKey(key: string): boolean {
  return key.startsWith('photos/') || key.startsWith('blurred/');
}

interface StoredFile {
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
  /** The keys of everything below a folder such as `lunaria/photos/7`. */
  list(folder: string): Promise<string[]>;
  /** Removes everything below it. */
  removeAll(folder: string): Promise<void>;
}

/** In S3 where that is configured, or in a folder that only this user may read. */
export async function openStorage({ s3, dataDir }: Pick<Config, 's3' | 'dataDir'>): Promise<Storage> {
  return s3 ? s3Storage(s3) : localStorage(await prepareClosedFolder(join(dataDir, 'storage')));
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
      // No key begins with a dot, so a half-written file can be neither read nor named.
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

    async list(prefix) {
      const entries = await readdir(pathOf(prefix), { recursive: true, withFileTypes: true }).catch(
        undefinedIfMissing,
      );
      return (entries ?? [])
        .filter((entry) => entry.isFile() && !entry.name.startsWith('.'))
        .map((entry) => relative(folder, join(entry.parentPath, entry.name)).split(sep).join('/'))
        .toSorted();
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

interface S3Options {
  endpoint: string;
  region: string;
  bucket: string;
  accessKeyId: string;
  secretAccessKey: string;
  /** Before the first retry; it doubles each time. */
  retryMilliseconds?: number;
}

interface Call {
  method: 'GET' | 'PUT' | 'DELETE';
  url: string;
  headers?: Record<string, string>;
  body?: Uint8Array<ArrayBuffer>;
}

const xmlParser = new XMLParser({ parseTagValue: false, isArray: (name) => name === 'Contents' });
const listReply = z.object({
  // An element without content is an empty text.
  ListBucketResult: z.preprocess(
    (value) => (value === '' ? {} : value),
    z.object({
      Contents: z.array(z.object({ Key: z.string() })).optional(),
      NextContinuationToken: z.string().optional(),
    }),
  ),
});
const errorReply = z.object({ Error: z.object({ Code: z.string() }) });

const ATTEMPTS = 4;
const PATIENCE = 20 * SECOND;
const DELETE_CONCURRENCY = 8;

/** Any S3: Amazon's, Cloudflare's, MinIO, Garage. Addressed by path, since not all know buckets as host names. */
export function s3Storage({
  endpoint,
  region,
  bucket,
  retryMilliseconds = 200,
  ...keys
}: S3Options): Storage {
  const { accessKeyId, secretAccessKey } = keys;
  const client = new AwsClient({ accessKeyId, secretAccessKey, region, service: 's3', retries: 0 });
  const root = `${endpoint.replace(/(?<!\/)\/+$/, '')}/${bucket}`;
  const urlOf = (key: string) => `${root}/${checkKey(key)}`;

  /** Asks again when the time is up, the server cannot be reached or has a fault of its own. */
  async function call({ url, ...init }: Call): Promise<Response> {
    for (let attempt = 1; ; attempt += 1) {
      const last = attempt === ATTEMPTS;
      try {
        const response = await answerInTime(client, url, init);
        if (last || (response.status < 500 && response.status !== 429)) return response;
        await response.body?.cancel();
      } catch (error) {
        if (last) throw error;
      }
      await pause(backoff({ base: retryMilliseconds, cap: PATIENCE, jitter: 0.5 }, attempt));
    }
  }

  async function removeUrl(url: string): Promise<void> {
    await finish(await call({ method: 'DELETE', url }), [200, 204, 404]);
  }

  async function listPage(prefix: string, token: string | undefined) {
    const query = new URLSearchParams({ 'list-type': '2', prefix });
    if (token) query.set('continuation-token', token);
    const xml = await finish(await call({ method: 'GET', url: `${root}?${query.toString()}` }), [200]);
    const { Contents: contents = [], NextContinuationToken: next } = listReply.parse(
      xmlParser.parse(xml),
    ).ListBucketResult;
    return { keys: contents.map(({ Key }) => Key), next };
  }

  return {
    async put(key, data, contentType) {
      const body = new Uint8Array(data);
      const headers = {
        'Content-Type': contentType,
        'Cache-Control': isPublicKey(key) ? 'public, max-age=31536000, immutable' : 'private, no-store',
        // Signing the content, too, lets the store notice if it arrives damaged.
        'X-Amz-Content-Sha256': createHash('sha256').update(body).digest('hex'),
      };
      await finish(await call({ method: 'PUT', url: urlOf(key), headers, body }), [200]);
    },

    async get(key) {
      const response = await call({ method: 'GET', url: urlOf(key) });
      if (response.status !== 200 || !response.body) {
        await finish(response, [404]);
        return undefined;
      }
      return {
        stream: Readable.from(response.body, { objectMode: false }),
        size: Number(response.headers.get('content-length')),
        contentType: response.headers.get('content-type') ?? contentTypeOf(key),
      };
    },

    async remove(key) {
      await removeUrl(urlOf(key));
    },

    async list(folder) {
      const found: string[] = [];
      let token: string | undefined;
      do {
        const page = await listPage(`${checkKey(folder)}/`, token);
        found.push(...page.keys);
        token = page.next;
      } while (token);
      return found.toSorted();
    },

    async removeAll(folder) {
      const prefix = `${checkKey(folder)}/`;
      const limit = pLimit(DELETE_CONCURRENCY);
      let token: string | undefined;
      do {
        const { keys: found, next } = await listPage(prefix, token);
        await limit.map(found, (key) => removeUrl(`${root}/${escape(key)}`));
        token = next;
      } while (token);
    },
  };
}

/** The time runs until the answer begins; a large file may take longer to arrive. */
async function answerInTime(client: AwsClient, url: string, init: Omit<Call, 'url'>): Promise<Response> {
  const controller = new AbortController();
  const timer = setTimeout(() => controller.abort(new AwayError('S3 does not answer')), PATIENCE);
  try {
    return await fetch(await client.sign(url, { ...init, signal: controller.signal }));
  } finally {
    clearTimeout(timer);
  }
}

/** Reads the answer to its end, so that its connection is free again. */
async function finish(response: Response, expected: number[]): Promise<string> {
  const text = await response.text();
  if (expected.includes(response.status)) return text;
  const code = errorReply.safeParse(xmlParser.parse(text)).data?.Error.Code ?? 'no reason given';
  const words = `S3 answered ${response.status} (${code})`;
  throw response.status >= 500 || response.status === 429 ? new AwayError(words) : new Error(words);
}

/** Others may have put files with any name below our folder. */
function escape(key: string): string {
  return key.split('/').map(encodeURIComponent).join('/');
}
