import { randomBytes } from 'node:crypto';
import { makeReceiver } from '#sandbox/push-receiver.ts';

/** The JSON of a browser's subscription, with keys of its own. */
export function pushTokenAt(
  endpoint = `https://fcm.googleapis.com/fcm/send/${randomBytes(12).toString('base64url')}`,
): string {
  const { publicKey, auth } = makeReceiver();
  return JSON.stringify({ endpoint, keys: { p256dh: publicKey, auth } });
}
