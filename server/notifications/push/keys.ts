/** What each brand signs its push messages with (VAPID, RFC 8292): made when it is first needed, and kept for good. */

import { CompactEncrypt, compactDecrypt } from 'jose';
import { createLoadCache } from '#server/platform/coalesce.ts';
import { StartupFault } from '#server/platform/config/startup-fault.ts';
import type { Database } from '#server/platform/database/database.ts';
import type { Secrets } from '#server/platform/security/secrets.ts';

export interface PushKeyPair {
  publicKey: string;
  privateKey: string;
}

export interface PushKeys {
  of(brandId: string): Promise<PushKeyPair>;
}

const MOST_BRANDS = 1_000;

export function createPushKeys({ db, secrets }: { db: Database; secrets: Secrets }): PushKeys {
  const known = createLoadCache<PushKeyPair>({ max: MOST_BRANDS });
  const wrappingKey = secrets.keyFor('push keys');

  const read = (brandId: string) =>
    db
      .selectFrom('push_key')
      .select(['public_key', 'wrapped_private_key'])
      .where('brand_id', '=', brandId)
      .executeTakeFirst();

  /** Of nodes that make one at the same time the first one counts: devices know the brand by it. */
  async function make(brandId: string): Promise<void> {
    const { default: webPush } = await import('web-push');
    const { publicKey, privateKey } = webPush.generateVAPIDKeys();
    const wrapped = await new CompactEncrypt(new TextEncoder().encode(privateKey))
      .setProtectedHeader({ alg: 'dir', enc: 'A256GCM' })
      .encrypt(wrappingKey);
    await db
      .insertInto('push_key')
      .values({ brand_id: brandId, public_key: publicKey, wrapped_private_key: wrapped })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  }

  async function load(brandId: string): Promise<PushKeyPair> {
    let row = await read(brandId);
    if (!row) {
      await make(brandId);
      row = await read(brandId);
    }
    if (!row) throw new Error('a push key was made and is not there');
    const { plaintext } = await compactDecrypt(row.wrapped_private_key, wrappingKey).catch(() => {
      throw new StartupFault(
        'This database was used with another SECRET_KEY; give every node the same one, or the same DATA_DIR.',
      );
    });
    return { publicKey: row.public_key, privateKey: new TextDecoder().decode(plaintext) };
  }

  return {
    of: (brandId) => known(brandId, () => load(brandId)),
  };
}
