import { z } from 'zod';
import type { InputOf, ReplyOf } from '../../../contract/kernel/endpoint.ts';
import { fail } from '../../../contract/kernel/errors.ts';
import type { listPayments as endpoint } from '../../../contract/staff/billing.ts';
import type { StaffContext } from '../../app.ts';
import { requireOperator } from '../../brands/staff-context.ts';
import { listPaymentRows } from './staff-queries.ts';

const PAGE = 50;

/** Payments of a brand, newest first. `next` is the `before` of the following page. */
export async function listPayments(
  context: StaffContext,
  { brand: key, accountId, before }: InputOf<typeof endpoint>,
): Promise<ReplyOf<typeof endpoint>> {
  requireOperator(context);
  const brand = context.brands.byKey(key);
  if (!brand) return { payments: [], next: null };
  const page = { brandId: brand.id, accountId, before: decodeCursor(before), limit: PAGE + 1 };
  const rows = await listPaymentRows(context.db, page);
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

/** Where the last page ended: an id, since those are in the order of time. */
export function decodeCursor(before: string | undefined): string | undefined {
  if (before === undefined || z.uuid().safeParse(before).success) return before;
  return fail('request.malformed', { issues: [{ path: 'before', problem: 'must come from the last page' }] });
}
