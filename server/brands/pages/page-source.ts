import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { LegalPage } from '#contract/brand/legal.ts';
import type { listReviews } from '#contract/brand/reviews.ts';
import type { Trust } from '#contract/insight/trust.ts';
import type { Language } from '#contract/kernel/constants.ts';
import type { ReplyOf } from '#contract/kernel/endpoint.ts';
import { fontFamilies } from '#contract/theme/tokens.ts';
import { StartupFault } from '#server/platform/config/startup-fault.ts';

const root = join(import.meta.dirname, '../../..');

/** What a landing shows that is counted by the server. */
export interface PageData {
  availablePeople: number | null;
  reviews: ReplyOf<typeof listReviews> | null;
  /** The text of a legal page, as HTML of ours. */
  legal: { page: LegalPage; html: string; versions: string[] } | null;
  /** The figures of the trust page. */
  trust: Trust | null;
}

interface RenderInput {
  boot: unknown;
  pageData: PageData;
  url: string;
  language: Language;
}

export interface RenderedPage {
  html: string;
  /** What the page wants in its head. */
  head: string;
  /** Links to the files of its application, so that they are fetched early. */
  links: string;
  /** What a member's page will ask the server first. */
  calls: string;
  /** Links to what a member's page will ask for, which a visitor's never does. */
  membersLinks: string;
  title: string;
  /** What the page is about, for search engines and previews; the brand's own words where it is empty. */
  description: string;
  /** It is public and may be found by a search. */
  indexed: boolean;
  status: number;
  /** It can be read as it is, so its scripts may wait until it has been painted. */
  readable: boolean;
  /** It shows a visitor all it has without its application, which waits until the page is touched. */
  rests: boolean;
  /** What could not be rendered here and is left to the browser. */
  faults: readonly unknown[];
}

export interface PageSource {
  /** The HTML that Vite built, with its placeholders. */
  template: string;
  /** Runs before the first paint, inline. */
  beforePaint: string;
  /** Asks the first calls of a member's page, inline. */
  askEarly: string;
  /** The path that stands for every address whose page is the same before it is known who asks. */
  preparedPath(path: string): string;
  /** The paths of pages that may be found by a search. */
  indexedPaths: readonly string[];
  render(input: RenderInput): Promise<RenderedPage>;
  consoleTemplate: string;
  /** The page in the console's preview frame. */
  previewTemplate: string;
  /** Where the file of a font family is. */
  fontFiles: ReadonlyMap<string, string>;
}

/** The built apps. */
export async function builtPages(dist = join(root, 'dist')): Promise<PageSource> {
  const bundle = join(dist, 'site-server/entry-server.js');
  if (!existsSync(bundle)) throw new StartupFault('The web apps are not built yet: run `npm run build`.');
  type Built = Pick<PageSource, 'render' | 'preparedPath' | 'indexedPaths'>;
  const { render, preparedPath, indexedPaths } = (await import(bundle)) as Built;
  return {
    template: await readFile(join(dist, 'site/index.html'), 'utf8'),
    beforePaint: await readFile(join(root, 'site/before-paint.js'), 'utf8'),
    askEarly: await readFile(join(root, 'site/ask-early.js'), 'utf8'),
    consoleTemplate: await readFile(join(dist, 'console/index.html'), 'utf8'),
    previewTemplate: await readFile(join(dist, 'preview/index.html'), 'utf8'),
    fontFiles: await readFontFiles(dist),
    render,
    preparedPath,
    indexedPaths,
  };
}

/** The sources as they are, for a development server in front that turns them into pages. */
export async function sourcePages(): Promise<PageSource> {
  return {
    template: await readFile(join(root, 'site/index.html'), 'utf8'),
    beforePaint: await readFile(join(root, 'site/before-paint.js'), 'utf8'),
    // Before it is rendered a page does not say where to ask.
    askEarly: '',
    consoleTemplate: await readFile(join(root, 'console/index.html'), 'utf8'),
    previewTemplate: '',
    fontFiles: new Map(),
    preparedPath: (path) => path,
    indexedPaths: [],
    render: async () => ({
      html: '',
      head: '',
      links: '',
      calls: '',
      membersLinks: '',
      title: '',
      description: '',
      indexed: false,
      status: 200,
      readable: false,
      rests: false,
      faults: [],
    }),
  };
}

/** Vite's list of files names each font's package, which is called like the family. */
async function readFontFiles(dist: string): Promise<ReadonlyMap<string, string>> {
  const text = await readFile(join(dist, 'site/.vite/manifest.json'), 'utf8');
  const files = Object.entries(JSON.parse(text) as Record<string, { file: string }>);
  return new Map(
    fontFamilies.flatMap((family) => {
      const name = `/${family.toLowerCase().replaceAll(' ', '-')}/`;
      const found = files.find(([source]) => source.includes(name) && source.endsWith('.woff2'));
      return found ? [[family, `/${found[1].file}`]] : [];
    }),
  );
}
