import { pageState } from '#client/page-state.ts';
import type { PixelEvent } from '#contract/insight/pixels.ts';
import { shellStore } from '../boot.ts';

/** Using the site for the first time on a page is one event, whatever is done and however often. */
const page = pageState(() => ({ engaged: false }));

/**
 * Reports to the services that the brand has configured, each after the consent that it needs. Where there are none, which
 * is how a brand begins, nothing is loaded. Never throws.
 */
export function reportPixel(event: PixelEvent): void {
  const pixels = shellStore.get()?.brand.pixels ?? [];
  if (pixels.length === 0 || (event === 'engage' && page.engaged)) return;
  if (event === 'engage') page.engaged = true;
  void import('./pixel-adapters.ts').then(
    ({ sendPixels }) => sendPixels(pixels, event),
    () => undefined,
  );
}
