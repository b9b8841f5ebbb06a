import { pageState } from '#client/page-state.ts';
import { whenLoaded } from '#site/lib/when-idle.ts';

const RELOADED_AT = 'reloadedForNewVersion';
const ONCE_IN_MS = 60_000;

const page = pageState(() => ({ isReloading: false }));

/**
 * A part of the page that is gone from the server means that a newer version stands there: the page is loaded
 * once more, and only once. A page that has just done so has another problem, and shows it.
 */
export function reloadForNewVersion(): boolean {
  if (page.isReloading) return true;
  if (!navigator.onLine) return false;
  try {
    const last = Number(sessionStorage.getItem(RELOADED_AT));
    if (Date.now() - last < ONCE_IN_MS) return false;
    sessionStorage.setItem(RELOADED_AT, String(Date.now()));
  } catch {
    return false;
  }
  page.isReloading = true;
  location.reload();
  return true;
}

export function watchForNewVersion(): void {
  window.addEventListener('vite:preloadError', () => void reloadForNewVersion());
}

/** After the page has loaded, so that nothing the visitor waits for is held up. Only in builds. */
export function registerServiceWorker(): void {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return;
  whenLoaded(() => {
    navigator.serviceWorker.register('/sw.js', { updateViaCache: 'none' }).catch(() => undefined);
  });
}
