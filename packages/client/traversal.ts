import { pageState } from './page-state.ts';

/**
 * A move back or forward in the history takes a moment. The browser computes where it ends before it begins, so what is
 * opened meanwhile would be left again: whatever navigates waits until the move is over.
 */
const traversal = pageState(() => ({ underWay: null as Promise<void> | null }));

/** A browser does not report that it goes nowhere, because it went elsewhere meanwhile or there is nothing to go back to. */
const PATIENCE_MS = 2_000;

/** Begins such a move. Resolves when the browser is there; one that is under way already is waited for instead. */
export function traverse(go: () => void): Promise<void> {
  if (traversal.underWay) return traversal.underWay;
  const arrived = new Promise<void>((resolve) => {
    const end = () => {
      clearTimeout(timer);
      window.removeEventListener('popstate', end);
      traversal.underWay = null;
      resolve();
    };
    const timer = setTimeout(end, PATIENCE_MS);
    window.addEventListener('popstate', end);
  });
  // The router lets this one pass, as it is not under way yet.
  go();
  traversal.underWay = arrived;
  return arrived;
}

export const isMoving = () => traversal.underWay !== null;

/** Resolves when the history stands still. */
export async function whenStill(): Promise<void> {
  while (traversal.underWay) await traversal.underWay;
}

/** At once where the history stands still, so that what follows finds it done; else as soon as it does. */
export function onceStill(navigate: () => void): void {
  if (isMoving()) void whenStill().then(navigate);
  else navigate();
}
