/** The browser's end of a push message: its keys, and how it opens what is encrypted for it (RFC 8188, RFC 8291). */

import { createDecipheriv, createECDH, hkdfSync, randomBytes } from 'node:crypto';

export interface Receiver {
  /** Base64url, as a subscription has them. */
  publicKey: string;
  auth: string;
  privateKey: string;
}

export function makeReceiver(): Receiver {
  const pair = createECDH('prime256v1');
  pair.generateKeys();
  return {
    publicKey: pair.getPublicKey('base64url'),
    privateKey: pair.getPrivateKey('base64url'),
    auth: randomBytes(16).toString('base64url'),
  };
}

const SALT = 16;
const TAG = 16;

export function decryptPush({ publicKey, privateKey, auth }: Receiver, body: Buffer): Buffer {
  const salt = body.subarray(0, SALT);
  const recordSize = body.readUInt32BE(SALT);
  const keyLength = body.readUInt8(SALT + 4);
  const senderKey = body.subarray(SALT + 5, SALT + 5 + keyLength);
  const record = body.subarray(SALT + 5 + keyLength);
  if (record.length > recordSize) throw new Error('a push message is one record');

  const pair = createECDH('prime256v1');
  pair.setPrivateKey(privateKey, 'base64url');
  const info = Buffer.concat([
    Buffer.from('WebPush: info\0'),
    Buffer.from(publicKey, 'base64url'),
    senderKey,
  ]);
  const secret = derive(pair.computeSecret(senderKey), Buffer.from(auth, 'base64url'), info, 32);
  const key = derive(secret, salt, Buffer.from('Content-Encoding: aes128gcm\0'), 16);
  const nonce = derive(secret, salt, Buffer.from('Content-Encoding: nonce\0'), 12);

  const decipher = createDecipheriv('aes-128-gcm', key, nonce);
  decipher.setAuthTag(record.subarray(-TAG));
  const padded = Buffer.concat([decipher.update(record.subarray(0, -TAG)), decipher.final()]);
  // After the text stands a two, which says that no record follows, and then zeros.
  const end = padded.findLastIndex((byte) => byte !== 0);
  if (padded[end] !== 2) throw new Error('no end of the last record');
  return padded.subarray(0, end);
}

function derive(key: Buffer, salt: Buffer, info: Buffer, length: number): Buffer {
  return Buffer.from(hkdfSync('sha256', key, salt, info, length));
}
