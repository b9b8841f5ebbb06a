import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { QueryClient } from '@tanstack/react-query';
import type { i18n } from 'i18next';
import { StrictMode } from 'react';
import { prerender } from 'react-dom/static';
import { StaticRouter } from 'react-router';
import { textFile } from '#client/text-files.ts';
import { boot as bootSchema } from '#contract/brand/boot.ts';
import type { Language } from '#contract/kernel/constants.ts';
import { App } from './app/app.tsx';
import { decideRoute, findRoute, memberScreenOf } from './app/decide-route.ts';
import { firstCalls } from './app/first-calls.ts';
import { nothingPreloaded, preloadScreen } from './app/route.ts';
import type { Screen } from './app/route.ts';
import { notFound, routes } from './app/routes.ts';
import { shellOf } from './shell/boot.ts';
import type { Shell } from './shell/boot.ts';
import { comesLater, createTexts, ownTextsOf } from './shell/i18n.ts';
import type { Namespace } from './shell/i18next.d.ts';
import type { PageData } from './shell/page-data.ts';

/// <reference types="node" />

interface RenderInput {
  /** As it goes over the wire. */
  boot: unknown;
  pageData: PageData;
  /** The path alone: the page is the same whatever the query says. */
  url: string;
  language: Language;
}

interface Rendered {
  html: string;
  /** To be put into the page's head: the shell. */
  head: string;
  /** Links to the files of the page's application. */
  links: string;
  /** What a member's page will ask for at this address, for a browser that has a member's token. */
  calls: string;
  /** Links to that page's files, as far as others do without them. */
  membersLinks: string;
  title: string;
  /** Empty where the brand's own description says it. */
  description: string;
  /** Whether it may be found by a search. */
  indexed: boolean;
  status: number;
  /** Whether the page can be read as it is, so that its scripts may wait until it has been painted. */
  readable: boolean;
  /** Whether it shows a visitor all it has without its application, which then waits until the page is touched. */
  rests: boolean;
  /** What could not be rendered. The browser tries again. */
  faults: readonly unknown[];
}

const builtManifest = readManifest();

/** The application and its renderer, which entry-client.ts fetches whatever the page. */
const APPLICATION = ['src/start-app.tsx', '../node_modules/react-dom/client.js'];

/** Fetched by every page of a member, whatever its address. */
const MEMBERS_PAGE = [
  'src/app/member-bars.tsx',
  'src/app/member-services.tsx',
  'src/shell/member-session.ts',
  '../contract/kernel/sealing.ts',
];

/** Paths of which a visitor's page can be prepared. */
export const publicPaths: readonly string[] = routes
  .filter((route) => route.public && !/[:*]/.test(route.path))
  .map(({ path }) => path);

/** The addresses of pages that may be found by a search. */
export const indexedPaths: readonly string[] = routes
  .filter(({ indexed }) => indexed)
  .map(({ path }) => path);

/**
 * The path that stands for every address with the same HTML: of members' pages, a frame in the shape of what is coming,
 * for any person; of addresses that do not exist, one frame.
 */
export function preparedPath(path: string): string {
  if (publicPaths.includes(path)) return path;
  return findRoute(path).path;
}

/**
 * The page as a visitor sees it; for a path that only members see, a frame without content. What it is made of is made for
 * it alone: the next may be another brand's, or the same after its terms have changed.
 */
export async function render({ boot, pageData, url, language }: RenderInput): Promise<Rendered> {
  const shell = { ...shellOf(bootSchema.parse(boot)), language };
  const { pathname } = new URL(url, 'http://page');
  const decision = decideRoute({ pathname, search: '', audience: 'unknown', flow: shell.flow });
  const screen = decision.kind === 'show' ? decision.screen : undefined;
  const namespaces = ['shell' as const, ...(screen?.texts ?? [])];
  const [texts, preloaded] = await Promise.all([
    createTexts(language, [...namespaces, 'meta'], ownTextsOf(shell, language)),
    screen ? preloadScreen(screen, shell.brand.theme.hero) : nothingPreloaded,
  ]);

  const faults: unknown[] = [];
  const { prelude } = await prerender(
    <StrictMode>
      <StaticRouter location={pathname}>
        <App
          shell={shell}
          pageData={pageData}
          texts={texts}
          preloaded={preloaded}
          queryClient={new QueryClient()}
        />
      </StaticRouter>
    </StrictMode>,
    { progressiveChunkSize: Number.MAX_SAFE_INTEGER, onError: (error) => void faults.push(error) },
  );

  const route = decision.kind === 'redirect' ? undefined : decision.route;
  const wanted = [
    ...APPLICATION,
    ...sourcesOf(screen, namespaces, language),
    ...(screen?.hero ? [`src/features/entry/hero-${shell.brand.theme.hero}.tsx`] : []),
  ];
  const manifest = await builtManifest;
  const links = preloadLinks(manifest, wanted);
  const memberScreen = memberScreenOf(pathname, shell.flow);
  const ofMembers = memberScreen
    ? [...MEMBERS_PAGE, ...sourcesOf(memberScreen, [...memberScreen.texts, 'errors'], language)]
    : [];
  return {
    html: await new Response(prelude).text(),
    head: `<script type="application/json" id="shell">${scriptJson(shell)}</script>`,
    links,
    calls: callsBlock(memberScreen, shell),
    membersLinks: preloadLinks(manifest, ofMembers, wanted),
    title: route ? `${texts.t(`titles.${route.title}`)} · ${shell.brand.title}` : shell.brand.title,
    description: route ? descriptionOf(texts, route.title, shell.brand.title) : '',
    indexed: route?.indexed === true,
    status: route === notFound ? 404 : 200,
    readable: decision.kind === 'show' && !decision.route.startsAtOnce,
    rests: decision.kind === 'show' && !decision.route.startsAtOnce && decision.screen.hero === true,
    faults,
  };
}

/** The addresses that the screen asks first, of a member who is still to be named in them. */
function callsBlock(screen: Screen | undefined, { hosts }: Shell): string {
  const calls = (screen && firstCalls.get(screen)) ?? [];
  const addresses = calls.map(({ host, path }) => hosts[host] + path);
  return `<script type="application/json" id="first-calls">${scriptJson(addresses)}</script>`;
}

/** What a page is about, in a sentence for search engines. Most have none of their own. */
function descriptionOf(texts: i18n, title: string, brand: string): string {
  return texts.t(title, { ns: 'meta', brand, defaultValue: '' });
}

/** JSON inside a script element must not be able to close it. It is plain ASCII, as the rest of the page is made to be. */
function scriptJson(value: unknown): string {
  return JSON.stringify(value).replaceAll(
    /[<\u0080-\uffff]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

/** What Vite says about its files. Absent while developing, when nothing is built. */
async function readManifest(): Promise<unknown> {
  try {
    return JSON.parse(await readFile(new URL('../site/.vite/manifest.json', import.meta.url), 'utf8'));
  } catch {
    return {};
  }
}

interface Chunk {
  file: string;
  imports?: readonly string[];
}

/** The screen's file and those of its words. */
function sourcesOf(
  screen: Screen | undefined,
  namespaces: readonly Namespace[],
  language: Language,
): readonly string[] {
  return [
    ...(screen?.source ? [screen.source] : []),
    ...namespaces.map((namespace) => join('src/shell', textFile(language, namespace))),
    ...(namespaces.some(comesLater) ? ['src/shell/later-texts.ts'] : []),
  ];
}

/** Links to the files of some sources, so that they are fetched together with the script that asks for them. */
export function preloadLinks(
  manifest: unknown,
  sources: readonly string[],
  linkedBefore: readonly string[] = [],
): string {
  const chunks = manifest as Record<string, Chunk>;
  // The page's own script and what it imports are linked by the HTML that Vite wrote.
  const linked = filesOf(chunks, ['index.html', ...linkedBefore]);
  return [...filesOf(chunks, sources)]
    .filter((file) => !linked.has(file))
    .map((file) => `<link rel="modulepreload" crossorigin href="/${file}">`)
    .join('');
}

/** The files of some sources, with all that these import. */
function filesOf(chunks: Record<string, Chunk>, sources: readonly string[]): ReadonlySet<string> {
  const files = new Set<string>();
  const add = (name: string) => {
    const chunk = chunks[name];
    if (!chunk || files.has(chunk.file)) return;
    files.add(chunk.file);
    for (const imported of chunk.imports ?? []) add(imported);
  };
  for (const source of sources) add(source);
  return files;
}
