import type { Page } from '@playwright/test';
import { desktop, expect, expectAccessible, phone } from './fixtures.ts';

type Viewport = { width: number; height: number };
type Check = (page: Page) => Promise<void>;

/** The narrowest phone, and what is left of a laptop's window at 200 % zoom. */
const narrow = { width: 320, height: 640 };
const zoomed = { width: 720, height: 450 };

/** Goes on after what is wrong, so that all of it is reported. */
const softly = expect.configure({ soft: true });

const describe = (page: Page, what: string) => `${what} at ${page.url()}, ${page.viewportSize()?.width} wide`;

/** A reader who asks for less motion sees none that goes on by itself, once everything has come. */
const expectRest: Check = (page) =>
  softly.poll(() => page.evaluate(countEndlessMotion), { message: describe(page, 'motion') }).toBe(0);

const expectNames: Check = async (page) =>
  expect.soft(await repeatedNames(page), describe(page, 'names')).toEqual([]);

/** A page takes a moment to settle into another width. */
const expectWords: Check = (page) =>
  softly.poll(() => page.evaluate(findLostWords), { message: describe(page, 'words') }).toEqual([]);

/** The menus of phones and desks differ; words have the least room on the narrowest windows. */
const windows = (own: Viewport): [Viewport, ...Check[]][] =>
  own.width === phone.width
    ? [
        [phone, expectAccessible, expectNames],
        [narrow, expectWords],
        [zoomed, expectWords],
        [desktop, expectNames],
      ]
    : [
        [desktop, expectAccessible, expectNames],
        [zoomed, expectWords],
        [narrow, expectWords, expectNames],
      ];

/**
 * What a person would stumble over on any page: what axe finds in this window, and however wide it is, names that say
 * two things, and lost words. The last window stays, and the next page begins with it: to lay a page out is dear.
 */
export async function expectWellMade(page: Page, own: Viewport): Promise<void> {
  await expectRest(page);
  const sizes = windows(own);
  if (page.viewportSize()?.width !== own.width) sizes.reverse();
  for (const [size, ...checks] of sizes) {
    if (page.viewportSize()?.width !== size.width) await page.setViewportSize(size);
    for (const check of checks) await check(page);
  }
}

/**
 * Controls that a screen reader calls the same. A name may come again where something else tells them apart: links that
 * lead to the same place, rows of a list, which say whom or what they are about, and answers to different questions.
 */
async function repeatedNames(page: Page): Promise<string[]> {
  const targets = new Map<string, string[]>();
  const around: { depth: number; role: string; name: string | undefined }[] = [];
  const lines = (await page.locator('body').ariaSnapshot()).split('\n');
  for (const [index, line] of lines.entries()) {
    const [, indent = '', role, name] = /^( *)- (\w+)(?: "((?:[^"\\]|\\.)*)")?/.exec(line) ?? [];
    if (!role) continue;
    while ((around.at(-1)?.depth ?? -1) >= indent.length) around.pop();
    const roles = new Set(around.map((one) => one.role));
    const question = around.findLast((one) => /group/.test(one.role))?.name ?? '';
    around.push({ depth: indent.length, role, name });
    const inRow = roles.has('main') && roles.has('listitem');
    if (inRow || name === undefined || !controls.has(role)) continue;
    const [, url = ''] = /\/url: (.*)$/.exec(lines[index + 1] ?? '') ?? [];
    const key = [role, name, ...(answers.has(role) ? [question] : [])].join(' ');
    const known = targets.get(key) ?? [];
    if (role === 'link' && known.includes(url)) continue;
    targets.set(key, [...known, url]);
  }
  return [...targets].flatMap(([key, known]) => (known.length > 1 ? [`${key} ${known.join(' ')}`] : []));
}

const answers = new Set(['radio', 'checkbox']);
const controls = new Set([...answers, 'link', 'button', 'textbox', 'switch', 'combobox', 'slider', 'tab']);

/** Runs in the page: a page wider than its window, words that are broken in two, and words past the window's edge. */
function findLostWords(): string[] {
  const found = new Set<string>();
  const root = document.documentElement;
  if (root.scrollWidth > root.clientWidth) found.add(`${root.scrollWidth} wide`);
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const range = document.createRange();
  for (let node = texts.nextNode(); node; node = texts.nextNode()) {
    const box = node.parentElement;
    const { width = 0, height = 0 } = box?.getBoundingClientRect() ?? {};
    if (!box?.checkVisibility({ visibilityProperty: true }) || width <= 1 || height <= 1) continue;
    // What is shortened to some lines ends in dots wherever it must.
    if (getComputedStyle(box).webkitLineClamp !== 'none') continue;
    for (const { 0: word, index } of (node.nodeValue ?? '').matchAll(/[\p{L}\p{N}]+/gu)) {
      range.setStart(node, index);
      range.setEnd(node, index + word.length);
      const parts = [...range.getClientRects()].filter((part) => part.width > 0);
      if (new Set(parts.map(({ top }) => Math.round(top))).size > 1) found.add(`broken: ${word}`);
    }
  }
  return [...found];
}

/** Runs in the page: what moves without an end, where less motion was asked for. */
function countEndlessMotion(): number {
  if (!matchMedia('(prefers-reduced-motion: reduce)').matches) return 0;
  return document
    .getAnimations()
    .filter(({ playState, effect }) => playState === 'running' && effect?.getTiming().iterations === Infinity)
    .length;
}
