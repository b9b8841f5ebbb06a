/** The history of one payment, of all that was written down, in the order of time. */

import { sql } from 'kysely';
import { isContradictory } from '#contract/countries/vat-rates.ts';
import type { VatEvidence } from '#contract/countries/vat-rates.ts';
import type { InputOf, ReplyOf } from '#contract/kernel/endpoint.ts';
import { fail } from '#contract/kernel/errors.ts';
import type {
  PaymentEntry,
  PaymentTax,
  readPaymentTimeline as timelineEndpoint,
} from '#contract/staff/payments.ts';
import type { StaffContext } from '#server/app.ts';
import { atBrand } from '#server/brands/staff-context.ts';
import type { DbOrTx } from '#server/platform/database/database.ts';
import { documentNumber } from '../books/document-text.ts';
import { describePayment, readPayments } from './find-payments.ts';
import { entriesOfPayment } from './payment-timeline.sql.ts';
import type { EntryRow } from './payment-timeline.sql.ts';

export async function readPaymentTimeline(
  context: StaffContext,
  { brand: key, orderId }: InputOf<typeof timelineEndpoint>,
): Promise<ReplyOf<typeof timelineEndpoint>> {
  const { brandId } = atBrand(context, key);
  const { db } = context.app;
  const [row] = await readPayments(
    db,
    sql`select ${brandId}::uuid as brand_id, ${orderId}::uuid as purchase_id`,
  );
  if (!row) return fail('request.not_found');
  return {
    payment: describePayment(key, row),
    tax: await readTax(db, brandId, orderId),
    entries: await readEntries(db, brandId, orderId),
  };
}

/** Whose tax it was, and by what evidence. */
async function readTax(db: DbOrTx, brandId: string, purchaseId: string): Promise<PaymentTax | null> {
  const { rows } = await sql<{
    country: string | null;
    points: number | null;
    evidence: VatEvidence | null;
    paidFrom: string | null;
  }>`
    select p.vat_country as country, p.vat_basis_points as points, p.vat_evidence as evidence,
      (select a.payer_country from payment_attempt a where a.brand_id = p.brand_id and a.purchase_id = p.id
        and a.payer_country is not null order by a.captured_at limit 1) as "paidFrom"
    from purchase p where p.brand_id = ${brandId}::uuid and p.id = ${purchaseId}::uuid`.execute(db);
  const [{ country, points, evidence, paidFrom } = nothing] = rows;
  if (country === null || points === null || evidence === null) return null;
  const all = { ...evidence, ...(paidFrom !== null && { card: paidFrom }) };
  return { country, percent: points / 100, evidence, paidFrom, isContradictory: isContradictory(all) };
}

const nothing = { country: null, points: null, evidence: null, paidFrom: null };

async function readEntries(db: DbOrTx, brandId: string, purchaseId: string): Promise<PaymentEntry[]> {
  const { rows } = await entriesOfPayment(brandId, purchaseId).execute(db);
  return rows.map(describeEntry);
}

function describeEntry({ at, ...entry }: EntryRow): PaymentEntry {
  const { kind, text } = entry;
  const isDocument = kind === 'receipt' || kind === 'credit_note';
  const [year = 0, number = 0] = isDocument ? (text ?? '').split(' ').map(Number) : [];
  return { ...entry, at: at.getTime(), text: isDocument ? documentNumber({ kind, year, number }) : text };
}
