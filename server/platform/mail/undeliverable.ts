import type { App } from '../../app.ts';
import type { DbOrTx } from '../database/database.ts';

type Hashing = Pick<App, 'keyedHash'>;

/** It may be nobody's address that we know, and it outlives an account: only a hash is kept. */
function hashOf({ keyedHash }: Hashing, brandId: string, email: string): Buffer {
  return keyedHash('undeliverable address', `${brandId} ${email.toLowerCase()}`);
}

/** The mail service says that this address does not exist. No mail is tried again for a year. */
export async function recordUndeliverable(
  app: Hashing & Pick<App, 'clock'>,
  db: DbOrTx,
  brandId: string,
  email: string,
): Promise<void> {
  await db
    .insertInto('undeliverable_address')
    .values({
      brand_id: brandId,
      address_hash: hashOf(app, brandId, email),
      created_at: app.clock.now(),
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

export async function isUndeliverable(
  app: Hashing,
  db: DbOrTx,
  brandId: string,
  email: string,
): Promise<boolean> {
  const row = await db
    .selectFrom('undeliverable_address')
    .select('brand_id')
    .where('brand_id', '=', brandId)
    .where('address_hash', '=', hashOf(app, brandId, email))
    .executeTakeFirst();
  return row !== undefined;
}
