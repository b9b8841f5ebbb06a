import { z } from 'zod';
import { importEcKey, makeEcKeys, openCompact, sealCompact, toBase64Url } from './jwe.ts';
import type { EcJwk } from './jwe.ts';
import { word } from './text.ts';

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
export type SealingKey = CryptoKey;

export function importSealingKey(jwk: EcJwk | PublicKey): Promise<SealingKey> {
  return importEcKey(jwk);
}

/** Seals JSON to a public key as a compact JWE. */
export function seal(content: unknown, key: SealingKey, kid?: string): Promise<string> {
  return sealCompact(JSON.stringify(content), key, kid);
}

/** Opens a compact JWE. `findKey` gets the `kid` of its header. Throws on anything but an intact seal. */
export async function unseal(
  jwe: string,
  findKey: (kid: string | undefined) => SealingKey | Promise<SealingKey>,
): Promise<unknown> {
  return JSON.parse(await openCompact(jwe, findKey));
}

/** A key pair of one's own, made here or before: its private half, and its public half as the `Seal-Key` header carries it. */
export async function makeReplyKey(
  made?: CryptoKeyPair,
): Promise<{ privateKey: SealingKey; header: string }> {
  const { privateKey, publicJwk } = await makeEcKeys(made);
  return { privateKey, header: toBase64Url(new TextEncoder().encode(JSON.stringify(publicJwk))) };
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
