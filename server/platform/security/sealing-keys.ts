import { CompactEncrypt, compactDecrypt, decodeProtectedHeader, exportJWK, generateKeyPair } from 'jose';
import type { JWK } from 'jose';
import { fail } from '#contract/kernel/errors.ts';
import { importSealingKey, publicKey, unseal } from '#contract/kernel/sealing.ts';
import type { PublicKey, SealingKey } from '#contract/kernel/sealing.ts';
import type { Clock } from '../clock.ts';
import { DAY, HOUR, SECOND } from '../clock.ts';
import { StartupFault } from '../config/startup-fault.ts';
import type { Database } from '../database/database.ts';
import { newId } from '../ids.ts';
import { createReplySealer } from './reply-sealer.ts';
import type { Secrets } from './secrets.ts';

export type SealPurpose = 'api' | 'payment';

const ROTATE_AFTER = 30 * DAY;
/** An old key is accepted for a day after the next one was published, for pages that are still open. */
const ACCEPT_AFTER_ROTATION = DAY;
/** Made-up keys must not make us read the database each time. */
const READ_EVERY = 5 * SECOND;
const secretNames = { api: 'SECRET_KEY', payment: 'PAYMENT_SECRET_KEY' } as const;

interface OpeningKey {
  purpose: SealPurpose;
  key: SealingKey;
  acceptedUntil: number;
}

export interface SealingKeys {
  /** The keys that browsers seal to now. */
  published(): Record<SealPurpose, PublicKey>;
  open(purpose: SealPurpose, jwe: string): Promise<unknown>;
  acceptsReplyKey(header: string): boolean;
  sealReply(header: string, content: unknown): string;
  /** Makes a new key where the newest is old, and reads what other nodes made. */
  refresh(): Promise<void>;
}

interface Options {
  db: Database;
  clock: Clock;
  /** Secrets that wrap the private halves. A node without the payment role has none for `payment`. */
  secrets: Record<'api', Secrets> & Partial<Record<'payment', Secrets>>;
}

export async function openSealingKeys({ db, clock, secrets }: Options): Promise<SealingKeys> {
  let published: Record<SealPurpose, PublicKey> | undefined;
  let opening = new Map<string, OpeningKey>();
  let readAt = 0;
  const replies = createReplySealer();

  const wrappingKey = (purpose: SealPurpose) => secrets[purpose]?.keyFor(`sealing ${purpose}`);

  async function makeKey(purpose: SealPurpose): Promise<void> {
    const wrap = wrappingKey(purpose);
    if (!wrap) return;
    const { publicKey: pub, privateKey } = await generateKeyPair('ECDH-ES', {
      crv: 'P-256',
      extractable: true,
    });
    const kid = newId(clock.now().getTime());
    const wrapped = await new CompactEncrypt(
      new TextEncoder().encode(JSON.stringify(await exportJWK(privateKey))),
    )
      .setProtectedHeader({ alg: 'dir', enc: 'A256GCM' })
      .encrypt(wrap);
    await db
      .insertInto('sealing_key')
      .values({
        kid,
        purpose,
        public_jwk: JSON.stringify({ ...(await exportJWK(pub)), use: 'enc', kid }),
        wrapped_private_jwk: wrapped,
        created_at: clock.now(),
      })
      .execute();
  }

  async function unwrap(purpose: SealPurpose, wrapped: string): Promise<SealingKey | undefined> {
    const wrap = wrappingKey(purpose);
    if (!wrap) return undefined;
    const { plaintext } = await compactDecrypt(wrapped, wrap).catch(() => {
      throw new StartupFault(
        `This database was used with another ${secretNames[purpose]}; give every node the same one, or the same DATA_DIR.`,
      );
    });
    return importSealingKey(JSON.parse(new TextDecoder().decode(plaintext)) as JWK);
  }

  const readRows = (purpose: SealPurpose) =>
    db
      .selectFrom('sealing_key')
      .select(['kid', 'public_jwk', 'wrapped_private_jwk', 'created_at'])
      .where('purpose', '=', purpose)
      .orderBy('created_at', 'desc')
      .limit(3)
      .execute();

  async function load(purpose: SealPurpose, found: Map<string, OpeningKey>): Promise<PublicKey> {
    let rows = await readRows(purpose);
    const newest = rows[0]?.created_at.getTime();
    if (newest === undefined || clock.now().getTime() - newest > ROTATE_AFTER) {
      await makeKey(purpose);
      rows = await readRows(purpose);
    }
    let acceptedUntil = Number.POSITIVE_INFINITY;
    for (const row of rows) {
      const key = await unwrap(purpose, row.wrapped_private_jwk);
      if (key) found.set(row.kid, { key, acceptedUntil, purpose });
      acceptedUntil = row.created_at.getTime() + ACCEPT_AFTER_ROTATION;
    }
    const [current] = rows;
    if (!current)
      throw new StartupFault(
        `There is no ${purpose} key yet: start a node that has the ${purpose} role first.`,
      );
    return publicKey.parse(current.public_jwk);
  }

  async function refresh(): Promise<void> {
    const found = new Map<string, OpeningKey>();
    published = { api: await load('api', found), payment: await load('payment', found) };
    opening = found;
  }

  /** Another node may have made a key since we looked. */
  async function learn(kid: string): Promise<void> {
    const now = clock.now().getTime();
    if (opening.has(kid) || now - readAt < READ_EVERY) return;
    readAt = now;
    await refresh();
  }

  await refresh();
  return {
    published: () => published ?? fail('server.unavailable', { retryAfter: HOUR / 1_000 }),
    async open(purpose, jwe) {
      await learn(kidOf(jwe));
      try {
        return await unseal(jwe, (kid) => {
          const found = opening.get(kid ?? '');
          if (!found || found.purpose !== purpose || found.acceptedUntil < clock.now().getTime()) {
            throw new Error('unknown key');
          }
          return found.key;
        });
      } catch {
        return fail('request.not_sealed');
      }
    },
    acceptsReplyKey: replies.accepts,
    sealReply: (header, content) => replies.seal(header, content) ?? fail('request.seal_key_missing'),
    refresh,
  };
}

function kidOf(jwe: string): string {
  try {
    return String(decodeProtectedHeader(jwe).kid);
  } catch {
    return fail('request.not_sealed');
  }
}
