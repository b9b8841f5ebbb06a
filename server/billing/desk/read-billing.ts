import { sql } from 'kysely';
import type {
  OwnPayment,
  OwnSubscription,
  readBilling as readBillingEndpoint,
  CardOnFile,
} from '#contract/billing/member-billing.ts';
import type { InputOf, ReplyOf } from '#contract/kernel/endpoint.ts';
import type { LocalText } from '#contract/kernel/fields.ts';
import type { MemberContext } from '#server/app.ts';
import { timeCursor } from '#server/platform/cursor.ts';
import type { DbOrTx } from '#server/platform/database/database.ts';
import { documentNumber } from '../books/document-text.ts';
import type { Purchase } from '../orders/orders.sql.ts';
import { findCurrentPlan, findOpenRenewal, readBuyer } from '../orders/subscription.sql.ts';
import { openInSql } from '../payments/attempts.ts';
import { withdrawableUntil } from '../reversals/withdraw.ts';
import { readUnused } from '../terms/unused-value.ts';

const PAGE = 20;
const cursor = timeCursor('before');

/** The own plan, the cards on file and the newest payments. */
export async function readBilling(
  context: MemberContext,
  { before }: Pick<InputOf<typeof readBillingEndpoint>, 'before'>,
): Promise<ReplyOf<typeof readBillingEndpoint>> {
  const { db } = context.app;
  const { brandId, accountId } = context;
  const rows = await listOwnPayments(db, {
    brandId,
    accountId,
    before: cursor.decode(before),
    limit: PAGE + 1,
  });
  const page = rows.slice(0, PAGE);
  const documents = await listDocuments(
    db,
    brandId,
    page.map(({ id }) => id),
  );
  const last = page.at(-1);
  const cards = await readCards(db, brandId, accountId);
  const buyer = await readBuyer(db, brandId, accountId);
  return {
    subscription: await describePlan(context, cards),
    card: cards.onFile,
    packCard: cards.forPacks,
    payments: page.map((row) => describePayment(context, row, documents)),
    next: rows.length > PAGE && last ? cursor.encode({ at: last.created_at, id: last.id }) : null,
    ageVerifiedAt: buyer?.age_verified_at?.getTime() ?? null,
  };
}

async function describePlan(context: MemberContext, { ofPlan }: OwnCards): Promise<OwnSubscription | null> {
  const { db, clock } = context.app;
  const { brand, brandId, accountId, language } = context;
  const plan = await findCurrentPlan(db, brandId, accountId);
  if (!plan) return null;
  const owed = plan.state === 'past_due' ? await findOpenRenewal(db, brandId, plan) : undefined;
  // What is owed is paid by hand, or tried again without a fixed day.
  const renewsAt = plan.state === 'active' ? plan.next_charge_at : null;
  const { country } = brand.settings;
  const unused = await readUnused(db, { brandId, id: plan.id, country, at: clock.now() });
  return {
    productId: plan.product_id,
    name: plan.name[language],
    priceCents: plan.price_cents,
    period: plan.every,
    status: plan.state,
    paidUntil: plan.period_end.getTime(),
    nextChargeAt: renewsAt?.getTime() ?? null,
    nextChargeCents: renewsAt ? plan.renewal_cents : (owed?.amount_cents ?? null),
    nextName: plan.next_name?.[language] ?? null,
    owedId: owed?.id ?? null,
    unusedCents: unused.daysCents,
    returnableCredits: unused.credits,
    returnableCreditsCents: unused.creditsCents,
    card: ofPlan,
  };
}

function describePayment(
  { app: { clock }, language, brand }: MemberContext,
  row: PaymentRow,
  documents: readonly DocumentRow[],
): OwnPayment {
  const until = row.fulfilled_at && withdrawableUntil(row.fulfilled_at, brand).getTime();
  const canWithdraw = until !== null && until > clock.now().getTime() && row.refundable_cents > 0;
  return {
    orderId: row.id,
    kind: row.kind,
    productId: row.product_id,
    name: row.name?.[language] ?? null,
    amountCents: row.amount_cents,
    refundedCents: row.refunded_cents,
    credits: row.credits,
    status: statusOf(row),
    at: (row.fulfilled_at ?? row.created_at).getTime(),
    withdrawableUntil: canWithdraw ? until : null,
    documents: documents
      .filter(({ purchase_id }) => purchase_id === row.id)
      .slice(0, 20)
      .map(({ id, ...numbered }) => ({ id, kind: numbered.kind, number: documentNumber(numbered) })),
  };
}

function statusOf(row: PaymentRow): OwnPayment['status'] {
  if (row.charged_back) return 'charged_back';
  if (row.refunding) return 'refunding';
  if (row.captured_cents > 0 && row.refunded_cents >= row.captured_cents) return 'refunded';
  if (row.fulfilled_at) return 'paid';
  if (!row.under_way) return 'failed';
  return row.state === 'expired' ? 'cancelled' : 'pending';
}

interface PaymentRow {
  id: string;
  state: Purchase['state'];
  kind: Purchase['kind'];
  product_id: string | null;
  amount_cents: number;
  credits: number;
  created_at: Date;
  fulfilled_at: Date | null;
  name: LocalText | null;
  captured_cents: number;
  refunded_cents: number;
  /** What was captured and is neither refunded nor about to be. */
  refundable_cents: number;
  charged_back: boolean;
  refunding: boolean;
  under_way: boolean;
}

interface Page {
  brandId: string;
  accountId: string;
  before: { at: Date; id: string } | undefined;
  limit: number;
}

/** Everything that a member tried to pay, newest first. */
async function listOwnPayments(
  db: DbOrTx,
  { brandId, accountId, before, limit }: Page,
): Promise<PaymentRow[]> {
  const { rows } = await sql<PaymentRow>`
    select q.id, q.state, q.kind, q.product_id, q.amount_cents, q.credits, q.created_at, q.fulfilled_at, p.name,
      t.captured_cents, t.refunded_cents, t.refundable_cents, t.charged_back, t.under_way, r.refunding
    from purchase q
    left join plan_terms p on p.brand_id = q.brand_id and p.product_id = q.product_id and p.version = q.version
    cross join lateral (
      select coalesce(sum(a.captured_cents), 0)::integer as captured_cents,
        coalesce(sum(a.refunded_cents), 0)::integer as refunded_cents,
        coalesce(sum(a.refundable_cents), 0)::integer as refundable_cents,
        coalesce(bool_or(a.charged_back_cents > 0), false) as charged_back,
        coalesce(bool_or(a.state in (${openInSql})), false)
          as under_way,
        count(*) as tries
      from refundable_attempt a where a.brand_id = q.brand_id and a.purchase_id = q.id
    ) t
    cross join lateral (
      select coalesce(bool_or(f.state in ('created', 'sent', 'unknown')), false) as refunding
      from payment_attempt a
      join refund f on f.brand_id = a.brand_id and f.attempt_id = a.id
      where a.brand_id = q.brand_id and a.purchase_id = q.id
    ) r
    where q.brand_id = ${brandId}::uuid and q.account_id = ${accountId}::uuid
      and q.kind in ('plan', 'upgrade', 'renewal') and (t.tries > 0 or q.state = 'fulfilled')
      and (${before === undefined}::boolean
        or (q.created_at, q.id) < (${before?.at ?? null}::timestamptz, ${before?.id ?? null}::uuid))
    order by q.created_at desc, q.id desc limit ${limit}::integer`.execute(db);
  return rows;
}

interface DocumentRow {
  id: string;
  purchase_id: string;
  kind: 'receipt' | 'credit_note';
  year: number;
  number: number;
}

/** Of these purchases, the receipt first and then the credit notes. */
async function listDocuments(
  db: DbOrTx,
  brandId: string,
  purchaseIds: readonly string[],
): Promise<DocumentRow[]> {
  if (purchaseIds.length === 0) return [];
  return db
    .selectFrom('document')
    .select(['id', 'purchase_id', 'kind', 'year', 'number'])
    .where('brand_id', '=', brandId)
    .where('purchase_id', 'in', purchaseIds)
    .orderBy('created_at')
    .orderBy('number')
    .execute();
}

interface OwnCards {
  /** What a click charges. */
  onFile: CardOnFile | null;
  ofPlan: CardOnFile | null;
  forPacks: CardOnFile | null;
}

/** What can be charged without being typed again: by the current plan, by a click, or by both. */
async function readCards(db: DbOrTx, brandId: string, accountId: string): Promise<OwnCards> {
  const { rows } = await sql<CardOnFile & { onFile: boolean; ofPlan: boolean; forPacks: boolean }>`
    select m.id, m.kind, m.network, m.last_four as "lastFour", m.expiry_month as "expiryMonth",
      m.expiry_year as "expiryYear", m.for_packs as "forPacks", s.id is not null as "ofPlan",
      m.id = (select f.id from payment_method_on_file(m.brand_id, m.account_id) f) as "onFile"
    from payment_method m
    left join current_subscription s on s.brand_id = m.brand_id and s.account_id = m.account_id
      and s.payment_method_id = m.id
    where m.brand_id = ${brandId}::uuid and m.account_id = ${accountId}::uuid and m.status = 'active'`.execute(
    db,
  );
  const find = (use: keyof OwnCards) => {
    const row = rows.find((each) => each[use]);
    if (!row) return null;
    const { id, kind, network, lastFour, expiryMonth, expiryYear } = row;
    return { id, kind, network, lastFour, expiryMonth, expiryYear };
  };
  return { onFile: find('onFile'), ofPlan: find('ofPlan'), forPacks: find('forPacks') };
}
