import type { Tx } from '../core/database.ts';

/** Forgets every passkey of an account, as when it passes to its true owner. */
export async function removeAllPasskeys(tx: Tx, brandId: string, accountId: string): Promise<void> {
  await tx
    .deleteFrom('passkey')
    .where('brand_id', '=', brandId)
    .where('account_id', '=', accountId)
    .execute();
}
