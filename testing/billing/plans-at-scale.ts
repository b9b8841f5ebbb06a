import { sql } from 'kysely';
import type { Database } from '#server/platform/database/database.ts';

/** Every fifth has a plan that renews, which is enough to tell a search from a scan. */
export async function sellPlans(db: Database): Promise<void> {
  await sql`
    insert into subscription (brand_id, id, account_id, product_id, version, state, period_start, period_end)
    select a.brand_id, gen_random_uuid(), a.id, p.product_id, p.version, 'active', now(), now() + interval '1 month'
    from account a
    join plan p on p.brand_id = a.brand_id and p.product_id = 'vip-month' and p.version = 1
    where substr(a.tracker_id, length(a.tracker_id)) in ('1', '5')`.execute(db);
  await sql`
    insert into purchase (brand_id, id, account_id, kind, product_id, version, flow_id, language, country, amount_cents,
      credits, state, token_hash, subscription_id, fulfilled_at, created_at)
    select s.brand_id, gen_random_uuid(), s.account_id, 'plan', s.product_id, s.version, '7', 'it', 'it', 2990, 50,
      'fulfilled', sha256(s.id::text::bytea), s.id, now(), now()
    from subscription s`.execute(db);
  await sql`
    insert into payment_attempt (brand_id, id, purchase_id, account_id, provider, method, initiated_by, amount_cents, state,
      outcome, reference, fingerprint, captured_cents, captured_at, created_at)
    select p.brand_id, gen_random_uuid(), p.id, p.account_id, 'adyen', 'card', 'member', 2990, 'captured', 'success',
      p.id::text, sha256(p.id::text::bytea), 2990, now(), now()
    from purchase p`.execute(db);
  await sql`
    insert into document (brand_id, id, account_id, purchase_id, trader, kind, year, number, language, facts)
    select p.brand_id, gen_random_uuid(), p.account_id, p.id, p.brand_id::text, 'receipt', 2025,
      row_number() over (partition by p.brand_id), 'it', '{}'
    from purchase p`.execute(db);
  await sql`
    insert into spending_limit (brand_id, account_id, period, limit_cents)
    select brand_id, account_id, 'week', 10000 from subscription`.execute(db);
  await sql`
    insert into spending_pause (brand_id, account_id, until, created_at)
    select brand_id, account_id, now() + interval '1 week', now() from subscription`.execute(db);
  await sql`analyze subscription, purchase, payment_attempt, document, spending_limit, spending_pause`.execute(
    db,
  );
}
