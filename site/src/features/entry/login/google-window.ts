/** Google in a window of its own: the page that asks stays as it is, and is told what Google said. */

import { proveByGoogle } from '../../../../../contract/account/proof.ts';
import { startGoogle } from '../../../../../contract/account/sign-in.ts';
import { Failure } from '../../../../../contract/kernel/errors.ts';
import { call } from '../../../shell/api.ts';
import { makeChallenge } from './google.ts';

/** What the window keeps, which the page that opened it has put there. */
const KEPT = 'googleWindow';

/** What the window tells. Without a code Google, or the person, has said no. */
interface Told {
  state: string;
  code: string | null;
}

const LOOK_EVERY_MS = 500;
/** A window that has told something and closed is heard of a moment later than it is seen to be gone. */
const LOOKS_AFTER_CLOSING = 4;

/** Shows by the linked Google account who is there. Answers whether it was shown; a window that is closed was let be. */
export async function showGoogle(trackerId: string, opened: Window | null): Promise<boolean> {
  if (!opened) throw new Failure('google.refused', undefined);
  const { codeVerifier, codeChallenge } = await makeChallenge();
  const { address, state } = await call(startGoogle, { codeChallenge }).catch((error: unknown) => {
    opened.close();
    throw error;
  });
  opened.sessionStorage.setItem(KEPT, state);
  const told = hear(state, opened);
  opened.location.assign(address);
  const code = await told;
  if (!code) return false;
  await call(proveByGoogle, { trackerId, code, state, codeVerifier });
  return true;
}

/** Waits for the window's word. */
function hear(state: string, opened: Window): Promise<string | null> {
  return new Promise((resolve) => {
    let looksLeft = LOOKS_AFTER_CLOSING;
    const end = (code: string | null) => {
      clearInterval(timer);
      window.removeEventListener('message', onMessage);
      resolve(code);
    };
    const onMessage = ({ origin, source, data }: MessageEvent<Told>) => {
      if (origin === location.origin && source === opened && data.state === state) end(data.code);
    };
    const timer = setInterval(() => {
      if (opened.closed) looksLeft -= 1;
      if (looksLeft === 0) end(null);
    }, LOOK_EVERY_MS);
    window.addEventListener('message', onMessage);
  });
}

/** In the window: passes on what Google said, and closes. Answers whether this is such a window. */
export function closeGoogleWindow(search: string): boolean {
  const state = sessionStorage.getItem(KEPT);
  const query = new URLSearchParams(search);
  if (state === null || query.get('state') !== state) return false;
  sessionStorage.removeItem(KEPT);
  const told: Told = { state, code: query.get('code') };
  (window.opener as Window | null)?.postMessage(told, location.origin);
  window.close();
  return true;
}
