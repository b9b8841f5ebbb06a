import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import type { KeyObject } from 'node:crypto';
import type { signInWithPasskey } from '#contract/account/passkeys.ts';
import type { InputOf } from '#contract/kernel/endpoint.ts';

type Answer = InputOf<typeof signInWithPasskey>['response'];

/** What a site asks of the browser. */
interface CreationOptions {
  challenge: string;
  rp: { id: string };
  user: { id: string };
}
interface RequestOptions {
  challenge: string;
  rpId: string;
}

/** What this one does differently from an honest one. */
interface Mischief {
  origin?: string;
  rpId?: string;
  challenge?: string;
  counter?: number;
  userVerified?: boolean;
  userHandle?: string;
  tamper?: 'signature' | 'data';
  /** Passes off a new key under the id of a passkey that it made before. */
  copyId?: boolean;
}

interface Credential {
  id: Buffer;
  privateKey: KeyObject;
  userHandle: string;
}

const USER_PRESENT = 0x01;
const USER_VERIFIED = 0x04;
const HAS_CREDENTIAL = 0x40;

/** A passkey maker in software: keys, bytes and signatures are the real thing, only the finger is missing. */
export class Authenticator {
  readonly #origin: string;
  readonly #credentials: Credential[] = [];
  #counter = 0;

  constructor(origin: string) {
    this.#origin = origin;
  }

  /** Makes a passkey, as `navigator.credentials.create` does. */
  create(given: unknown, mischief: Mischief = {}): Answer {
    const options = given as CreationOptions;
    const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    const id = (mischief.copyId && this.#credentials.at(-1)?.id) || randomBytes(32);
    this.#credentials.push({ id, privateKey, userHandle: options.user.id });
    const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
    // COSE: an elliptic key (2) for ES256 (-7) on P-256 (1).
    const key = cborMap([
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, Buffer.from(x, 'base64url')],
      [-3, Buffer.from(y, 'base64url')],
    ]);
    const length = Buffer.alloc(2);
    length.writeUInt16BE(id.length);
    const authData = Buffer.concat([
      this.#authData(mischief.rpId ?? options.rp.id, mischief, HAS_CREDENTIAL),
      Buffer.alloc(16),
      length,
      id,
      key,
    ]);
    const attestation = cborMap([
      ['fmt', 'none'],
      ['attStmt', new Map()],
      ['authData', authData],
    ]);
    return this.#answer(id, {
      clientDataJSON: this.#clientData('webauthn.create', options.challenge, mischief).toString('base64url'),
      attestationObject: attestation.toString('base64url'),
      transports: ['internal'],
    });
  }

  /** Signs in with the newest passkey, as `navigator.credentials.get` does. */
  get(given: unknown, mischief: Mischief = {}): Answer {
    const options = given as RequestOptions;
    const credential = this.#credentials.at(-1);
    if (!credential) throw new Error('no passkey was made');
    const authData = this.#authData(mischief.rpId ?? options.rpId, mischief);
    const clientData = this.#clientData('webauthn.get', options.challenge, mischief);
    const signed = Buffer.concat([authData, createHash('sha256').update(clientData).digest()]);
    const signature = sign('sha256', signed, credential.privateKey);
    // A changed bit at the end of the second number leaves the signature well-formed.
    if (mischief.tamper === 'signature') signature.set([(signature.at(-1) ?? 0) ^ 1], signature.length - 1);
    if (mischief.tamper === 'data') authData.writeUInt32BE(this.#counter + 5, 33);
    return this.#answer(credential.id, {
      clientDataJSON: clientData.toString('base64url'),
      authenticatorData: authData.toString('base64url'),
      signature: signature.toString('base64url'),
      userHandle: mischief.userHandle ?? credential.userHandle,
    });
  }

  #authData(rpId: string, { counter, userVerified = true }: Mischief, more = 0): Buffer {
    this.#counter = counter ?? this.#counter + 1;
    const tail = Buffer.alloc(5);
    tail.writeUInt8(USER_PRESENT | (userVerified ? USER_VERIFIED : 0) | more);
    tail.writeUInt32BE(this.#counter, 1);
    return Buffer.concat([createHash('sha256').update(rpId).digest(), tail]);
  }

  #clientData(type: string, challenge: string, mischief: Mischief): Buffer {
    const origin = mischief.origin ?? this.#origin;
    return Buffer.from(
      JSON.stringify({ type, challenge: mischief.challenge ?? challenge, origin, crossOrigin: false }),
    );
  }

  #answer(id: Buffer, response: Answer): Answer {
    const name = id.toString('base64url');
    return {
      id: name,
      rawId: name,
      type: 'public-key',
      authenticatorAttachment: 'platform',
      clientExtensionResults: {},
      response,
    };
  }
}

type CborValue = number | string | Buffer | Map<string, string>;

/** As much CBOR as passkeys need: maps of small integers, texts, bytes and empty maps. */
function cborMap(entries: [number | string, CborValue][]): Buffer {
  return Buffer.concat([cborHead(5, entries.length), ...entries.flat().map(cborValue)]);
}

function cborValue(value: CborValue): Buffer {
  if (typeof value === 'number') return value < 0 ? cborHead(1, -1 - value) : cborHead(0, value);
  if (typeof value === 'string')
    return Buffer.concat([cborHead(3, Buffer.byteLength(value)), Buffer.from(value)]);
  if (Buffer.isBuffer(value)) return Buffer.concat([cborHead(2, value.length), value]);
  return cborHead(5, 0);
}

function cborHead(type: number, size: number): Buffer {
  if (size < 24) return Buffer.from([(type << 5) | size]);
  if (size < 256) return Buffer.from([(type << 5) | 24, size]);
  return Buffer.from([(type << 5) | 25, size >> 8, size & 0xff]);
}
