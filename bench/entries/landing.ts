import { execFile, execFileSync, spawnSync } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { chromium } from '@playwright/test';
import { z } from 'zod';
import { browserOptions } from '../../playwright.config.ts';
import { median, root } from '../lib/processes.ts';
import { startServerProcess } from '../lib/product.ts';
import type { Row } from '../lib/report.ts';

const categories = ['performance', 'accessibility', 'best-practices', 'seo'] as const;
const ROUNDS = 3;
const GOAL_SCORE = { atLeast: 95 };
const GOAL_SCRIPT = { atMost: 150 };

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => probe.once('listening', resolve));
  const { port } = probe.address() as AddressInfo;
  await new Promise((resolve) => probe.close(resolve));
  return port;
}

/** Fetched when it is first needed: it is a large package, and nothing but this bench runs it. */
const LIGHTHOUSE = 'lighthouse@13.5.0';

const report = z.object({
  categories: z.record(z.string(), z.object({ score: z.number().nullable() })),
  audits: z.record(z.string(), z.object({ numericValue: z.number().optional() })),
});

/** Has Lighthouse open an address in the browser that listens at this port. */
async function runLighthouse(url: string, port: number): Promise<z.infer<typeof report>> {
  const flags = [
    `--port=${port}`,
    `--only-categories=${categories.join(',')}`,
    // A demo brand asks not to be listed, on purpose.
    '--skip-audits=is-crawlable',
    '--output=json',
    '--quiet',
  ];
  const args = ['exec', '--yes', `--package=${LIGHTHOUSE}`, '--', 'lighthouse', url, ...flags];
  const { stdout } = await promisify(execFile)('npm', args, { maxBuffer: 64 * 1024 * 1024 });
  return report.parse(JSON.parse(stdout));
}

/** Lighthouse on a phone, for one brand's landing. */
async function judge(url: string, brand: string): Promise<Row[]> {
  const port = await freePort();
  const browser = await chromium.launch({
    ...browserOptions,
    args: [...browserOptions.args, `--remote-debugging-port=${port}`],
  });
  try {
    const runs: z.infer<typeof report>[] = [];
    for (let round = 0; round < ROUNDS; round += 1) runs.push(await runLighthouse(url, port));
    const score = (name: string) =>
      median(runs.map((run) => Math.round((run.categories[name]?.score ?? 0) * 100)));
    const audit = (name: string) => median(runs.map((run) => run.audits[name]?.numericValue ?? Number.NaN));
    return [
      ...categories.map((name): Row => ({
        what: `${brand}: Lighthouse ${name}`,
        figures: {},
        ratio: score(name),
        goal: GOAL_SCORE,
      })),
      {
        what: `${brand}: layout shift`,
        figures: {
          'FCP ms': audit('first-contentful-paint'),
          'LCP ms': audit('largest-contentful-paint'),
          'TBT ms': audit('total-blocking-time'),
        },
        ratio: audit('cumulative-layout-shift'),
        goal: { atMost: 0.001 },
      },
    ];
  } finally {
    await browser.close();
  }
}

/** What the landing page costs a phone. */
export async function landing(): Promise<Row[]> {
  if (spawnSync(browserOptions.executablePath, ['--version']).status !== 0) {
    console.log(
      '  Chromium is not installed (Debian: chromium-headless-shell; or CHROMIUM names it): left out',
    );
    return [];
  }
  const size = execFileSync(process.execPath, [join(root, 'scripts/bundle-size.ts')], { encoding: 'utf8' });
  const kilobytes = Number(/([\d.]+) kB {2}JavaScript of the landing page/.exec(size)?.[1]);
  const dataDir = await mkdtemp(join(tmpdir(), 'serenata-bench-'));
  const env = { DATA_DIR: dataDir, PORT: '0', LOG_LEVEL: 'error', LOG_FORMAT: 'json', ROLES: 'web,payment' };
  const server = await startServerProcess(env);
  try {
    return [
      { what: 'landing: JavaScript, kB gzip', figures: {}, ratio: kilobytes, goal: GOAL_SCRIPT },
      ...(await judge(`http://it.localhost:${server.port}/`, 'Lunaria')),
      ...(await judge(`http://es.localhost:${server.port}/`, 'Verbena')),
    ];
  } finally {
    await server.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
}
