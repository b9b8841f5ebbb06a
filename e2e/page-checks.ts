import type { Page } from '@playwright/test';
import { desktop, expect, phone } from './fixtures.ts';

/** The narrowest phone, and what is left of a laptop's window at 200 % zoom. */
const narrow = { width: 320, height: 640 };
const zoomed = { width: 720, height: 450 };

/** Goes on after what is wrong, so that all of it is told. */
const softly = expect.configure({ soft: true });

/** What a person would stumble over on any page, however wide the window: names that say two things, and lost words. */
export async function expectWellMade(page: Page): Promise<void> {
  const own = page.viewportSize() ?? desktop;
  const at = async (viewport: { width: number; height: number }, what: string) => {
    await page.setViewportSize(viewport);
    return `${what} at ${page.url()}, ${viewport.width} wide`;
  };
  // Whoever asks for less motion sees none that goes on by itself, once everything has come.
  await softly.poll(() => page.evaluate(countEndlessMotion), { message: `motion at ${page.url()}` }).toBe(0);
  // The menus of phones and desks differ; words have the least room on the narrowest windows.
  for (const viewport of [phone, desktop]) {
    const message = await at(viewport, 'names');
    expect.soft(await repeatedNames(page), message).toEqual([]);
  }
  for (const viewport of [narrow, zoomed]) {
    const message = await at(viewport, 'words');
    // A page takes a moment to settle into another width.
    await softly.poll(() => page.evaluate(findLostWords), { message }).toEqual([]);
  }
  await page.setViewportSize(own);
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
