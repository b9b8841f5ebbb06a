/** The one read by which what became of charges is decided. */

import { sql } from 'kysely';
import type { Batch } from '#server/platform/database/batches.ts';
import type { DbOrTx } from '#server/platform/database/database.ts';
import { methodJson } from '../orders/checkout.sql.ts';
import type { KnownMethod } from '../orders/checkout.sql.ts';
import { purchaseJson } from '../orders/orders.sql.ts';
import type { Purchase } from '../orders/orders.sql.ts';
import { offerTaken } from '../terms/purchase-limits.ts';
import { paidForJson } from '../terms/unused-value.ts';
import type { PaidFor } from '../terms/unused-value.ts';
import type { Attempt } from './attempts.ts';

/** All that decides what follows from an event about a charge. */
export interface ChargeFacts {
  attempt: Attempt;
  purchase: Purchase;
  /** Null where the account is erased. */
  payer: { moneyVersion: number; level: number; hasBought: boolean } | null;
  /** The plan that runs now. */
  plan: RunningPlan | null;
  /** Those on file, and the one that the event names. */
  methods: KnownMethod[];
  /** Of a failed order: the same was bought since. */
  boughtSince: boolean;
  /** Of an offer for a first purchase: it was had before, by this account, card or device. */
  offerTaken: boolean;
  /** Of a better plan: by what the one was paid that it replaces. */
  paidFor: PaidFor | null;
}

interface RunningPlan {
  id: string;
  state: 'active' | 'past_due';
  period: number;
  periodEnd: Date;
  nextChargeAt: Date | null;
  endReason: string | null;
  createdAt: Date;
  paymentMethodId: string | null;
}

interface FactsRow extends Omit<ChargeFacts, 'attempt' | 'payer' | 'plan'> {
  attempt: Omit<Attempt, 'fingerprint' | 'captured_at'> & {
    fingerprint: string | null;
    captured_at: string | null;
  };
  money_version: number | null;
  level: number | null;
  has_bought: boolean | null;
  plan_id: string | null;
  plan_state: RunningPlan['state'];
  plan_period: number;
  plan_end: Date;
  plan_charge_at: Date | null;
  plan_end_reason: string | null;
  plan_created_at: Date;
  plan_method: string | null;
}

export interface AskedCharge {
  brandId: string;
  attemptId: string;
  /** The token that the provider has stored, where it has. */
  token: string | null;
  /** Cards and devices tell people apart: nothing is play money. */
  byTraces: boolean;
}

/** What is to be known of one attempt; nothing where there is none. */
export const chargeFacts: Batch<AskedCharge, ChargeFacts | undefined> = {
  async run(db, asked) {
    const found = await readChargeFacts(db, asked);
    return asked.map(({ attemptId }) => found.get(attemptId));
  },
  keyOf: ({ attemptId }) => attemptId,
};

/** What few need is asked for by a `case`, so that the others do not pay for it. */
export async function readChargeFacts(
  db: DbOrTx,
  asked: readonly AskedCharge[],
): Promise<Map<string, ChargeFacts>> {
  const { rows } = await sql<FactsRow>`
    select jsonb_build_object('brand_id', t.brand_id, 'id', t.id, 'purchase_id', t.purchase_id, 'account_id', t.account_id,
        'provider', t.provider, 'method', t.method, 'initiated_by', t.initiated_by, 'amount_cents', t.amount_cents,
        'state', t.state, 'outcome', t.outcome, 'reference', t.reference, 'payment_method_id', t.payment_method_id,
        'keeps_for', t.keeps_for, 'network', t.network, 'last_four', t.last_four, 'payer_country', t.payer_country,
        'fingerprint', encode(t.fingerprint, 'hex'), 'captured_cents', t.captured_cents, 'captured_at', t.captured_at
      ) as attempt,
      ${purchaseJson} as purchase,
      v.version as money_version, a.level, a.first_bought_at is not null as has_bought,
      s.id as plan_id, s.state as plan_state, s.period as plan_period, s.period_end as plan_end,
      s.next_charge_at as plan_charge_at, s.end_reason as plan_end_reason, s.created_at as plan_created_at,
      s.payment_method_id as plan_method,
      coalesce((
        select jsonb_agg(${methodJson})
        from payment_method m
        where m.brand_id = t.brand_id and m.account_id = t.account_id
          and (m.status = 'active' or m.token = asked.token and m.provider = t.provider)), '[]') as methods,
      case when p.state = 'failed' then exists (
        select from purchase since
        where since.brand_id = p.brand_id and since.account_id = p.account_id and since.kind = p.kind
          and since.product_id = p.product_id and since.state = 'fulfilled' and since.created_at >= p.created_at
          and since.id <> p.id) else false end as "boughtSince",
      case when p.first_offer then ${offerTaken('p', sql`t.fingerprint`, sql`asked.by_traces`)} else false end as "offerTaken",
      case when p.kind = 'upgrade' then ${paidForJson('s')} end as "paidFor"
    from unnest(${asked.map(({ brandId }) => brandId)}::uuid[], ${asked.map(({ attemptId }) => attemptId)}::uuid[],
      ${asked.map(({ token }) => token)}::text[], ${asked.map(({ byTraces }) => byTraces)}::boolean[])
      as asked (brand_id, attempt_id, token, by_traces)
    join payment_attempt t on t.brand_id = asked.brand_id and t.id = asked.attempt_id
    join purchase p on p.brand_id = t.brand_id and p.id = t.purchase_id
    left join account a on a.brand_id = t.brand_id and a.id = t.account_id
    left join account_money v on v.brand_id = t.brand_id and v.account_id = t.account_id
    left join current_subscription s on s.brand_id = t.brand_id and s.account_id = t.account_id`.execute(db);
  return new Map(rows.map((row) => [row.attempt.id, factsOf(row)]));
}

function factsOf(row: FactsRow): ChargeFacts {
  const { purchase, methods, boughtSince, offerTaken: isTaken, paidFor } = row;
  const { fingerprint, captured_at: capturedAt, ...attempt } = row.attempt;
  return {
    attempt: {
      ...attempt,
      fingerprint: fingerprint === null ? null : Buffer.from(fingerprint, 'hex'),
      captured_at: capturedAt === null ? null : new Date(capturedAt),
    },
    payer:
      row.money_version === null
        ? null
        : { moneyVersion: row.money_version, level: row.level ?? 0, hasBought: row.has_bought ?? false },
    plan:
      row.plan_id === null
        ? null
        : {
            id: row.plan_id,
            state: row.plan_state,
            period: row.plan_period,
            periodEnd: row.plan_end,
            nextChargeAt: row.plan_charge_at,
            endReason: row.plan_end_reason,
            createdAt: row.plan_created_at,
            paymentMethodId: row.plan_method,
          },
    purchase,
    methods,
    boughtSince,
    offerTaken: isTaken,
    paidFor,
  };
}
