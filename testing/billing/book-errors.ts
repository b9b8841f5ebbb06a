import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import type { Database } from '#server/platform/database/database.ts';
import type { ModelProvider } from './model-provider.ts';

export interface BookError {
  accountId: string;
  wrong: string;
}

/**
 * Compares our books of these accounts with those of the processor. Whether they agree with themselves is for
 * `findBrokenInvariants`. Answers with every rule that is broken.
 */
export async function findBookErrors(
  db: Database,
  model: Pick<ModelProvider, 'charges'>,
  accountIds: readonly string[],
): Promise<BookError[]> {
  const charges = Array.from(model.charges, ([id, charge]) => ({
    id,
    account_id: charge.customerId,
    taken: charge.state === 'taken' ? charge.amountCents : 0,
    refunded: charge.refundedCents,
    charged_back: charge.chargedBackCents,
  }));
  const theirs = JSON.stringify(charges);
  const broken = await Promise.all(
    Object.entries(rules).map(async ([wrong, rule]) => {
      const { rows } = await sql<{ accountId: string }>`
        with owner as (select unnest(${accountIds}::uuid[]) as account_id),
        theirs as (select * from jsonb_to_recordset(${theirs}::jsonb)
          as t (id uuid, account_id uuid, taken integer, refunded integer, charged_back integer)),
        attempt as (select a.* from payment_attempt a join owner using (account_id)),
        bought as (select p.* from purchase p join owner using (account_id)),
        card as (select m.* from payment_method m join owner using (account_id))
        select distinct account_id as "accountId" from (${rule}) broken`.execute(db);
      return rows.map(({ accountId }) => ({ accountId, wrong }));
    }),
  );
  return broken.flat();
}

/** Each selects the accounts that break it. */
const rules: Record<string, RawBuilder<unknown>> = {
  'an attempt holds another sum than they took': sql`
    select a.account_id from attempt a left join theirs t on t.id = a.id
    where a.captured_cents <> coalesce(t.taken, 0)`,
  'another sum was refunded than they say': sql`
    select a.account_id from attempt a left join theirs t on t.id = a.id
    where a.refunded_cents <> coalesce(t.refunded, 0)`,
  'a chargeback is not in the books': sql`
    select a.account_id from attempt a left join theirs t on t.id = a.id
    where a.charged_back_cents <> coalesce(t.charged_back, 0)`,
  'no report has named a charge': sql`
    select a.account_id from attempt a join theirs t on t.id = a.id
    where t.taken > 0 and a.reported_on is null`,
  'an attempt is still open': sql`
    select account_id from attempt
    where state in ('created', 'requires_action', 'processing', 'unknown', 'authorised')`,
  'we know nothing of a charge': sql`
    select account_id from theirs where id not in (select id from attempt)`,
  'a purchase was paid twice': sql`
    select p.account_id from bought p join attempt a on a.brand_id = p.brand_id and a.purchase_id = p.id
    where a.captured_cents > a.refunded_cents + a.charged_back_cents
      and not exists (select from refund r where r.attempt_id = a.id and r.state in ('failed'))
    group by p.account_id, p.brand_id, p.id having count(*) > 1`,
  'a period was charged twice': sql`
    select account_id from bought where kind = 'renewal' and state = 'fulfilled'
    group by account_id, subscription_id, period having count(*) > 1`,
  'something was granted that no payer paid for': sql`
    select p.account_id from bought p where p.state = 'fulfilled' and p.amount_cents > 0
      and not exists (select from attempt a where a.purchase_id = p.id and a.captured_cents = p.amount_cents)`,
  'credits were not granted once for each purchase': sql`
    select account_id from (
      select l.account_id, 1 as count from ledger_entry l join owner using (account_id)
      where l.idempotency_key like 'purchase %'
      union all select account_id, -1 from bought where state = 'fulfilled' and credits > 0) granted
    group by account_id having sum(count) <> 0`,
  'a card is kept that is of use to nothing': sql`
    select m.account_id from card m where m.status = 'active' and not m.for_packs
      and not exists (select from subscription s where s.brand_id = m.brand_id and s.payment_method_id = m.id
        and s.state in ('active', 'past_due'))`,
  'a card is kept without a yes': sql`
    select m.account_id from card m where not exists (
      select from attempt a join purchase_consent c on c.brand_id = a.brand_id and c.purchase_id = a.purchase_id
      where a.account_id = m.account_id and a.keeps_for is not null and c.keeps_for = a.keeps_for)`,
};
