/** Which payments there are: of a brand or an account, or by any reference that a payer may have. */

import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import { providers } from '#contract/billing/providers.ts';
import type { ProviderName } from '#contract/billing/providers.ts';
import type { InputOf, ReplyOf } from '#contract/kernel/endpoint.ts';
import { fail } from '#contract/kernel/errors.ts';
import type {
  StaffPayment,
  findPayments as findEndpoint,
  listPayments as listEndpoint,
} from '#contract/staff/payments.ts';
import type { StaffContext } from '#server/app.ts';
import { atBrand, mayHere } from '#server/brands/staff-context.ts';
import { decodeIdCursor } from '#server/platform/cursor.ts';
import type { DbOrTx } from '#server/platform/database/database.ts';
import { readUuid } from '#server/platform/ids.ts';
import { documentNumber } from '../books/document-text.ts';

const PAGE = 50;
const MOST_FOUND = 20;

/** Payments of a brand, newest first. `next` is the `before` of the following page. */
export async function listPayments(
  context: StaffContext,
  { brand: key, accountId, before }: InputOf<typeof listEndpoint>,
): Promise<ReplyOf<typeof listEndpoint>> {
  const inside = atBrand(context, key);
  const { brandId } = inside;
  if (accountId === undefined && !mayHere(inside, 'payments.read')) fail('staff.forbidden');
  const ofAccount = accountId === undefined ? sql`true` : sql`account_id = ${accountId}::uuid`;
  const cursor = decodeIdCursor(before);
  const onPage = cursor === undefined ? sql`true` : sql`id < ${cursor}::uuid`;
  // Ids are in the order of time.
  const wanted = sql`select brand_id, id as purchase_id from purchase
    where brand_id = ${brandId}::uuid and ${ofAccount} and ${onPage}
    order by id desc limit ${sql.lit(PAGE + 1)}`;
  const rows = await readPayments(context.app.db, wanted);
  const payments = rows.slice(0, PAGE).map((row) => describePayment(key, row));
  return { payments, next: rows.length > PAGE ? (payments.at(-1)?.orderId ?? null) : null };
}

export async function findPayments(
  context: StaffContext,
  { text }: InputOf<typeof findEndpoint>,
): Promise<ReplyOf<typeof findEndpoint>> {
  const { db, brands } = context.app;
  if (context.brandIds.length === 0) return { payments: [] };
  const inBrands = sql`brand_id = any(${context.brandIds}::uuid[])`;
  const wanted = sql`select brand_id, purchase_id
    from (${sql.join(matchesOf(text.trim(), inBrands), sql` union `)}) as found
    order by purchase_id desc limit ${sql.lit(MOST_FOUND)}`;
  const rows = await readPayments(db, wanted);
  return {
    payments: rows.flatMap((row) => {
      const brand = brands.byId(row.brand_id);
      return brand ? [describePayment(brand.key, row)] : [];
    }),
  };
}

const receiptNumber = /-(\d{4})-(\d{1,9})$/;
/** "4242", or "4242 24,90", also with a sign of the currency or dots before the digits. */
const digitsAndAmount = /^[•*.… ]*(\d{4})(?: ?[,;·]? €? ?(\d{1,6})(?:[.,](\d{2}))? ?(?:€|eur)?)?$/i;

/** Each by an index of its own. */
function matchesOf(text: string, inBrands: RawBuilder<unknown>): RawBuilder<unknown>[] {
  const id = readUuid(text);
  if (id !== undefined)
    return [
      sql`select brand_id, id as purchase_id from purchase where ${inBrands} and id = ${id}::uuid`,
      sql`select brand_id, purchase_id from payment_attempt where ${inBrands} and id = ${id}::uuid`,
      sql`select brand_id, purchase_id from refund where ${inBrands} and id = ${id}::uuid`,
      ...byReference(text, inBrands),
    ];
  const [, year = '', number = ''] = receiptNumber.exec(text) ?? [];
  const named = { year: Number(year), number: Number(number) };
  const kinds = (['receipt', 'credit_note'] as const).filter(
    (kind) => documentNumber({ kind, ...named }) === text.toUpperCase(),
  );
  if (kinds.length > 0)
    return [
      sql`select brand_id, purchase_id from document where ${inBrands} and kind = any(${kinds}::text[])
        and year = ${named.year}::int and number = ${named.number}::int`,
    ];
  const [, lastFour = '', euros, rest = '00'] = digitsAndAmount.exec(text) ?? [];
  if (lastFour !== '') {
    const amount =
      euros === undefined ? sql`` : sql`and amount_cents = ${Number(euros) * 100 + Number(rest)}::int`;
    return [
      sql`(select brand_id, purchase_id from payment_attempt
        where ${inBrands} and last_four = ${lastFour} ${amount} and captured_at is not null
        order by captured_at desc limit ${sql.lit(MOST_FOUND)})`,
    ];
  }
  if (text.includes('@'))
    return [
      sql`(select p.brand_id, p.id as purchase_id
        from (select brand_id, id from account where ${inBrands} and email = ${text.toLowerCase()}) a
        join purchase p on p.brand_id = a.brand_id and p.account_id = a.id
        order by p.created_at desc, p.id desc limit ${sql.lit(MOST_FOUND)})`,
    ];
  return byReference(text, inBrands);
}

/** As the provider calls the charge or the refund. */
function byReference(text: string, inBrands: RawBuilder<unknown>): RawBuilder<unknown>[] {
  const names = Object.keys(providers).map((name) => sql.lit(name));
  return [
    sql`select brand_id, purchase_id from payment_attempt
      where ${inBrands} and provider in (${sql.join(names)}) and reference = ${text}`,
    sql`select brand_id, purchase_id from refund where ${inBrands} and reference = ${text}`,
  ];
}

export interface PaymentRow {
  brand_id: string;
  id: string;
  account_id: string;
  screen_name: string | null;
  kind: StaffPayment['kind'];
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
  last_four: string | null;
}

/** Purchases with what became of them, newest first. `wanted` selects their `brand_id` and `purchase_id`. */
export async function readPayments(db: DbOrTx, wanted: RawBuilder<unknown>): Promise<PaymentRow[]> {
  const { rows } = await sql<PaymentRow>`
    select p.brand_id, p.id, p.account_id, o.screen_name, p.kind, p.product_id, p.amount_cents, p.state, p.created_at,
      coalesce(sums.captured, 0) as captured_cents, coalesce(sums.refunded, 0) as refunded_cents,
      coalesce(sums.charged_back, 0) as charged_back_cents,
      newest.state as attempt_state, newest.provider, newest.outcome, newest.last_four
    from (${wanted}) as w
    join purchase p on p.brand_id = w.brand_id and p.id = w.purchase_id
    left join profile o on o.brand_id = p.brand_id and o.account_id = p.account_id
    left join lateral (
      select sum(captured_cents)::int as captured, sum(refunded_cents)::int as refunded,
        sum(charged_back_cents)::int as charged_back
      from payment_attempt a where a.brand_id = p.brand_id and a.purchase_id = p.id
    ) sums on true
    left join lateral (
      select state, provider, outcome, last_four from payment_attempt a
      where a.brand_id = p.brand_id and a.purchase_id = p.id
      order by captured_at is null, id desc limit 1
    ) newest on true
    order by p.id desc`.execute(db);
  return rows;
}

export function describePayment(brand: string, row: PaymentRow): StaffPayment {
  return {
    brand,
    orderId: row.id,
    accountId: row.account_id,
    screenName: row.screen_name,
    kind: row.kind,
    productId: row.product_id,
    amountCents: row.amount_cents,
    capturedCents: row.captured_cents,
    refundedCents: row.refunded_cents,
    chargedBackCents: row.charged_back_cents,
    state: row.attempt_state ?? row.state,
    outcome: row.outcome,
    provider: row.provider,
    lastFour: row.last_four,
    createdAt: row.created_at.getTime(),
  };
}
