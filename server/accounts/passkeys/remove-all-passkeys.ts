import type { Tx } from '../../platform/database/database.ts';

/** Forgets every passkey of an account, as when it passes to its true owner. Answers with their names. */
export async function removeAllPasskeys(tx: Tx, brandId: string, accountId: string): Promise<string[]> {
  const gone = await tx
    .deleteFrom('passkey')
    .where('brand_id', '=', brandId)
    .where('account_id', '=', accountId)
    .returning('name')
    .execute();
  return gone.map(({ name }) => name).toSorted((one, other) => one.localeCompare(other));
}
