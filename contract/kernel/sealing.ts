import { CompactEncrypt, compactDecrypt, exportJWK, generateKeyPair, importJWK } from 'jose';
import type { JWK } from 'jose';
import { z } from 'zod';
import { word } from './text.ts';

const ALGORITHM = 'ECDH-ES';
const CIPHER = 'A256GCM';
const encoder = new TextEncoder();
const decoder = new TextDecoder();

/** The header in which a browser sends its own public key for a sealed answer. */
export const SEAL_KEY_HEADER = 'seal-key';

const coordinate = word(43, /^[A-Za-z0-9_-]{43}$/);
export const publicKey = z.object({
  kty: z.literal('EC'),
  crv: z.literal('P-256'),
  x: coordinate,
  y: coordinate,
  use: z.literal('enc').optional(),
  kid: z.string().max(64).optional(),
});
export type PublicKey = z.output<typeof publicKey>;
export type SealingKey = CryptoKey | Uint8Array;

export async function importSealingKey(jwk: JWK | PublicKey): Promise<SealingKey> {
  return importJWK(jwk as JWK, ALGORITHM);
}

/** Seals JSON to a public key as a compact JWE. */
export async function seal(content: unknown, key: SealingKey, kid?: string): Promise<string> {
  return new CompactEncrypt(encoder.encode(JSON.stringify(content)))
    .setProtectedHeader({ alg: ALGORITHM, enc: CIPHER, ...(kid === undefined ? {} : { kid }) })
    .encrypt(key);
}

/** Opens a compact JWE. `findKey` gets the `kid` of its header. Throws on anything but an intact seal. */
export async function unseal(
  jwe: string,
  findKey: (kid: string | undefined) => SealingKey | Promise<SealingKey>,
): Promise<unknown> {
  const { plaintext } = await compactDecrypt(jwe, ({ kid }) => findKey(kid), {
    keyManagementAlgorithms: [ALGORITHM],
    contentEncryptionAlgorithms: [CIPHER],
  });
  return JSON.parse(decoder.decode(plaintext));
}

/** A key pair of one's own, made here or before: its private half, and its public half as the `Seal-Key` header carries it. */
export async function makeReplyKey(
  made?: CryptoKeyPair,
): Promise<{ privateKey: SealingKey; header: string }> {
  const { privateKey, publicKey: pub } = made ?? (await generateKeyPair(ALGORITHM, { crv: 'P-256' }));
  return { privateKey, header: encodeReplyKey(await exportJWK(pub)) };
}

function encodeReplyKey({ kty, crv, x, y }: JWK): string {
  return btoa(JSON.stringify({ kty, crv, x, y }))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replace(/={1,2}$/, '');
}

/** Reads a `Seal-Key` header. Undefined where it is not a P-256 public key. */
export function decodeReplyKey(header: string): PublicKey | undefined {
  if (header.length > 512) return undefined;
  try {
    const json: unknown = JSON.parse(atob(header.replaceAll('-', '+').replaceAll('_', '/')));
    const { data } = publicKey.safeParse(json);
    return data;
  } catch {
    return undefined;
  }
}
