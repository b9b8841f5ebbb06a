import { sessionStore } from '../../../shell/session.ts';
import { storage } from '../../../shell/storage.ts';
import { offerPasskeyLater } from '../../../shell/welcome.ts';

/** Offers a passkey to somebody who has just typed a password, once on a device that can make one. Never throws. */
export async function offerPasskey(): Promise<void> {
  const session = sessionStore.get();
  if (session.status !== 'member' || storage.get('passkeyOffer') || !('PublicKeyCredential' in window))
    return;
  try {
    const { couldUsePasskey } = await import('./passkeys.ts');
    if (await couldUsePasskey(session.user.trackerId)) offerPasskeyLater();
  } catch {
    // It can be offered another time.
  }
}
