import { mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { startS3Sandbox } from '#sandbox/s3.ts';
import type { S3Sandbox } from '#sandbox/s3.ts';
import { localStorage, s3Storage } from './storage.ts';
import type { Storage } from './storage.ts';

let folder: string;
let s3: S3Sandbox;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'serenata-storage-'));
  s3 = await startS3Sandbox({ pageSize: 3 });
});
afterAll(async () => {
  await s3.stop();
  await rm(folder, { recursive: true });
});
beforeEach(() => s3.requests.splice(0));

const bytes = (text: string) => new TextEncoder().encode(text);

async function read(storage: Storage, key: string): Promise<string | undefined> {
  const file = await storage.get(key);
  if (!file) return undefined;
  const data = await buffer(file.stream);
  expect(data).toHaveLength(file.size);
  return data.toString();
}

const stores: Record<string, () => Storage> = {
  'a folder': () => localStorage(folder),
  S3: () => s3Storage({ ...s3, retryMilliseconds: 1 }),
};

describe.each(Object.entries(stores))('files in %s', (_, open) => {
  test('come back as they went in, until they are removed', async () => {
    const storage = open();
    const data = Uint8Array.from({ length: 300_000 }, (__, index) => index % 251);
    await storage.put('a/photo_1-x.webp', data, 'image/webp');
    const file = await storage.get('a/photo_1-x.webp');
    expect(file).toMatchObject({ size: 300_000, contentType: 'image/webp' });
    expect(Buffer.compare(data, file ? await buffer(file.stream) : Buffer.alloc(0))).toBe(0);

    await storage.remove('a/photo_1-x.webp');
    expect(await storage.get('a/photo_1-x.webp')).toBeUndefined();
    await storage.remove('a/photo_1-x.webp');
  });

  test('may be empty', async () => {
    const storage = open();
    await storage.put('empty.json', bytes(''), 'application/json');
    expect(await read(storage, 'empty.json')).toBe('');
  });

  test('are replaced as a whole', async () => {
    const storage = open();
    await storage.put('b/one.svg', bytes('a longer first version'), 'image/svg+xml');
    await storage.put('b/one.svg', bytes('second'), 'image/svg+xml');
    expect(await read(storage, 'b/one.svg')).toBe('second');
  });

  test('are removed by folder, and those beside it are not', async () => {
    const storage = open();
    const doomed = Array.from({ length: 10 }, (__, index) => `c/7/photo/${index}.jpg`);
    for (const key of [...doomed, 'c/70/1.jpg', 'c/8.jpg']) await storage.put(key, bytes(key), 'image/jpeg');
    expect(await storage.list('c/7')).toEqual(doomed.toSorted());
    expect(await storage.list('c/nothing')).toEqual([]);
    await storage.removeAll('c/7');
    for (const key of doomed) expect(await storage.get(key)).toBeUndefined();
    expect(await read(storage, 'c/70/1.jpg')).toBe('c/70/1.jpg');
    expect(await read(storage, 'c/8.jpg')).toBe('c/8.jpg');
    expect(await storage.get('c/70')).toBeUndefined();
    await storage.removeAll('c/7');
  });

  test('never have a key that could lead elsewhere', async () => {
    const storage = open();
    const climbing = ['', '/', '..', '../x', 'a/../b', 'a//b', '/a', 'a/', './a', 'a/.hidden', 'a..b'];
    const odd = ['A', 'a b', 'a\\b', 'a\0', 'à', 'a%2e', 'x'.repeat(501)];
    for (const key of [...climbing, ...odd]) {
      await expect(storage.put(key, bytes('x'), 'image/png')).rejects.toThrow('not a storage key');
      await expect(storage.get(key)).rejects.toThrow('not a storage key');
      await expect(storage.remove(key)).rejects.toThrow('not a storage key');
      await expect(storage.removeAll(key)).rejects.toThrow('not a storage key');
    }
  });
});

test('a write that fails leaves nothing behind', async () => {
  const storage = localStorage(folder);
  await storage.put('d/taken/inner.png', bytes('x'), 'image/png');
  await expect(storage.put('d/taken', bytes('y'), 'image/png')).rejects.toThrow('EISDIR');
  expect(await readdir(join(folder, 'd'))).toEqual(['taken']);
});

test('a folder tells types by name, and what is unknown is only downloaded', async () => {
  const storage = localStorage(folder);
  const types = {
    'e.avif': 'image/avif',
    'e.pdf': 'application/pdf',
    'e.html': 'application/octet-stream',
    e: 'application/octet-stream',
  };
  for (const [key, contentType] of Object.entries(types)) {
    await storage.put(key, bytes('x'), 'text/html');
    const file = await storage.get(key);
    file?.stream.destroy();
    expect(file?.contentType).toBe(contentType);
  }
});

test('S3 is asked again when it stumbles or hangs up', async () => {
  const storage = s3Storage({ ...s3, retryMilliseconds: 1 });
  s3.troubles.push(503, 'hang up', 500);
  await storage.put('photos/one.png', bytes('patience'), 'image/png');
  expect(s3.requests).toEqual(Array(4).fill('PUT /photos/photos/one.png'));
  expect(await read(storage, 'photos/one.png')).toBe('patience');
  expect(s3.objects.get('photos/one.png')?.headers['cache-control']).toContain('immutable');
});

test('S3 is not asked for ever', async () => {
  const storage = s3Storage({ ...s3, retryMilliseconds: 1 });
  s3.troubles.push(503, 503, 503, 503);
  await expect(storage.remove('f/one.png')).rejects.toThrow('S3 answered 503 (SlowDown)');
  s3.troubles.push('hang up', 'hang up', 'hang up', 'hang up');
  await expect(storage.get('f/one.png')).rejects.toThrow('fetch failed');
  expect(s3.requests).toHaveLength(8);
});

test('S3 refuses a wrong secret, region or key', async () => {
  const wrong: [Partial<S3Sandbox>, string][] = [
    [{ secretAccessKey: 'guess' }, 'S3 answered 403 (SignatureDoesNotMatch)'],
    [{ accessKeyId: 'guess' }, 'S3 answered 403 (InvalidAccessKeyId)'],
    [{ region: 'elsewhere' }, 'S3 answered 400 (AuthorizationHeaderMalformed)'],
    [{ bucket: 'other' }, 'S3 answered 404 (NoSuchBucket)'],
  ];
  for (const [part, message] of wrong) {
    await expect(s3Storage({ ...s3, ...part }).put('x.png', bytes('x'), 'image/png')).rejects.toThrow(
      message,
    );
  }
  expect(s3.objects.has('x.png')).toBe(false);
});

test('names that others gave to files below our folder are no obstacle', async () => {
  const storage = s3Storage({ ...s3, retryMilliseconds: 1 });
  s3.objects.set('g/1/Café & <b> (1).png', { data: Buffer.from('x'), contentType: 'image/png', headers: {} });
  await storage.removeAll('g');
  expect([...s3.objects.keys()].filter((key) => key.startsWith('g/'))).toEqual([]);
});

test('files of members are for the user alone who runs the server', async () => {
  const before = process.umask(0);
  onTestFinished(() => void process.umask(before));
  await localStorage(folder).put('exports/one/copy.zip', bytes('everything'), 'application/zip');
  const modes = ['exports', 'exports/one', 'exports/one/copy.zip'].map(async (name) => {
    const { mode } = await stat(join(folder, name));
    return (mode & 0o777).toString(8);
  });
  expect(await Promise.all(modes)).toEqual(['700', '700', '600']);
});
