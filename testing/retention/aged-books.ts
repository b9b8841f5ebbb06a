import { randomBytes } from 'node:crypto';
import { eventOf, recordEvents } from '#server/billing/payments/payment-events.ts';
import { DAY } from '#server/platform/clock.ts';
import type { DB } from '#server/platform/database/database-types.gen.ts';
import type { Database } from '#server/platform/database/database.ts';
import { newId } from '#server/platform/ids.ts';
import { paid } from '../billing/refunds.ts';
import { withServices } from '../world.ts';
import type { Member } from '../world.ts';
import { hash, insert, present } from './make-aged.ts';
import type { AgedRows } from './make-aged.ts';

/** A purchase with all that can hang on one. */
async function books(member: Member, at: Date) {
  const { db } = member.app;
  const { brandId, accountId } = member;
  const then = withServices(member, { clock: { now: () => at } });
  const { purchaseId, attemptId } = await paid(then, { receipt: true, credits: 0 });
  const subscriptionId = newId();
  const own = { brand_id: brandId, account_id: accountId };
  const day = at.toISOString().slice(0, 10);
  await insert(db, 'purchase_consent', {
    ...own,
    purchase_id: purchaseId,
    button: 'Compra',
    terms: 'Tutto',
    text_hash: hash(),
    amount_cents: 1990,
    immediate: true,
    language: 'it',
    created_at: at,
  });
  await insert(db, 'pending_document', {
    brand_id: brandId,
    id: attemptId,
    cause: 'payment',
    attempt_id: attemptId,
  });
  await insert(db, 'refund', {
    provider: 'adyen',
    ...own,
    id: newId(),
    attempt_id: attemptId,
    purchase_id: purchaseId,
    amount_cents: 1,
    reason: 'support',
    created_at: at,
  });
  await insert(db, 'dispute', {
    brand_id: brandId,
    id: newId(),
    attempt_id: attemptId,
    reference: attemptId,
    amount_cents: 1,
    state: 'announced',
    created_at: at,
  });
  const captured = { from: 'processing', to: 'captured', outcome: 'success', source: 'webhook' } as const;
  await recordEvents(db, [eventOf({ brandId, purchaseId, attemptId }, at, { kind: 'state', ...captured })]);
  await insert(db, 'subscription', {
    ...own,
    id: subscriptionId,
    product_id: 'vip-month',
    version: 1,
    state: 'expired',
    period_start: new Date(at.getTime() - DAY),
    period_end: at,
    ended_at: at,
    created_at: at,
  });
  await insert(db, 'renewal_notice', {
    brand_id: brandId,
    subscription_id: subscriptionId,
    period: 2,
    kind: 'before',
    amount_cents: 1990,
    charge_at: at,
    sent_at: at,
  });
  await db
    .insertInto('reconciliation')
    .values({ provider: 'adyen', day, compared: 0, at })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  await settled(db, day, at);
  return { purchaseId, attemptId, subscriptionId, day };
}

/** What the provider reported and paid out on a day, and what the bank says of it. */
async function settled(db: Database, day: string, at: Date): Promise<void> {
  const provider = 'adyen';
  const difference = { subject: 'charge', kind: 'missing_here', reference: newId() } as const;
  await db
    .insertInto('reconciliation_difference')
    .values({ id: newId(), provider, day, ...difference })
    .execute();
  const entry = { transaction_id: newId(), provider, day, kind: 'fee', at } as const;
  await db
    .insertInto('settlement_entry')
    .values([
      { ...entry, line: 1, account: 'fees', amount_cents: 10 },
      { ...entry, line: 2, account: 'processor', amount_cents: -10 },
    ])
    .execute();
  const line = { id: newId(), digest: randomBytes(32), statement: 'S', booked_on: day, text: '' };
  await db
    .insertInto('bank_line')
    .values({ ...line, amount_cents: 1 })
    .execute();
  const payout = { id: newId(), provider, reference: newId(), paid_on: day, amount_cents: 1 } as const;
  await db
    .insertInto('payout')
    .values({ ...payout, bank_line_id: line.id })
    .execute();
}

type Books = Awaited<ReturnType<typeof books>>;

export const inBooks =
  (table: keyof DB, column: string, key: keyof Books): AgedRows =>
  async (member, dates) => {
    const made: Books[] = [];
    for (const at of dates) made.push(await books(member, at));
    return () =>
      present(
        member.app.db,
        table,
        column,
        made.map((one) => one[key]),
      );
  };
