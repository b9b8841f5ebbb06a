/**
 * How much JavaScript a first visit to the landing page loads: Chromium opens the built page, and what it fetches and
 * what stands in the page is counted as it goes over the wire, until the page has nothing more to do. At first it rests;
 * then it is touched, and its application comes.
 */

import { readFile } from 'node:fs/promises';
import { type Server, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { type Browser, chromium } from '@playwright/test';
import { z } from 'zod';
import { sampleBoot } from '#client/testing/sample-boot.ts';
import { boot } from '#contract/brand/boot.ts';
import { LANGUAGES, type Language } from '#contract/kernel/constants.ts';
import { themeTokens } from '#contract/theme/tokens.ts';
import { type PageSource, builtPages } from '#server/brands/pages/page-source.ts';
import { browserOptions } from '../playwright.config.ts';

const LIMITS_KB = { 'at rest': 20, touched: 150 };
type State = keyof typeof LIMITS_KB;
const states = Object.keys(LIMITS_KB) as State[];
const site = join(import.meta.dirname, '../dist/site');
const types: Record<string, string> = {
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.woff2': 'font/woff2',
};

type Hero = (typeof themeTokens.shape.hero.options)[number];
interface Look {
  language: Language;
  hero: Hero;
}

/** The landing as the server prepares it for a visitor, and the files of the build. */
function serveLanding(source: PageSource, { language, hero }: Look): Promise<Server> {
  const server = createServer((request, response) => {
    const path = new URL(request.url ?? '/', 'http://page').pathname;
    const send = async () => {
      const isPage = path === '/';
      const body = isPage ? await landingHtml(source, { language, hero }) : await readFile(join(site, path));
      const type = isPage ? 'text/html; charset=utf-8' : types[extname(path)];
      response.writeHead(200, {
        'content-type': type ?? 'application/octet-stream',
        'content-encoding': 'gzip',
      });
      response.end(gzipSync(body, { level: 9 }));
    };
    // Pictures and icons are no scripts, and not here.
    send().catch(() => response.writeHead(404).end());
  });
  return new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(server)));
}

async function landingHtml(source: PageSource, { language, hero }: Look): Promise<string> {
  const sample = sampleBoot();
  const brand = { ...sample.brand, theme: { ...sample.brand.theme, hero } };
  const wire: unknown = z.encode(boot, { ...sample, brand, language });
  const pageData = { availablePeople: 100, reviews: null, legal: null, trust: null };
  const { html, head, links } = await source.render({ boot: wire, pageData, url: '/', language });
  const blocks = Object.entries({ boot: wire, 'page-data': pageData }).map(
    ([id, value]) =>
      `<script type="application/json" id="${id}">${JSON.stringify(value).replaceAll('<', '\\u003c')}</script>`,
  );
  return source.template
    .replace('<!--head-->', () =>
      [
        `<script>${source.beforePaint}</script>`,
        ...blocks,
        head,
        `<template id="resting">${links}</template>`,
      ].join('\n'),
    )
    .replace('<!--app-->', () => html);
}

type Scripts = Map<string, number>;

/** Every script of one visit with its bytes, gzip: before it is touched, and with what comes then. */
async function scriptsOf(browser: Browser, address: string): Promise<Record<State, Scripts>> {
  const context = await browser.newContext({
    viewport: { width: 390, height: 844 },
    serviceWorkers: 'block',
  });
  const page = await context.newPage();
  const faults: Error[] = [];
  page.on('pageerror', (error) => faults.push(error));
  const session = await context.newCDPSession(page);
  const names = new Map<string, string>();
  const sizes = new Map<string, number>();
  session.on('Network.responseReceived', ({ requestId, type, response }) => {
    if (type === 'Script') names.set(requestId, new URL(response.url).pathname.slice(1));
  });
  session.on('Network.dataReceived', ({ requestId, encodedDataLength }) => {
    const name = names.get(requestId);
    if (name !== undefined) sizes.set(name, (sizes.get(name) ?? 0) + encodedDataLength);
  });
  await session.send('Network.enable');
  await page.goto(address);
  const inline = await page.locator('script:not([src], [type="application/json"])').allTextContents();
  sizes.set('in the page', gzipSync(inline.join('\n'), { level: 9 }).length);
  // What waits until the page has time, such as what is below the fold, belongs to the visit.
  const untilIdle = async () => {
    await page.evaluate('new Promise((resolve) => requestIdleCallback(() => requestIdleCallback(resolve)))');
    await page.waitForLoadState('networkidle');
  };
  await untilIdle();
  const atRest = new Map(sizes);
  // Only from the second place on has the pointer moved.
  await page.mouse.move(1, 1);
  await page.mouse.move(9, 9);
  await page.locator('html[data-live]').waitFor({ state: 'attached' });
  await untilIdle();
  await context.close();
  if (faults[0]) throw faults[0];
  return { 'at rest': atRest, touched: sizes };
}

const source = await builtPages();
const browser = await chromium.launch(browserOptions);
const nothing = { page: '', bytes: 0, scripts: new Map<string, number>() };
const largest: Record<State, typeof nothing> = { 'at rest': nothing, touched: nothing };
for (const language of LANGUAGES) {
  for (const hero of themeTokens.shape.hero.options) {
    const server = await serveLanding(source, { language, hero });
    const loaded = await scriptsOf(browser, `http://localhost:${(server.address() as AddressInfo).port}/`);
    server.close();
    for (const state of states) {
      const scripts = loaded[state];
      const bytes = [...scripts.values()].reduce((sum, size) => sum + size, 0);
      if (bytes > largest[state].bytes) largest[state] = { page: `${hero}, ${language}`, bytes, scripts };
    }
  }
}
await browser.close();

const kilobytes = (bytes: number) => `${(bytes / 1000).toFixed(1).padStart(6)} kB`;
for (const state of states) {
  const { page, bytes, scripts } = largest[state];
  const limit = LIMITS_KB[state];
  for (const [name, size] of scripts) console.log(`${kilobytes(size)}  ${name}`);
  console.log(
    `${kilobytes(bytes)}  JavaScript of the landing page ${state}, gzip (${page}); at most ${limit} kB`,
  );
  if (bytes > limit * 1000) {
    console.error(`The landing page is ${kilobytes(bytes - limit * 1000).trim()} too heavy.`);
    process.exitCode = 1;
  }
}
