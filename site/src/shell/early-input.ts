import { pageState } from '#client/page-state.ts';

/**
 * What the visitor did before the page could answer. The script before the first paint keeps it (site/before-paint.js): a form
 * with the button that sent it, a select with what was chosen in it, a button that was pressed.
 */
type EarlyInput = Map<HTMLElement, unknown>;

type Root = HTMLElement & { early?: EarlyInput };

const page = pageState(() => ({
  root: typeof document === 'undefined' ? undefined : (document.documentElement as Root),
  ...Promise.withResolvers<void>(),
}));

/** Fulfilled once everything on the first page answers. */
export const pageIsLive: Promise<void> = page.promise;

/** From now on React hears what is pressed and chosen, also in what it has not hydrated yet. */
export function noteStart(): void {
  if (page.root) page.root.dataset['started'] = '';
}

/** Everything on the page answers. What was done before is done now. */
export function replayEarlyInput(): void {
  const { root, resolve } = page;
  if (!root || 'live' in root.dataset) return;
  root.dataset['live'] = '';
  for (const button of document.querySelectorAll<HTMLElement>('[data-held]')) delete button.dataset['held'];
  for (const [control, detail] of root.early ?? []) {
    if (control.isConnected) replay(control, detail);
  }
  delete root.early;
  resolve();
}

function replay(control: HTMLElement, detail: unknown): void {
  if (control instanceof HTMLFormElement) {
    control.requestSubmit(detail instanceof HTMLElement && control.contains(detail) ? detail : null);
  } else if (control instanceof HTMLSelectElement) {
    control.value = String(detail);
    control.dispatchEvent(new Event('change', { bubbles: true }));
  } else {
    control.click();
  }
}
