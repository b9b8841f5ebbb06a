import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import { fail } from '#contract/kernel/errors.ts';
import type { App } from '#server/app.ts';
import type { Tx } from '#server/platform/database/database.ts';
import { readBuyer } from '../subscriptions/subscription.sql.ts';
import { openStates } from './attempts.ts';
import type { KnownCard } from './new-attempt.sql.ts';
import type { Purchase } from './orders.sql.ts';

/**
 * One open payment a product, and one first-purchase offer a person. Asked while the account is locked and before an
 * attempt is committed, so that of many tries at the same time one is made and the others are refused.
 */
export async function requireOnlyPayment(
  app: App,
  tx: Tx,
  purchase: Purchase,
  card: KnownCard | null,
): Promise<void> {
  const undecided = await findUndecided(tx, purchase);
  if (undecided) {
    const { id: orderId, nextCheckAt: next } = undecided;
    const now = app.clock.now().getTime();
    fail('payment.undecided', { orderId, nextCheckAt: Math.max(next?.getTime() ?? now, now) });
  }
  if (!purchase.firstOffer) return;
  const buyer = await readBuyer(tx, purchase.brandId, purchase.accountId);
  if (buyer?.first_bought_at || (await wasOfferTaken(app, tx, purchase, card)))
    fail('order.first_purchase_only');
}

/** Another order for the same thing that may yet be paid, unless its owner called it off. All first-purchase offers are one thing. */
async function findUndecided(
  tx: Tx,
  { brandId, id }: Purchase,
): Promise<{ id: string; nextCheckAt: Date | null } | undefined> {
  const { rows } = await sql<{ id: string; nextCheckAt: Date | null }>`
    select other.id, a.work_at as "nextCheckAt" from purchase mine
    join purchase other on other.brand_id = mine.brand_id and other.account_id = mine.account_id
      and other.id <> mine.id and other.state = 'awaiting_payment'
      and (other.product_id is not distinct from mine.product_id or mine.first_offer and other.first_offer)
    join payment_attempt a on a.brand_id = other.brand_id and a.purchase_id = other.id
      and a.state = any (${openStates}::text[])
    where mine.brand_id = ${brandId}::uuid and mine.id = ${id}::uuid
    limit 1`.execute(tx);
  return rows[0];
}

/**
 * Whether the payer of an order had an offer for a first purchase before: by this account or, where cards are real, by
 * the same card or from the same device. What is known of devices is forgotten after a month.
 */
export const offerTaken = (
  order: string,
  fingerprint: RawBuilder<unknown>,
  byTraces: RawBuilder<unknown>,
) => sql`(exists (
    select from purchase other
    where other.brand_id = ${sql.ref(`${order}.brand_id`)} and other.account_id = ${sql.ref(`${order}.account_id`)}
      and other.id <> ${sql.ref(`${order}.id`)} and other.state = 'fulfilled' and other.first_offer)
  or ${byTraces} and (exists (
      select from purchase other
      where other.brand_id = ${sql.ref(`${order}.brand_id`)} and other.offer_card = ${fingerprint}
        and other.id <> ${sql.ref(`${order}.id`)})
    or exists (
      select from arrival here
      join arrival there on there.brand_id = here.brand_id and there.device_hash = here.device_hash
        and there.network_hash = here.network_hash and there.account_id <> here.account_id
      join purchase other on other.brand_id = there.brand_id and other.account_id = there.account_id
        and other.state = 'fulfilled' and other.first_offer
      where here.brand_id = ${sql.ref(`${order}.brand_id`)} and here.account_id = ${sql.ref(`${order}.account_id`)})))`;

/** All members share the test cards, so where money is play money only the account counts. */
async function wasOfferTaken(
  { providers }: App,
  tx: Tx,
  { brandId, id }: Purchase,
  card: Pick<KnownCard, 'fingerprint'> | null,
): Promise<boolean> {
  const fingerprint = card?.fingerprint ?? null;
  const { rows } = await sql<{ taken: boolean }>`
    select ${offerTaken('mine', sql`${fingerprint}::bytea`, sql`${!providers.sandbox}::boolean`)} as taken
    from purchase mine where mine.brand_id = ${brandId}::uuid and mine.id = ${id}::uuid`.execute(tx);
  return rows[0]?.taken ?? false;
}
