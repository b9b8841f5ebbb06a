/**
 * Seals replies to the keys of browsers, as compact JWEs (ECDH-ES, A256GCM) that any library opens. A browser keeps its key
 * for a page, so the agreement with it is kept for some minutes: it costs ten times what sealing with it does
 * (decision 125). Each reply has a content key of its own.
 */

import { createCipheriv, createECDH, hash, randomBytes } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { decodeReplyKey } from '#contract/kernel/sealing.ts';
import type { PublicKey } from '#contract/kernel/sealing.ts';
import { MINUTE } from '../clock.ts';

/** The memory of a node opens what was sealed since the agreement, so it is as short as a visit. */
const AGREED_FOR = 10 * MINUTE;
const MOST_AGREEMENTS = 5_000;

const CURVE = 'prime256v1';
const COORDINATE_BYTES = 32;
/** What precedes the two coordinates of a point. */
const UNCOMPRESSED = Buffer.of(4);
const NONCE_BYTES = 16;
const IV_BYTES = 12;

interface Agreement {
  /** What both sides know. */
  secret: Buffer;
  /** The header of a JWE up to the nonce. */
  head: string;
}

export interface ReplySealer {
  /** Whether a header holds a key that can be sealed to. */
  accepts(header: string): boolean;
  /** Nothing where the header holds no such key. */
  seal(header: string, content: unknown): string | undefined;
}

/** `now` is in milliseconds and monotonic: an agreement must not last longer because a clock was set back. */
export function createReplySealer(now = () => performance.now()): ReplySealer {
  const agreements = new LRUCache<string, Agreement>({
    max: MOST_AGREEMENTS,
    ttl: AGREED_FOR,
    ttlResolution: 0,
    // What is over is not left in memory until the next call.
    ttlAutopurge: true,
    perf: { now },
    dispose: ({ secret }) => void secret.fill(0),
  });

  function agreementWith(header: string): Agreement | undefined {
    const known = agreements.get(header);
    if (known) return known;
    const key = decodeReplyKey(header);
    const made = key && agreeWith(key);
    if (made) agreements.set(header, made);
    return made;
  }

  return {
    accepts: (header) => agreementWith(header) !== undefined,
    seal(header, content) {
      const agreement = agreementWith(header);
      return agreement && sealBy(agreement, JSON.stringify(content));
    },
  };
}

/** With a key pair that is made for it. Nothing where the other's key is no point of the curve. */
function agreeWith({ x, y }: PublicKey): Agreement | undefined {
  const own = createECDH(CURVE);
  const point = own.generateKeys();
  try {
    const secret = own.computeSecret(
      Buffer.concat([UNCOMPRESSED, Buffer.from(x, 'base64url'), Buffer.from(y, 'base64url')]),
    );
    const coordinate = (from: number) => point.toString('base64url', 1 + from, 1 + from + COORDINATE_BYTES);
    const epk = { kty: 'EC', crv: 'P-256', x: coordinate(0), y: coordinate(COORDINATE_BYTES) };
    const head = JSON.stringify({ alg: 'ECDH-ES', enc: 'A256GCM', epk }).slice(0, -1);
    return { secret, head };
  } catch {
    return undefined;
  }
}

function sealBy({ secret, head }: Agreement, text: string): string {
  const random = randomBytes(NONCE_BYTES + IV_BYTES);
  const nonce = random.subarray(0, NONCE_BYTES);
  const iv = random.subarray(NONCE_BYTES);
  const header = Buffer.from(`${head},"apu":"${nonce.toString('base64url')}"}`).toString('base64url');
  const cipher = createCipheriv('aes-256-gcm', contentKey(secret, nonce), iv);
  cipher.setAAD(Buffer.from(header, 'latin1'));
  const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]).toString('base64url');
  return `${header}..${iv.toString('base64url')}.${sealed}.${cipher.getAuthTag().toString('base64url')}`;
}

/** The one round of the key derivation of RFC 7518, 4.6.2, around the secret and the nonce. */
const [beforeSecret, beforeNonce, afterNonce] = [
  Buffer.of(0, 0, 0, 1),
  Buffer.concat([withLength(Buffer.from('A256GCM')), Buffer.of(0, 0, 0, NONCE_BYTES)]),
  // No name of the other party, and how many bits the key has.
  Buffer.of(0, 0, 0, 0, 0, 0, 1, 0),
];

function contentKey(secret: Buffer, nonce: Buffer): Buffer {
  return hash('sha256', Buffer.concat([beforeSecret, secret, beforeNonce, nonce, afterNonce]), 'buffer');
}

function withLength(bytes: Buffer): Buffer {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(bytes.length);
  return Buffer.concat([length, bytes]);
}
