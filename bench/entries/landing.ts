import { execFile, spawnSync } from 'node:child_process';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { z } from 'zod';
import { startAccounts } from '../lib/accounts.ts';
import type { AccountsServer } from '../lib/accounts.ts';
import { isBrowserInstalled, openBrowser } from '../lib/pages/browser.ts';
import { benchPages } from '../lib/pages/page-list.ts';
import type { BenchPage } from '../lib/pages/page-list.ts';
import { weighPage } from '../lib/pages/weigh.ts';
import type { Weight } from '../lib/pages/weigh.ts';
import { median, root } from '../lib/processes.ts';
import type { Row } from '../lib/report.ts';

const categories = ['performance', 'accessibility', 'best-practices', 'seo'] as const;
const ROUNDS = 3;
const GOAL_SCORES = { performance: 100, accessibility: 100, 'best-practices': 95, seo: 95 };
const LANDING_KB = 90;
const MEMBERS_KB = 220;
const CONSOLE_KB = 200;
const MOST_FILES = 30;
/** So many scripts of a page are named. */
const LARGEST = 8;
/** Some of them alone: `BENCH_PARTS=weight`. */
const PARTS = process.env['BENCH_PARTS']?.split(',') ?? ['weight', 'looks', 'lighthouse'];

const report = (what: string) => console.log(`  ${what}`);

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => probe.once('listening', resolve));
  const { port } = probe.address() as AddressInfo;
  await new Promise((resolve) => probe.close(resolve));
  return port;
}

/** Fetched when it is first needed: it is a large package, and nothing but this bench runs it. */
const LIGHTHOUSE = 'lighthouse@13.5.0';

const lighthouseReport = z.object({
  categories: z.record(z.string(), z.object({ score: z.number().nullable() })),
  audits: z.record(z.string(), z.object({ numericValue: z.number().optional() })),
});

/** Has Lighthouse open an address in the browser that listens at this port. */
async function runLighthouse(url: string, port: number): Promise<z.infer<typeof lighthouseReport>> {
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
  return lighthouseReport.parse(JSON.parse(stdout));
}

/** Lighthouse on a phone, for one brand's landing. */
async function judge(url: string, brand: string): Promise<Row[]> {
  const port = await freePort();
  const browser = await openBrowser(port);
  try {
    const runs: z.infer<typeof lighthouseReport>[] = [];
    for (let round = 0; round < ROUNDS; round += 1) runs.push(await runLighthouse(url, port));
    const score = (name: string) =>
      median(runs.map((run) => Math.round((run.categories[name]?.score ?? 0) * 100)));
    const audit = (name: string) => median(runs.map((run) => run.audits[name]?.numericValue ?? Number.NaN));
    return [
      ...categories.map((name): Row => ({
        what: `${brand}: Lighthouse ${name}`,
        figures: {},
        value: score(name),
        goal: { atLeast: GOAL_SCORES[name] },
      })),
      {
        what: `${brand}: layout shift`,
        figures: {
          'FCP ms': audit('first-contentful-paint'),
          'LCP ms': audit('largest-contentful-paint'),
          'TBT ms': audit('total-blocking-time'),
        },
        value: audit('cumulative-layout-shift'),
        goal: { atMost: 0.001 },
      },
    ];
  } finally {
    await browser.close();
  }
}

/** What a first visit to each page loads. */
async function weighPages(server: AccountsServer): Promise<Row[]> {
  const browser = await openBrowser();
  try {
    const rows: Row[] = [];
    for (const page of Object.values<BenchPage>(benchPages)) {
      report(page.what);
      rows.push(...rowsOf(page, await weighPage(browser, server, page)));
    }
    return rows;
  } finally {
    await browser.close();
  }
}

function rowsOf({ what, audience }: BenchPage, weight: Weight): Row[] {
  const most = { visitor: LANDING_KB, member: MEMBERS_KB, staff: CONSOLE_KB };
  const isConsole = what.startsWith('console');
  const kilobytes = isConsole ? CONSOLE_KB : most[audience];
  const largest = [...weight.scripts].sort(([, a], [, b]) => b - a).slice(0, LARGEST);
  report(`largest: ${largest.map(([name, bytes]) => `${name} ${(bytes / 1_000).toFixed(1)} kB`).join(', ')}`);
  return [
    {
      what: `${what}: JavaScript, kB gzip`,
      figures: {
        'styles kB': weight.styleBytes / 1_000,
        'HTML kB': weight.htmlBytes / 1_000,
        requests: weight.requests,
      },
      value: weight.bytes / 1_000,
      goal: { atMost: kilobytes },
    },
    {
      what: `${what}: files of JavaScript`,
      figures: { 'under 1.5 kB': weight.tiny },
      value: weight.scripts.size,
      ...(audience === 'member' && { goal: { atMost: MOST_FILES } }),
    },
  ];
}

/** The landing in each of its looks and languages, as it rests and once it is touched: the heaviest counts. */
function weighLooks(): Row[] {
  // It fails where that is more than it allows, and says how much it is anyway.
  const { stdout } = spawnSync(process.execPath, [join(root, 'scripts/bundle-size.ts')], {
    encoding: 'utf8',
  });
  const row = (state: string): Row => ({
    what: `landing in its heaviest look, ${state}: JavaScript, kB gzip`,
    figures: {},
    value: Number(new RegExp(`([\\d.]+) kB {2}JavaScript of the landing page ${state}`).exec(stdout)?.[1]),
  });
  return [{ ...row('at rest'), goal: { atMost: LANDING_KB } }, row('touched')];
}

async function runLighthouseOn(server: AccountsServer): Promise<Row[]> {
  try {
    return [
      ...(await judge(`http://it.localhost:${server.port}/`, 'Lunaria')),
      ...(await judge(`http://es.localhost:${server.port}/`, 'Verbena')),
    ];
  } catch (error) {
    // What was weighed is not lost with it.
    report(`Lighthouse has failed and is left out: ${String(error).slice(0, 300)}`);
    return [];
  }
}

/** What pages cost a phone that has never been here: bytes and files of each, and Lighthouse's word on the landing. */
export async function landing(): Promise<Row[]> {
  if (!isBrowserInstalled()) return [];
  const server = await startAccounts();
  try {
    return [
      ...(PARTS.includes('weight') ? await weighPages(server) : []),
      ...(PARTS.includes('looks') ? weighLooks() : []),
      ...(PARTS.includes('lighthouse') ? await runLighthouseOn(server) : []),
    ];
  } finally {
    await server.stop();
  }
}
