import { sql } from 'kysely';
import type { Database } from '#server/platform/database/database.ts';
import type { ModelProvider } from './model-provider.ts';

/** Compares our books with those of the processor, and with themselves. Answers with every rule that is broken. */
export async function findBookErrors(
  db: Database,
  model: Pick<ModelProvider, 'charges'>,
  accountId: string,
): Promise<string[]> {
  const wrong: string[] = [];
  const attempts = await db
    .selectFrom('payment_attempt')
    .selectAll()
    .where('account_id', '=', accountId)
    .execute();
  for (const attempt of attempts) {
    const theirs = model.charges.get(attempt.id);
    const taken = theirs?.state === 'taken' ? theirs.amountCents : 0;
    if (attempt.captured_cents !== taken)
      wrong.push(`${attempt.state} holds ${attempt.captured_cents}, they took ${taken}`);
    if (attempt.refunded_cents !== (theirs?.refundedCents ?? 0))
      wrong.push(`refunded ${attempt.refunded_cents}, they ${theirs?.refundedCents ?? 0}`);
    if (attempt.charged_back_cents !== (theirs?.chargedBackCents ?? 0))
      wrong.push('a chargeback is not in the books');
    if (taken > 0 && attempt.reported_on === null) wrong.push('a charge that no report has named');
    if (['created', 'requires_action', 'processing', 'unknown', 'authorised'].includes(attempt.state))
      wrong.push(`still ${attempt.state}`);
  }
  const ids = attempts.map(({ id }) => id);
  if ([...model.charges.keys()].some((id) => !ids.includes(id)))
    wrong.push('a charge that we know nothing of');
  const { rows: unbalanced } = await sql`
    select from money_entry where attempt_id = any (${ids}::uuid[]) group by transaction_id having sum(amount_cents) <> 0`.execute(
    db,
  );
  if (unbalanced.length > 0) wrong.push('a transaction does not balance');
  const { rows: processor } = await sql<{ cents: number }>`
    select coalesce(sum(amount_cents), 0)::integer as cents from money_entry
    where attempt_id = any (${ids}::uuid[]) and account = 'processor'`.execute(db);
  const held = [...model.charges.values()]
    .filter(({ state }) => state === 'taken')
    .reduce((sum, charge) => sum + charge.amountCents - charge.refundedCents - charge.chargedBackCents, 0);
  if (processor[0]?.cents !== held) wrong.push(`the books say ${processor[0]?.cents}, the processor ${held}`);
  const { rows: twice } = await sql`
    select from purchase p join payment_attempt a on a.brand_id = p.brand_id and a.purchase_id = p.id
    where p.account_id = ${accountId}::uuid and a.captured_cents > a.refunded_cents + a.charged_back_cents
      and not exists (select from refund r where r.attempt_id = a.id and r.state in ('failed'))
    group by p.brand_id, p.id having count(*) > 1`.execute(db);
  if (twice.length > 0) wrong.push('a purchase was paid twice');
  const { rows: periods } = await sql`
    select from purchase where account_id = ${accountId}::uuid and kind = 'renewal' and state = 'fulfilled'
    group by subscription_id, period having count(*) > 1`.execute(db);
  if (periods.length > 0) wrong.push('a period was charged twice');
  const { rows: unpaid } = await sql`
    select from purchase p where p.account_id = ${accountId}::uuid and p.state = 'fulfilled' and p.amount_cents > 0
      and not exists (select from payment_attempt a where a.purchase_id = p.id and a.captured_cents = p.amount_cents)`.execute(
    db,
  );
  if (unpaid.length > 0) wrong.push('something was given that nobody paid for');
  const { rows: credits } = await sql<{ entries: number; purchases: number; wrong: number }>`
    select (select count(*)::integer from ledger_entry where account_id = ${accountId}::uuid and idempotency_key like 'purchase %') as entries,
      (select count(*)::integer from purchase where account_id = ${accountId}::uuid and state = 'fulfilled' and credits > 0) as purchases,
      (select count(*)::integer from balance b where b.account_id = ${accountId}::uuid and b.message_credits <> (
        select coalesce(sum(amount), 0) from ledger_entry l where l.account_id = b.account_id and l.credit = 'message')) as wrong`.execute(
    db,
  );
  if (credits[0]?.entries !== credits[0]?.purchases)
    wrong.push('credits were not given once for each purchase');
  if (credits[0]?.wrong !== 0) wrong.push('a balance differs from its ledger');
  const { rows: kept } = await sql`
    select from payment_method m where m.account_id = ${accountId}::uuid and m.status = 'active' and not m.for_packs
      and not exists (select from subscription s where s.brand_id = m.brand_id and s.payment_method_id = m.id
        and s.state in ('active', 'past_due'))`.execute(db);
  if (kept.length > 0) wrong.push('a card is kept that is of use to nothing');
  const { rows: unasked } = await sql`
    select from payment_method m where m.account_id = ${accountId}::uuid and not exists (
      select from payment_attempt a join purchase_consent c on c.brand_id = a.brand_id and c.purchase_id = a.purchase_id
      where a.account_id = m.account_id and a.keeps_for is not null and c.keeps_for = a.keeps_for)`.execute(
    db,
  );
  if (unasked.length > 0) wrong.push('a card is kept without a yes');
  return wrong;
}
