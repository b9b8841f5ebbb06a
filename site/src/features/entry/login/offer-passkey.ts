import { memberStore } from '../../../shell/session.ts';
import { storage } from '../../../shell/storage.ts';
import { offerPasskeyLater } from '../../../shell/welcome.ts';

/** Offers a passkey to somebody who has just typed a password, once on a device that can make one. Never throws. */
export async function offerPasskey(): Promise<void> {
  const me = memberStore.get();
  if (!me || storage.get('passkeyOffer') || !('PublicKeyCredential' in window)) return;
  try {
    const { couldUsePasskey } = await import('./passkeys.ts');
    if (await couldUsePasskey(me.trackerId)) offerPasskeyLater();
  } catch {
    // It can be offered another time.
  }
}
