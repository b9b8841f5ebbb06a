import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import { AwsClient } from 'aws4fetch';
import pLimit from 'p-limit';
import { SECOND } from '../clock.ts';
import type { Storage } from './storage.ts';
import { checkKey, contentTypeOf, isPublicKey } from './storage-key.ts';

export interface S3Options {
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
  const root = `${endpoint.replace(/\/+$/, '')}/${bucket}`;
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
      await pause(retryMilliseconds * 2 ** (attempt - 1) * (0.5 + Math.random()));
    }
  }

  async function removeUrl(url: string): Promise<void> {
    await finish(await call({ method: 'DELETE', url }), [200, 204, 404]);
  }

  async function listPage(prefix: string, token: string | undefined) {
    const query = new URLSearchParams({ 'list-type': '2', prefix });
    if (token) query.set('continuation-token', token);
    const xml = await finish(await call({ method: 'GET', url: `${root}?${query.toString()}` }), [200]);
    return { keys: readAll(xml, 'Key'), next: readAll(xml, 'NextContinuationToken')[0] };
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
        stream: Readable.fromWeb(response.body),
        size: Number(response.headers.get('content-length')),
        contentType: response.headers.get('content-type') ?? contentTypeOf(key),
      };
    },

    async remove(key) {
      await removeUrl(urlOf(key));
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
  const timer = setTimeout(() => controller.abort(new Error('S3 does not answer')), PATIENCE);
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
  const code = readAll(text, 'Code')[0] ?? 'no reason given';
  throw new Error(`S3 answered ${response.status} (${code})`);
}

function readAll(xml: string, element: string): string[] {
  return [...xml.matchAll(new RegExp(`<${element}>([^<]*)</${element}>`, 'g'))].map(([, text = '']) =>
    unescapeXml(text),
  );
}

const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

function unescapeXml(text: string): string {
  return text.replace(/&(#x?)?(\w+);/g, (whole, number: string | undefined, name: string) => {
    if (number) return String.fromCodePoint(Number.parseInt(name, number === '#x' ? 16 : 10));
    return entities[name] ?? whole;
  });
}

/** Others may have put files with any name below our folder. */
function escape(key: string): string {
  return key.split('/').map(encodeURIComponent).join('/');
}
