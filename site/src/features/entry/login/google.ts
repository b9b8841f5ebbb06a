import { startGoogle } from '#contract/account/sign-in.ts';
import { signInWithGoogle, signInWithGoogleFromHome } from '#contract/account/sign-up.ts';
import { call } from '#site/shell/api.ts';
import { enterAfterSignUp, arrivalFacts } from '#site/shell/member-session.ts';

/** What this tab keeps while the visitor is at Google. */
interface Journey {
  state: string;
  codeVerifier: string;
  /** Where the journey began. */
  from: string;
  /** Where it goes on afterwards. */
  goOn: string;
}
import { paths } from '#site/shell/paths.ts';

const KEPT = 'google';
/** Their answer differs from that of a landing, as the specification has it. */
const homes: ReadonlySet<string> = new Set([paths.home, paths.login]);

function base64url(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');
}

/** PKCE: a secret, and the hash of it that may be shown. */
export async function makeChallenge(): Promise<{ codeVerifier: string; codeChallenge: string }> {
  const codeVerifier = base64url(crypto.getRandomValues(new Uint8Array(32)));
  const hash = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(codeVerifier));
  return { codeVerifier, codeChallenge: base64url(new Uint8Array(hash)) };
}

/** Goes to Google. The promise never settles, since the page is left. */
export async function leaveForGoogle(from: string, goOn: string): Promise<void> {
  const { codeVerifier, codeChallenge } = await makeChallenge();
  const { address, state } = await call(startGoogle, { codeChallenge });
  sessionStorage.setItem(KEPT, JSON.stringify({ state, codeVerifier, from, goOn } satisfies Journey));
  location.assign(address);
  await new Promise(() => undefined);
}

/** What Google says when it sends the visitor back. */
type GoogleReturn =
  | { status: 'none' }
  /** The visitor said no, Google did, or the answer is not to a question of this tab. They still want to go on to `goOn`. */
  | { status: 'refused'; goOn: string | undefined }
  | { status: 'code'; code: string; journey: Journey };

/** Reads Google's answer off the address. It can be read once: a reload finds nothing to do again. */
export function takeGoogleReturn(search: string): GoogleReturn {
  const query = new URLSearchParams(search);
  const [code, state, error] = ['code', 'state', 'error'].map((name) => query.get(name));
  if (!code && !error) return { status: 'none' };
  const journey = takeJourney();
  if (!code || error || !journey || journey.state !== state)
    return { status: 'refused', goOn: journey?.goOn };
  return { status: 'code', code, journey };
}

function takeJourney(): Journey | undefined {
  const text = sessionStorage.getItem(KEPT);
  sessionStorage.removeItem(KEPT);
  return text === null ? undefined : (JSON.parse(text) as Journey);
}

/** Signs in or up with what Google gave. */
export async function finishGoogle(
  code: string,
  { state, codeVerifier, from }: Omit<Journey, 'goOn'>,
): Promise<void> {
  const endpoint = homes.has(from) ? signInWithGoogleFromHome : signInWithGoogle;
  const { result } = await call(endpoint, { ...arrivalFacts(), code, state, codeVerifier });
  await enterAfterSignUp(result);
}
