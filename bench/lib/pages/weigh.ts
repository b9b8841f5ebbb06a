import { gzipSync } from 'node:zlib';
import type { Browser, Response } from '@playwright/test';
import type { AccountsServer } from '../accounts.ts';
import { openPhone, waitUntilIdle } from './browser.ts';
import { addressOf } from './page-list.ts';
import type { BenchPage } from './page-list.ts';

export interface Weight {
  /** Bytes of each script that a first visit loads, gzip, by its name. */
  scripts: Map<string, number>;
  bytes: number;
  /** Of the scripts, so many are of next to no size. */
  tiny: number;
  styleBytes: number;
  htmlBytes: number;
  requests: number;
}

/** A file has costs of its own: below this it is hardly worth them. */
const TINY_BYTES = 1_500;

/** What a first visit loads until the page has nothing more to do. Sizes are of gzip, however the server compresses. */
export async function weighPage(browser: Browser, server: AccountsServer, page: BenchPage): Promise<Weight> {
  const context = await openPhone(browser, server, page.audience);
  try {
    const tab = await context.newPage();
    const bodies: Promise<{ type: string; name: string; bytes: number }>[] = [];
    let requests = 0;
    const read = async (response: Response) => ({
      type: response.request().resourceType(),
      name: new URL(response.url()).pathname.split('/').at(-1) ?? '',
      bytes: gzipSync(await response.body(), { level: 9 }).length,
    });
    tab.on('response', (response) => {
      requests += 1;
      const wanted = ['script', 'stylesheet', 'document'].includes(response.request().resourceType());
      if (wanted && response.ok()) bodies.push(read(response));
    });
    await tab.goto(addressOf(page, server));
    await tab.locator(page.content).first().waitFor({ state: 'attached' });
    await waitUntilIdle(tab);
    const loaded = await Promise.all(bodies);
    const inline = await tab.locator('script:not([src], [type="application/json"])').allTextContents();
    const scripts = new Map(
      loaded.filter(({ type }) => type === 'script').map(({ name, bytes }) => [name, bytes]),
    );
    const sum = (wanted: string) =>
      loaded.reduce((bytes, one) => bytes + (one.type === wanted ? one.bytes : 0), 0);
    return {
      scripts,
      bytes: sum('script') + gzipSync(inline.join('\n'), { level: 9 }).length,
      tiny: [...scripts.values()].filter((bytes) => bytes < TINY_BYTES).length,
      styleBytes: sum('stylesheet'),
      htmlBytes: sum('document'),
      requests,
    };
  } finally {
    await context.close();
  }
}
