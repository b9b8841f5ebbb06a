/** The one read by which what became of charges is decided. */

import { sql } from 'kysely';
import type { ProviderName } from '#contract/billing/providers.ts';
import type { Batch } from '#server/platform/database/batches.ts';
import type { Database } from '#server/platform/database/database.ts';
import type { AttemptRow } from './attempts.ts';
import { purchaseJson } from './orders.sql.ts';
import type { Purchase } from './orders.sql.ts';

/** A payment method of the payer's: those on file, and the one that a verdict names. */
export interface KnownMethod {
  id: string;
  provider: ProviderName;
  token: string;
  isActive: boolean;
  retiredAt: string | null;
  forPacks: boolean;
}

/** All that decides what follows from a verdict. */
export interface SettlementFacts {
  attempt: AttemptRow;
  purchase: Purchase;
  /** Null where the account is erased. */
  payer: { moneyVersion: number; level: number; hasBought: boolean } | null;
  /** The plan that runs now. */
  plan: {
    id: string;
    period: number;
    periodEnd: Date;
    createdAt: Date;
    paymentMethodId: string | null;
  } | null;
  methods: KnownMethod[];
}

interface FactsRow {
  attempt: Omit<AttemptRow, 'fingerprint' | 'captured_at'> & {
    fingerprint: string | null;
    captured_at: string | null;
  };
  purchase: Purchase;
  money_version: number | null;
  level: number | null;
  has_bought: boolean | null;
  plan_id: string | null;
  plan_period: number | null;
  plan_end: Date | null;
  plan_created_at: Date | null;
  plan_method: string | null;
  methods: KnownMethod[];
}

export interface Asked {
  brandId: string;
  attemptId: string;
  /** The token that the provider has stored, where it has. */
  token: string | null;
}

/** What is to be known of one attempt; nothing where there is none. */
export const settlementFacts: Batch<Asked, SettlementFacts | undefined> = {
  async run(db, asked) {
    const found = await readSettlementFacts(db, asked);
    return asked.map(({ attemptId }) => found.get(attemptId));
  },
  keyOf: ({ attemptId }) => attemptId,
};

export async function readSettlementFacts(
  db: Database,
  asked: readonly Asked[],
): Promise<Map<string, SettlementFacts>> {
  const { rows } = await sql<FactsRow>`
    select jsonb_build_object('brand_id', t.brand_id, 'id', t.id, 'purchase_id', t.purchase_id, 'account_id', t.account_id,
        'provider', t.provider, 'method', t.method, 'initiated_by', t.initiated_by, 'amount_cents', t.amount_cents,
        'state', t.state, 'outcome', t.outcome, 'reference', t.reference, 'payment_method_id', t.payment_method_id,
        'keeps_for', t.keeps_for, 'network', t.network, 'last_four', t.last_four,
        'fingerprint', encode(t.fingerprint, 'hex'), 'captured_cents', t.captured_cents, 'captured_at', t.captured_at
      ) as attempt,
      ${purchaseJson} as purchase,
      v.version as money_version, a.level, a.first_bought_at is not null as has_bought,
      s.id as plan_id, s.period as plan_period, s.period_end as plan_end, s.created_at as plan_created_at,
      s.payment_method_id as plan_method,
      coalesce((
        select jsonb_agg(jsonb_build_object('id', m.id, 'provider', m.provider, 'token', m.token,
          'isActive', m.status = 'active', 'retiredAt', m.retired_at, 'forPacks', m.for_packs))
        from payment_method m
        where m.brand_id = t.brand_id and m.account_id = t.account_id
          and (m.status = 'active' or m.token = asked.token and m.provider = t.provider)), '[]') as methods
    from unnest(${asked.map(({ brandId }) => brandId)}::uuid[], ${asked.map(({ attemptId }) => attemptId)}::uuid[],
      ${asked.map(({ token }) => token)}::text[]) as asked (brand_id, attempt_id, token)
    join payment_attempt t on t.brand_id = asked.brand_id and t.id = asked.attempt_id
    join purchase p on p.brand_id = t.brand_id and p.id = t.purchase_id
    left join account a on a.brand_id = t.brand_id and a.id = t.account_id
    left join account_money v on v.brand_id = t.brand_id and v.account_id = t.account_id
    left join current_subscription s on s.brand_id = t.brand_id and s.account_id = t.account_id`.execute(db);
  return new Map(rows.map((row) => [row.attempt.id, factsOf(row)]));
}

function factsOf(row: FactsRow): SettlementFacts {
  const { fingerprint, captured_at: capturedAt, ...attempt } = row.attempt;
  return {
    attempt: {
      ...attempt,
      fingerprint: fingerprint === null ? null : Buffer.from(fingerprint, 'hex'),
      captured_at: capturedAt === null ? null : new Date(capturedAt),
    },
    purchase: row.purchase,
    payer:
      row.money_version === null
        ? null
        : { moneyVersion: row.money_version, level: row.level ?? 0, hasBought: row.has_bought ?? false },
    plan:
      row.plan_id === null || row.plan_period === null || !row.plan_end || !row.plan_created_at
        ? null
        : {
            id: row.plan_id,
            period: row.plan_period,
            periodEnd: row.plan_end,
            createdAt: row.plan_created_at,
            paymentMethodId: row.plan_method,
          },
    methods: row.methods,
  };
}
