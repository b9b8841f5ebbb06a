import type {
  OwnPayment,
  OwnSubscription,
  readBilling as endpoint,
} from '../../../contract/billing/member-billing.ts';
import type { InputOf, ReplyOf } from '../../../contract/kernel/endpoint.ts';
import { WITHDRAWAL_DAYS } from '../../../contract/kernel/money.ts';
import type { MemberContext } from '../../app.ts';
import { DAY } from '../../platform/clock.ts';
import { documentNumber } from '../receipts/facts.ts';
import { decodeCursor, encodeCursor } from '../../platform/cursor.ts';
import { listDocuments, listPayments, readCards, readNextPlan } from './own-money-queries.ts';
import type { DocumentRow, OwnCards, PaymentRow } from './own-money-queries.ts';
import { findCurrentPlan, findOpenRenewal, readBuyer } from './queries.ts';
import { readUnused } from './unused-value.ts';

const PAGE = 20;

/** The own plan, the cards on file and the newest payments. */
export async function readBilling(
  context: MemberContext,
  { before }: Pick<InputOf<typeof endpoint>, 'before'>,
): Promise<ReplyOf<typeof endpoint>> {
  const { db, brandId, accountId } = context;
  const rows = await listPayments(db, { brandId, accountId, before: decodeCursor(before), limit: PAGE + 1 });
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
    next: rows.length > PAGE && last ? encodeCursor({ at: last.created_at, id: last.id }) : null,
    ageVerifiedAt: buyer?.age_verified_at?.getTime() ?? null,
  };
}

async function describePlan(context: MemberContext, { ofPlan }: OwnCards): Promise<OwnSubscription | null> {
  const { db, brand, brandId, accountId, language, clock } = context;
  const plan = await findCurrentPlan(db, brandId, accountId);
  if (!plan) return null;
  const next = await readNextPlan(db, brandId, plan);
  const owed = plan.state === 'past_due' ? await findOpenRenewal(db, brandId, plan) : undefined;
  // What is owed is paid by hand, or tried again without a fixed day.
  const renewsAt = plan.state === 'active' ? plan.next_charge_at : null;
  const unused = await readUnused(
    db,
    { brandId, accountId, country: brand.settings.country },
    plan,
    clock.now(),
  );
  return {
    productId: plan.product_id,
    name: plan.name[language],
    priceCents: plan.total_cents,
    period: plan.every,
    status: plan.state,
    paidUntil: plan.period_end.getTime(),
    nextChargeAt: renewsAt?.getTime() ?? null,
    nextChargeCents: renewsAt ? (next?.total_cents ?? plan.total_cents) : (owed?.amount_cents ?? null),
    nextName: next?.name[language] ?? null,
    owedId: owed?.id ?? null,
    unusedCents: unused.daysCents,
    returnableCredits: unused.credits,
    returnableCreditsCents: unused.creditsCents,
    card: ofPlan,
  };
}

function describePayment(
  { language, clock }: MemberContext,
  row: PaymentRow,
  documents: readonly DocumentRow[],
): OwnPayment {
  const until = row.fulfilled_at && row.fulfilled_at.getTime() + WITHDRAWAL_DAYS * DAY;
  const canWithdraw = until !== null && until > clock.now().getTime() && row.left_cents > 0;
  return {
    orderId: row.id,
    kind: row.kind,
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
  return row.under_way ? 'pending' : 'failed';
}
