import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readFile, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { build } from 'vite';
import type { InlineConfig } from 'vite';

const root = join(import.meta.dirname, '..');
const compressed = /\.(js|css|svg|json|map)$/;
const WORTH_COMPRESSING_BYTES = 500;

const brotli = promisify(brotliCompress);
const zip = promisify(gzip);

function app(folder: string, more: InlineConfig = {}) {
  return build({
    configFile: join(root, folder, 'vite.config.ts'),
    logLevel: 'warn',
    mode: 'production',
    ...more,
  });
}

/** The service worker must differ from build to build, or browsers would keep the old one. */
async function stampServiceWorker(): Promise<void> {
  const file = join(root, 'dist/site/sw.js');
  const manifest = await readFile(join(root, 'dist/site/.vite/manifest.json'));
  const version = createHash('sha256').update(manifest).digest('hex').slice(0, 12);
  await writeFile(file, (await readFile(file, 'utf8')).replaceAll('__VERSION__', version));
}

/** Leaves `.br` and `.gz` beside each file, so that the server never compresses the same bytes twice. */
async function compress(folder: string): Promise<void> {
  if (!existsSync(folder)) return;
  const names = (await readdir(folder)).filter((name) => compressed.test(name));
  await Promise.all(
    names.map(async (name) => {
      const file = join(folder, name);
      const content = await readFile(file);
      if (content.length < WORTH_COMPRESSING_BYTES) return;
      const params = {
        // 9 makes them a thousandth smaller and takes ten times as long, most of it for tables that hardly any file fills.
        [constants.BROTLI_PARAM_QUALITY]: 8,
        [constants.BROTLI_PARAM_LGWIN]: windowFor(content.length),
        [constants.BROTLI_PARAM_SIZE_HINT]: content.length,
      };
      await Promise.all([
        brotli(content, { params }).then((small) => writeFile(`${file}.br`, small)),
        zip(content, { level: 9 }).then((small) => writeFile(`${file}.gz`, small)),
      ]);
    }),
  );
}

/** A window that holds the whole file, in bits. */
function windowFor(bytes: number): number {
  const { BROTLI_MIN_WINDOW_BITS: least, BROTLI_MAX_WINDOW_BITS: most } = constants;
  return Math.min(most, Math.max(least, Math.ceil(Math.log2(bytes + 16))));
}

const started = performance.now();
const secondsGone = () => ((performance.now() - started) / 1000).toFixed(1);
const PARTS = 5;
let done = 0;

/** Says when a part is there: `npm start` shows how far the build is by these lines. */
async function reportPart(name: string, part: Promise<unknown>): Promise<void> {
  await part;
  done += 1;
  console.log(`${name} after ${secondsGone()} s (${done} of ${PARTS})`);
}

process.env['NODE_ENV'] = 'production';
try {
  await Promise.all([
    reportPart('site', app('site')),
    reportPart('pages of the site', app('site', { build: { ssr: 'src/entry-server.tsx' } })),
    reportPart('console', app('console')),
    reportPart('preview', app('site/preview')),
  ]);
  await stampServiceWorker();
  const assets = ['site', 'console', 'preview'].map((name) => compress(join(root, `dist/${name}/assets`)));
  await reportPart('compressed files', Promise.all(assets));
  console.log(`Built the web apps in ${secondsGone()} s.`);
} catch (error) {
  console.error(`The web apps could not be built: ${error instanceof Error ? error.message : String(error)}`);
  process.exitCode = 1;
}
