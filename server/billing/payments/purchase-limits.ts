import { sql } from 'kysely';
import { fail } from '#contract/kernel/errors.ts';
import type { App } from '#server/app.ts';
import type { Tx } from '#server/platform/database/database.ts';
import { readTerms } from '../subscriptions/plan-terms.ts';
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
    const { id: orderId, poll_at: next } = undecided;
    const now = app.clock.now().getTime();
    fail('payment.undecided', { orderId, nextCheckAt: Math.max(next?.getTime() ?? now, now) });
  }
  if (!(await readTerms(app, tx, purchase))?.first_purchase_only) return;
  const buyer = await readBuyer(tx, purchase.brandId, purchase.accountId);
  if (buyer?.first_bought_at || (await wasFirstOfferTaken(app, tx, purchase, card)))
    fail('order.first_purchase_only');
}

const sellsFirstOffer = (purchase: 'mine' | 'other') => sql`exists (
  select from plan_terms plan where plan.brand_id = ${sql.ref(`${purchase}.brand_id`)}
    and plan.product_id = ${sql.ref(`${purchase}.product_id`)} and plan.version = ${sql.ref(`${purchase}.version`)}
    and plan.first_purchase_only)`;

/** Another order for the same thing that may yet be paid, unless its owner called it off. All first-purchase offers are one thing. */
async function findUndecided(
  tx: Tx,
  { brandId, id }: Purchase,
): Promise<{ id: string; poll_at: Date | null } | undefined> {
  const { rows } = await sql<{ id: string; poll_at: Date | null }>`
    select other.id, a.poll_at from purchase mine
    join purchase other on other.brand_id = mine.brand_id and other.account_id = mine.account_id
      and other.id <> mine.id and other.state = 'awaiting_payment'
      and (other.product_id is not distinct from mine.product_id
        or ${sellsFirstOffer('mine')} and ${sellsFirstOffer('other')})
    join payment_attempt a on a.brand_id = other.brand_id and a.purchase_id = other.id
      and a.state = any (${openStates}::text[])
    where mine.brand_id = ${brandId}::uuid and mine.id = ${id}::uuid
    limit 1`.execute(tx);
  return rows[0];
}

/**
 * Whether this account has had such an offer, or another one by the same card or from the same device. What is known of
 * devices is forgotten after a month. Test cards are everybody's, so where money is play money only the account counts.
 */
export async function wasFirstOfferTaken(
  { providers }: App,
  tx: Tx,
  { brandId, id }: Purchase,
  card: Pick<KnownCard, 'fingerprint'> | null,
): Promise<boolean> {
  const isReal = !providers.sandbox;
  const fingerprint = isReal ? (card?.fingerprint ?? null) : null;
  if (fingerprint) {
    // Two accounts that pay with one card at the same time must see each other.
    const key = fingerprint.toString('hex');
    await sql`select pg_advisory_xact_lock(hashtextextended(${key}::text, 0))`.execute(tx);
  }
  const { rows } = await sql<{ taken: boolean }>`
    select exists (
      select from purchase other
      where other.brand_id = mine.brand_id and other.account_id = mine.account_id and other.id <> mine.id
        and other.state = 'fulfilled' and ${sellsFirstOffer('other')}
    ) or exists (
      select from payment_attempt a
      join purchase other on other.brand_id = a.brand_id and other.id = a.purchase_id
      where a.brand_id = mine.brand_id and a.fingerprint = ${fingerprint}::bytea and a.captured_at is not null
        and other.id <> mine.id and other.state = 'fulfilled' and ${sellsFirstOffer('other')}
    ) or ${isReal}::boolean and exists (
      select from arrival here
      join arrival there on there.brand_id = here.brand_id and there.device_hash = here.device_hash
        and there.network_hash = here.network_hash and there.account_id <> here.account_id
      join purchase other on other.brand_id = there.brand_id and other.account_id = there.account_id
        and other.state = 'fulfilled' and ${sellsFirstOffer('other')}
      where here.brand_id = mine.brand_id and here.account_id = mine.account_id
    ) as taken
    from purchase mine where mine.brand_id = ${brandId}::uuid and mine.id = ${id}::uuid`.execute(tx);
  return rows[0]?.taken ?? false;
}
