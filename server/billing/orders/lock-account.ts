import { sql } from 'kysely';
import { holdMoney, holdMoneyOf, lockMoney } from '#server/accounts/account-record.ts';
import type { Tx } from '#server/platform/database/database.ts';

interface Whose {
  brandId: string;
  accountId: string;
}

/**
 * Holds an account's money until the transaction ends. Whatever touches it does this first, and then takes
 * subscription, purchase, attempt, refund and balance in this order: so of two who want the same one waits for the
 * other, and never each for the other. Every function that locks one of these rows calls it by itself: to
 * take it twice in one transaction is harmless.
 *
 * It also raises the version of the account's money, by which a single statement that decided without a lock notices
 * that it has to decide again (write-changes.sql.ts).
 *
 * It does not keep messages waiting, which point at the account itself and take the balance. Of an account that is erased
 * there is no row left, and no owner who could do two things at once. Answers whether there is one.
 */
export function lockAccount(tx: Tx, { brandId, accountId }: Whose): Promise<boolean> {
  return holdMoney(tx, { brandId, accountId });
}

/**
 * Several at once, in the order of their ids, for a caller that puts down what is owed and moves nothing yet: the versions stay
 * as they are, because no decision about money depends on an order whose payment has not begun.
 */
export async function lockAccounts(tx: Tx, whose: readonly Whose[]): Promise<void> {
  await lockMoney(tx, whose);
}

/** The owner of a charge. An attempt never changes its owner, so this can be read before anything is held. */
export async function lockAccountOfAttempt(tx: Tx, brandId: string, attemptId: string): Promise<void> {
  if (
    await holdMoneyOf(
      tx,
      brandId,
      sql`(
    select account_id from payment_attempt where brand_id = ${brandId}::uuid and id = ${attemptId}::uuid)`,
    )
  )
    return;
  // Of an account that is erased nothing else can be held.
  await sql`
    select from payment_attempt where brand_id = ${brandId}::uuid and id = ${attemptId}::uuid for no key update`.execute(
    tx,
  );
}

/** The owner of a purchase. */
export async function lockAccountOfPurchase(tx: Tx, brandId: string, purchaseId: string): Promise<void> {
  await holdMoneyOf(
    tx,
    brandId,
    sql`(
    select account_id from purchase where brand_id = ${brandId}::uuid and id = ${purchaseId}::uuid)`,
  );
}
