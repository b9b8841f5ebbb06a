import { sql } from 'kysely';
import type { ProviderName } from '../../../contract/billing/providers.ts';
import type { InputOf, ReplyOf } from '../../../contract/kernel/endpoint.ts';
import { fail } from '../../../contract/kernel/errors.ts';
import { hasRight } from '../../../contract/kernel/staff-rights.ts';
import type {
  listPayments as listPaymentsEndpoint,
  refundPayment as refundPaymentEndpoint,
} from '../../../contract/staff/billing.ts';
import type { StaffContext } from '../../app.ts';
import { atBrand } from '../../brands/staff-context.ts';
import { recordAudit } from '../../platform/audit.ts';
import { decodeIdCursor } from '../../platform/cursor.ts';
import { transact } from '../../platform/database/database.ts';
import type { DbOrTx } from '../../platform/database/database.ts';
import { findRefund, listPurchaseCharges } from './refund.sql.ts';
import { startRefund } from './start-refund.ts';

const PAGE = 50;

/** Payments of a brand, newest first. `next` is the `before` of the following page. */
export async function listPayments(
  context: StaffContext,
  { brand: key, accountId, before }: InputOf<typeof listPaymentsEndpoint>,
): Promise<ReplyOf<typeof listPaymentsEndpoint>> {
  const { brandId } = atBrand(context, key);
  if (accountId === undefined && !hasRight(context.role, 'payments.read')) fail('staff.forbidden');
  const page = { brandId, accountId, before: decodeIdCursor(before), limit: PAGE + 1 };
  const rows = await listPaymentRows(context.app.db, page);
  const payments = rows.slice(0, PAGE).map((row) => ({
    orderId: row.id,
    brand: key,
    accountId: row.account_id,
    kind: row.kind,
    productId: row.product_id,
    amountCents: row.amount_cents,
    capturedCents: row.captured_cents,
    refundedCents: row.refunded_cents,
    chargedBackCents: row.charged_back_cents,
    state: row.attempt_state ?? row.state,
    provider: row.provider,
    outcome: row.outcome,
    createdAt: row.created_at.getTime(),
  }));
  return { payments, next: rows.length > PAGE ? (payments.at(-1)?.orderId ?? null) : null };
}

/** Refunds for a reason of ours, from the first charge of the order that has anything left. */
export async function refundPayment(
  context: StaffContext,
  { orderId, brand: key, amountCents, reason, id }: InputOf<typeof refundPaymentEndpoint>,
): Promise<ReplyOf<typeof refundPaymentEndpoint>> {
  const { db } = context.app;
  const { staffId, ip } = context;
  const { brandId } = atBrand(context, key);
  return transact(db, async (tx, afterCommit) => {
    const charges = await listPurchaseCharges(tx, brandId, orderId);
    if (charges.length === 0) return fail('order.not_found');
    const known = await findRefund(tx, brandId, id);
    if (known && known.purchase_id === orderId) return { refundId: id, amountCents: known.amount_cents };
    for (const { id: attemptId, captured_cents: captured } of charges) {
      if (attemptId === null || !captured) continue;
      const refund = await startRefund(context.app, tx, afterCommit, {
        brandId,
        attemptId,
        reason: 'support',
        id,
        ...(amountCents !== undefined && { amountCents }),
      });
      if (!refund) continue;
      await recordAudit(tx, {
        brandId,
        actor: { kind: 'staff', id: staffId },
        action: 'payment.refunded',
        subject: orderId,
        details: { ...refund, reason },
        ip,
      });
      return refund;
    }
    return fail('order.nothing_due');
  });
}

interface PaymentRow {
  id: string;
  account_id: string;
  kind: 'plan' | 'upgrade' | 'verification' | 'card' | 'renewal';
  product_id: string | null;
  amount_cents: number;
  state: string;
  created_at: Date;
  captured_cents: number;
  refunded_cents: number;
  charged_back_cents: number;
  attempt_state: string | null;
  provider: ProviderName | null;
  outcome: string | null;
}

interface Page {
  brandId: string;
  accountId: string | undefined;
  before: string | undefined;
  limit: number;
}

/** Purchases with what became of them, newest first. Ids are in the order of time. */
async function listPaymentRows(db: DbOrTx, { brandId, accountId, before, limit }: Page) {
  const ofAccount = accountId === undefined ? sql`true` : sql`p.account_id = ${accountId}::uuid`;
  const onPage = before === undefined ? sql`true` : sql`p.id < ${before}::uuid`;
  const { rows } = await sql<PaymentRow>`
    select p.id, p.account_id, p.kind, p.product_id, p.amount_cents, p.state, p.created_at,
      coalesce(sums.captured, 0) as captured_cents, coalesce(sums.refunded, 0) as refunded_cents,
      coalesce(sums.charged_back, 0) as charged_back_cents,
      newest.state as attempt_state, newest.provider, newest.outcome
    from purchase p
    left join lateral (
      select sum(captured_cents)::int as captured, sum(refunded_cents)::int as refunded,
        sum(charged_back_cents)::int as charged_back
      from payment_attempt a where a.brand_id = p.brand_id and a.purchase_id = p.id
    ) sums on true
    left join lateral (
      select state, provider, outcome from payment_attempt a
      where a.brand_id = p.brand_id and a.purchase_id = p.id
      order by captured_at is null, id desc limit 1
    ) newest on true
    where p.brand_id = ${brandId}::uuid and ${ofAccount} and ${onPage}
    order by p.id desc limit ${limit}`.execute(db);
  return rows;
}
