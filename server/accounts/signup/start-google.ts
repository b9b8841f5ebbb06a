import { fail } from '../../../contract/kernel/errors.ts';
import type { VisitorContext } from '../../app.ts';
import { MINUTE } from '../../platform/clock.ts';
import { newToken } from '../../platform/ids.ts';

/** How long somebody may take at the provider. */
const VALID = 10 * MINUTE;

/**
 * Where the browser goes to sign in with Google. The state is all that is remembered of it, and it is the browser that
 * keeps it, together with the secret that the code will be worthless without.
 */
export async function startGoogle(context: VisitorContext, { codeChallenge }: { codeChallenge: string }) {
  const { identityProvider = fail('google.off'), links, brandId, origin, language } = context;
  const nonce = newToken();
  const redirectTo = `${origin}/loginWithGoogle`;
  const state = await links.make({
    purpose: 'google',
    brandId,
    subject: nonce,
    validFor: VALID,
    data: { redirectTo },
  });
  const address = await identityProvider.addressFor({ state, nonce, codeChallenge, redirectTo, language });
  return { address, state };
}
