/** Google in a window of its own: the page that asks stays as it is, and receives what Google said. */

import { proveByGoogle } from '#contract/account/proof.ts';
import { startGoogle } from '#contract/account/sign-in.ts';
import { Failure } from '#contract/kernel/errors.ts';
import { call } from '#site/shell/api.ts';
import { storage } from '#site/shell/storage.ts';
import { makeChallenge } from './google.ts';

/** What the window keeps, which the page that opened it has put there. */
const KEPT = 'googleWindow';

/** What the window tells. Without a code Google, or the person, has said no. */
interface Answer {
  state: string;
  code: string | null;
}

/**
 * Shows by the linked Google account who is there. Answers whether it was shown. Pages elsewhere and ours cannot see one
 * another's windows, not even whether they are closed, so it waits for an answer until `signal` ends the waiting.
 */
export async function showGoogle(
  trackerId: string,
  opened: Window | null,
  signal: AbortSignal,
): Promise<boolean> {
  if (!opened) throw new Failure('google.refused', undefined);
  const { codeVerifier, codeChallenge } = await makeChallenge();
  const { address, state } = await call(startGoogle, { codeChallenge }).catch((error: unknown) => {
    opened.close();
    throw error;
  });
  opened.sessionStorage.setItem(KEPT, state);
  const answer = waitForAnswer(state, signal);
  opened.location.assign(address);
  const code = await answer;
  if (!code) return false;
  await call(proveByGoogle, { trackerId, code, state, codeVerifier });
  return true;
}

/** Waits for the window's word. What another window says is not for this page. */
function waitForAnswer(state: string, signal: AbortSignal): Promise<string | null> {
  return new Promise((resolve) => {
    const stop = storage.watch('googleAnswer', (where) => {
      const said = where === 'elsewhere' ? storage.get('googleAnswer') : undefined;
      if (said === undefined) return;
      const answer = JSON.parse(said) as Answer;
      if (answer.state === state) end(answer.code);
    });
    const end = (code: string | null) => {
      stop();
      storage.remove('googleAnswer');
      resolve(code);
    };
    signal.addEventListener('abort', () => end(null), { once: true });
  });
}

/** In the window: passes on what Google said, and closes. Answers whether this is such a window. */
export function closeGoogleWindow(search: string): boolean {
  const state = sessionStorage.getItem(KEPT);
  const query = new URLSearchParams(search);
  if (state === null || query.get('state') !== state) return false;
  sessionStorage.removeItem(KEPT);
  storage.set('googleAnswer', JSON.stringify({ state, code: query.get('code') } satisfies Answer));
  window.close();
  return true;
}
