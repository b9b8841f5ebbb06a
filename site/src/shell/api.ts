import { createCall } from '#client/call.ts';
import { recordServerTime } from '#client/clock.ts';
import type { EarlyCalls } from '#client/early-calls.ts';
import { pageState } from '#client/page-state.ts';
import { followBrandLater, loadBoot, shellStore } from './boot.ts';
import { openPopup } from './popups.ts';
import { askForProof } from './proof.ts';
import { askForRegion, endSession } from './session.ts';
import { storage } from './storage.ts';

/** What the page has asked before, and with whose token. */
const page = pageState(() => {
  if (typeof document === 'undefined') return {};
  const { asked } = document.documentElement as HTMLElement & { asked?: EarlyCalls };
  return { asked, token: storage.get('token') };
});

/** Asks the server. The input and the reply are typed by the endpoint's entry in the contract. */
export const call = createCall({
  hosts() {
    const shell = shellStore.get();
    if (!shell) throw new Error('The page has not started.');
    return shell.hosts;
  },
  keys: async () => (await loadBoot()).keys,
  token: () => storage.get('token'),
  early: () => (storage.get('token') === page.token ? page.asked : undefined),
  noteFirst({ method, address, body }) {
    storage.set('firstCall', JSON.stringify({ path: location.pathname, method, address, body }));
  },
  sessionEnded: endRefusedSession,
  prove: askForProof,
  onFailure({ code }) {
    // Only members whose region is known may do this.
    if (code === 'region.missing') askForRegion();
  },
  onDate: recordServerTime,
  onBrandVersion: followBrandLater,
});

/** The server no longer takes this token. A member may have signed in again meanwhile. */
export function endDeadSession(token: string): void {
  if (storage.get('token') !== token) return;
  endSession();
  openPopup({ name: 'session_ended' });
}

/** The same while the page is in use. The reason is asked for afterwards: a disabled account gets to know it. */
export function endRefusedSession(token: string): void {
  if (storage.get('token') !== token) return;
  const trackerId = storage.get('trackerId') ?? '';
  endDeadSession(token);
  void import('./member-session.ts')
    .then(({ explainEnd }) => explainEnd({ token, trackerId }))
    .catch(() => undefined);
}
