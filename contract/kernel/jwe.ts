/**
 * A compact JWE (RFC 7516) with a direct key agreement (RFC 7518, ECDH-ES on P-256) and AES-256-GCM: the one kind that is
 * sealed here. A library for all kinds would be a tenth of what a member's first page loads.
 */

const ALGORITHM = 'ECDH-ES';
const CIPHER = 'A256GCM';
const CURVE = { name: 'ECDH', namedCurve: 'P-256' } as const;
const KEY_BITS = 256;
const IV_BYTES = 12;
const TAG_BYTES = 16;
/** More arguments than this overflow the stack of some browsers. */
const LETTERS_AT_A_TIME = 0x8000;

/** What a P-256 key is as JSON. A private one has `d` as well. */
export interface EcJwk {
  kty?: string;
  crv?: string;
  x?: string;
  y?: string;
  d?: string;
}

interface Header {
  alg?: unknown;
  enc?: unknown;
  kid?: string;
  epk?: EcJwk;
  apu?: string;
  apv?: string;
  zip?: unknown;
  crit?: unknown;
}

const encoder = new TextEncoder();
const decoder = new TextDecoder('utf-8', { fatal: true });

export function importEcKey({ kty = '', crv = '', x = '', y = '', d }: EcJwk): Promise<CryptoKey> {
  const isPrivate = d !== undefined;
  const jwk = { kty, crv, x, y, ...(isPrivate && { d }) };
  return crypto.subtle.importKey('jwk', jwk, CURVE, false, isPrivate ? ['deriveBits'] : []);
}

/** A key pair of which only the public half can be read, made here or before. */
export async function makeEcKeys(made?: CryptoKeyPair): Promise<{ privateKey: CryptoKey; publicJwk: EcJwk }> {
  const pair = made ?? (await crypto.subtle.generateKey(CURVE, false, ['deriveBits']));
  const { kty = '', crv = '', x = '', y = '' } = await crypto.subtle.exportKey('jwk', pair.publicKey);
  return { privateKey: pair.privateKey, publicJwk: { kty, crv, x, y } };
}

export async function sealCompact(text: string, to: CryptoKey, kid?: string): Promise<string> {
  const { privateKey, publicJwk } = await makeEcKeys();
  const header: Header = { alg: ALGORITHM, enc: CIPHER, ...(kid !== undefined && { kid }), epk: publicJwk };
  const head = toBase64Url(encoder.encode(JSON.stringify(header)));
  const iv = crypto.getRandomValues(new Uint8Array(IV_BYTES));
  const key = await agreeOnKey(to, privateKey, header, 'encrypt');
  const sealed = new Uint8Array(await crypto.subtle.encrypt(cipherOf(iv, head), key, encoder.encode(text)));
  const parts = [iv, sealed.subarray(0, -TAG_BYTES), sealed.subarray(-TAG_BYTES)];
  // With a direct agreement there is no encrypted key, so its part stays empty.
  return [head, '', ...parts.map(toBase64Url)].join('.');
}

/** Throws on anything but an intact seal of our kind. `findKey` gets the `kid` of its header. */
export async function openCompact(
  jwe: string,
  findKey: (kid: string | undefined) => CryptoKey | Promise<CryptoKey>,
): Promise<string> {
  const [head = '', encryptedKey, iv = '', sealed = '', tag = '', ...rest] = jwe.split('.');
  const header = JSON.parse(decoder.decode(fromBase64Url(head))) as Header | null;
  const isOurs =
    header?.alg === ALGORITHM &&
    header.enc === CIPHER &&
    header.zip === undefined &&
    header.crit === undefined &&
    encryptedKey === '' &&
    rest.length === 0;
  if (!isOurs || !header.epk || header.epk.d !== undefined)
    throw new Error('This is no seal that can be opened here.');
  const nonce = fromBase64Url(iv);
  const stamp = fromBase64Url(tag);
  if (nonce.length !== IV_BYTES || stamp.length !== TAG_BYTES)
    throw new Error('A part of the seal is cut short.');
  const mine = await findKey(header.kid);
  const key = await agreeOnKey(await importEcKey(header.epk), mine, header, 'decrypt');
  const bytes = concat(fromBase64Url(sealed), stamp);
  return decoder.decode(await crypto.subtle.decrypt(cipherOf(nonce, head), key, bytes));
}

const cipherOf = (iv: Uint8Array<ArrayBuffer>, head: string) => ({
  name: 'AES-GCM',
  iv,
  additionalData: encoder.encode(head),
  tagLength: TAG_BYTES * 8,
});

/** The content's key, which both sides find: the one round of Concat KDF that 256 bits need. */
async function agreeOnKey(
  theirs: CryptoKey,
  mine: CryptoKey,
  { apu = '', apv = '' }: Pick<Header, 'apu' | 'apv'>,
  usage: 'encrypt' | 'decrypt',
): Promise<CryptoKey> {
  const secret = await crypto.subtle.deriveBits({ name: CURVE.name, public: theirs }, mine, KEY_BITS);
  const info = concat(
    number(1),
    new Uint8Array(secret),
    withLength(encoder.encode(CIPHER)),
    withLength(fromBase64Url(apu)),
    withLength(fromBase64Url(apv)),
    number(KEY_BITS),
  );
  return crypto.subtle.importKey('raw', await crypto.subtle.digest('SHA-256', info), 'AES-GCM', false, [
    usage,
  ]);
}

function number(value: number): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(4);
  new DataView(bytes.buffer).setUint32(0, value);
  return bytes;
}

const withLength = (bytes: Uint8Array) => concat(number(bytes.length), bytes);

function concat(...parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const all = new Uint8Array(parts.reduce((length, part) => length + part.length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}

/** Not every browser has these yet. */
interface MaybeBase64 {
  toBase64?: Uint8Array['toBase64'];
}
interface MaybeFromBase64 {
  fromBase64?: typeof Uint8Array.fromBase64;
}

export function toBase64Url(bytes: Uint8Array): string {
  const own = (bytes as MaybeBase64).toBase64?.call(bytes, { alphabet: 'base64url', omitPadding: true });
  if (own !== undefined) return own;
  let letters = '';
  for (let at = 0; at < bytes.length; at += LETTERS_AT_A_TIME) {
    letters += String.fromCharCode(...bytes.subarray(at, at + LETTERS_AT_A_TIME));
  }
  return btoa(letters).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}

function fromBase64Url(text: string): Uint8Array<ArrayBuffer> {
  if (!/^[\w-]*$/.test(text)) throw new Error('This is no base64url.');
  const own = (Uint8Array as MaybeFromBase64).fromBase64?.(text, { alphabet: 'base64url' });
  if (own) return own;
  const letters = atob(text.replaceAll('-', '+').replaceAll('_', '/'));
  return Uint8Array.from(letters, (letter) => letter.charCodeAt(0));
}
