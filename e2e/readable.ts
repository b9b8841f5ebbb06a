import type { CDPSession, Page } from '@playwright/test';
import { expect } from './fixtures.ts';
import { findUnreadable } from './unreadable.ts';

/** A window, and how large its reader wants the text, in pixels: 16 unless the browser is set otherwise. */
export interface ReadingWindow {
  width: number;
  height: number;
  text: number;
}

/** A phone with text of twice the size, the narrowest phone, and a desk with text of twice the size. */
export const largePhone = { width: 390, height: 844, text: 32 } as const satisfies ReadingWindow;
export const narrowPhone = { width: 320, height: 640, text: 16 } as const satisfies ReadingWindow;
export const largeDesktop = { width: 1280, height: 800, text: 32 } as const satisfies ReadingWindow;

/** Goes on after what is wrong, so that all of it is reported. */
const softly = expect.configure({ soft: true });

/** How long a page may take to settle into another window. */
const SETTLES_MS = 15_000;

/** Looks at pages as a reader does with a large size or a narrow window. */
export interface Reader {
  /** Opens the window in a size. It stays until the next one. */
  resize(window: ReadingWindow): Promise<void>;
  /** What of the page, or of the dialog that is open over it, cannot be read or pressed in each of these windows. */
  expectReadable(name: string, windows: readonly ReadingWindow[]): Promise<void>;
}

/**
 * The size of the text is set as a person sets it, in the browser: only there do breakpoints in `rem` follow it, which a
 * font size of the root does not change.
 */
export async function openReader(page: Page): Promise<Reader> {
  const devtools = await page.context().newCDPSession(page);
  const resize = (window: ReadingWindow) => resizeText(page, devtools, window);
  return {
    resize,
    async expectReadable(name, windows) {
      for (const window of windows) {
        await resize(window);
        const message = `${name}, ${window.width} wide, text of ${window.text} px`;
        await softly
          .poll(() => page.evaluate(findUnreadable), {
            message,
            timeout: SETTLES_MS,
            intervals: [100, 400, 1_000],
          })
          .toEqual([]);
      }
    },
  };
}

async function resizeText(page: Page, devtools: CDPSession, { text, ...size }: ReadingWindow): Promise<void> {
  await devtools.send('Page.setFontSizes', { fontSizes: { standard: text } });
  await page.setViewportSize(size);
  const root = () => page.evaluate(() => getComputedStyle(document.documentElement).fontSize);
  await expect.poll(root).toBe(`${text}px`);
}
