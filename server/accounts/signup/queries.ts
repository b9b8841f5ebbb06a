import type { Insertable } from 'kysely';
import type { Account, Arrival, Consent } from '../../platform/database/database-types.gen.ts';
import type { DbOrTx, Tx } from '../../platform/database/database.ts';

/** Answers whether it was made. It is not where the address or the tracker id is taken, also by somebody who is faster. */
export async function insertAccount(tx: Tx, account: Insertable<Account>): Promise<boolean> {
  const made = await tx
    .insertInto('account')
    .values(account)
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst();
  return made !== undefined;
}

export async function insertArrival(tx: Tx, arrival: Insertable<Arrival>): Promise<void> {
  await tx.insertInto('arrival').values(arrival).execute();
}

export async function insertConsents(tx: Tx, consents: Insertable<Consent>[]): Promise<void> {
  if (consents.length > 0) await tx.insertInto('consent').values(consents).execute();
}

/** Whoever has an address, and how that account came to be. */
export function findByEmail(db: DbOrTx, brandId: string, email: string) {
  return db
    .selectFrom('account as a')
    .leftJoin('arrival as r', (join) =>
      join.onRef('r.brand_id', '=', 'a.brand_id').onRef('r.account_id', '=', 'a.id'),
    )
    .select(['a.id', 'a.status', 'a.tracker_id', 'a.flow_id', 'a.password_hash', 'a.credentials_version'])
    .select(['a.created_at', 'r.link_id', 'r.attempt_id'])
    .where('a.brand_id', '=', brandId)
    .where('a.email', '=', email)
    .executeTakeFirst();
}
export type Owner = NonNullable<Awaited<ReturnType<typeof findByEmail>>>;

interface DeviceWanted {
  device: Buffer;
  network: Buffer;
  since: Date;
  /** The address of whoever asks. */
  otherThan: string;
}

/** The last account made from a device and its network. */
export function findByDevice(db: DbOrTx, brandId: string, wanted: DeviceWanted) {
  return db
    .selectFrom('arrival as r')
    .innerJoin('account as a', (join) =>
      join.onRef('a.brand_id', '=', 'r.brand_id').onRef('a.id', '=', 'r.account_id'),
    )
    .select('a.email')
    .where('r.brand_id', '=', brandId)
    .where('r.device_hash', '=', wanted.device)
    .where('r.network_hash', '=', wanted.network)
    .where('r.created_at', '>', wanted.since)
    .where('a.email', '<>', wanted.otherThan)
    .orderBy('r.created_at', 'desc')
    .limit(1)
    .executeTakeFirst();
}

/** Locks the account until the transaction ends. */
export function lockConsentState(tx: Tx, brandId: string, accountId: string) {
  return tx
    .selectFrom('account')
    .select(['accepted_at', 'newsletter'])
    .where('brand_id', '=', brandId)
    .where('id', '=', accountId)
    .forUpdate()
    .executeTakeFirstOrThrow();
}

export async function saveConsentState(
  tx: Tx,
  brandId: string,
  accountId: string,
  state: { accepted_at: Date; newsletter: boolean },
): Promise<void> {
  await tx
    .updateTable('account')
    .set(state)
    .where('brand_id', '=', brandId)
    .where('id', '=', accountId)
    .execute();
}
