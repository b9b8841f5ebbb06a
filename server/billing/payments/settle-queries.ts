import { sql } from 'kysely';
import type { DbOrTx, Tx } from '../../platform/database/database.ts';
import { lockAccount, lockAccountOfAttempt } from './lock-account.ts';
import type { ProviderName } from '../../../contract/billing/providers.ts';
import type { AttemptState, Purchase } from './purchase.ts';

const attemptColumns = [
  'brand_id',
  'id',
  'purchase_id',
  'account_id',
  'provider',
  'method',
  'initiated_by',
  'amount_cents',
  'state',
  'outcome',
  'reference',
  'payment_method_id',
  'keeps_for',
  'network',
  'last_four',
  'fingerprint',
  'captured_cents',
  'captured_at',
] as const;

/** The account, the purchase, then the attempt: whoever takes them takes them in this order. */
export async function lockAttempt(tx: Tx, brandId: string, attemptId: string) {
  await lockAccountOfAttempt(tx, brandId, attemptId);
  const purchase = await lockPurchaseOf(tx, brandId, attemptId);
  const select = tx
    .selectFrom('payment_attempt')
    .select(attemptColumns)
    .where('brand_id', '=', brandId)
    .where('id', '=', attemptId)
    .forUpdate();
  const [attempt] = await select.execute();
  if (!attempt) throw new Error('no such attempt');
  return { attempt, purchase };
}
export type AttemptRow = Awaited<ReturnType<typeof lockAttempt>>['attempt'];

async function lockPurchaseOf(tx: Tx, brandId: string, attemptId: string): Promise<Purchase> {
  const select = tx
    .selectFrom('purchase')
    .select([
      'id',
      'account_id',
      'kind',
      'product_id',
      'version',
      'flow_id',
      'language',
      'country',
      'amount_cents',
    ])
    .select(['credit_cents', 'credits', 'state', 'subscription_id', 'period'])
    .where('brand_id', '=', brandId)
    .where('id', '=', ({ selectFrom }) =>
      selectFrom('payment_attempt')
        .select('purchase_id')
        .where('brand_id', '=', brandId)
        .where('id', '=', attemptId),
    )
    .forUpdate();
  const [row] = await select.execute();
  if (!row) throw new Error('no such purchase');
  return {
    brandId,
    id: row.id,
    accountId: row.account_id,
    kind: row.kind,
    productId: row.product_id,
    version: row.version,
    flowId: row.flow_id,
    language: row.language,
    country: row.country,
    amountCents: row.amount_cents,
    creditCents: row.credit_cents,
    credits: row.credits,
    state: row.state,
    subscriptionId: row.subscription_id,
    period: row.period,
  };
}

interface AttemptChange {
  state: AttemptState;
  outcome: NonNullable<AttemptRow['outcome']>;
  reference: string | null;
  step: string | null;
  capturedCents: number;
  capturedAt: Date | null;
  pollAt: Date | null;
}

export async function changeAttempt(tx: Tx, attempt: AttemptRow, change: AttemptChange): Promise<void> {
  await tx
    .updateTable('payment_attempt')
    .set({
      state: change.state,
      outcome: change.outcome,
      reference: change.reference,
      step: change.step,
      captured_cents: change.capturedCents,
      captured_at: change.capturedAt,
      poll_at: change.pollAt,
    })
    .where('brand_id', '=', attempt.brand_id)
    .where('id', '=', attempt.id)
    .execute();
}

export async function changePurchase(
  tx: Tx,
  { brandId, id }: Purchase,
  state: Purchase['state'],
  more: { fulfilledAt?: Date; subscriptionId?: string | null } = {},
): Promise<void> {
  await tx
    .updateTable('purchase')
    .set({
      state,
      ...(more.fulfilledAt && { fulfilled_at: more.fulfilledAt }),
      ...(more.subscriptionId && { subscription_id: more.subscriptionId }),
    })
    .where('brand_id', '=', brandId)
    .where('id', '=', id)
    .execute();
}

/** The same thing was bought since, so this payment is one too many. */
export async function wasBoughtSince(tx: Tx, purchase: Purchase): Promise<boolean> {
  const { rows } = await sql<{ since: boolean }>`
    select exists (
      select from purchase mine
      join purchase other on other.brand_id = mine.brand_id and other.account_id = mine.account_id
        and other.kind = mine.kind and other.product_id = mine.product_id
        and other.state = 'fulfilled' and other.created_at >= mine.created_at and other.id <> mine.id
      where mine.brand_id = ${purchase.brandId}::uuid and mine.id = ${purchase.id}::uuid
    ) as since`.execute(tx);
  return rows[0]?.since ?? false;
}

/** The plan that lives, if one does. Locked, since what is paid changes it. */
export async function lockLivingPlan(tx: Tx, brandId: string, accountId: string) {
  await lockAccount(tx, { brandId, accountId });
  return tx
    .selectFrom('subscription')
    .select(['id', 'period', 'product_id'])
    .where('brand_id', '=', brandId)
    .where('account_id', '=', accountId)
    .where('state', 'in', ['active', 'past_due'])
    .forUpdate()
    .executeTakeFirst();
}

/** Whether the plan is one that renews. */
export async function planRenews(tx: Tx, { brandId, productId, version }: Purchase): Promise<boolean> {
  if (productId === null || version === null) return false;
  const row = await tx
    .selectFrom('plan')
    .select('period')
    .where('brand_id', '=', brandId)
    .where('product_id', '=', productId)
    .where('version', '=', version)
    .executeTakeFirst();
  return (row?.period ?? null) !== null;
}

export async function recordFirstPurchase(tx: Tx, { brandId, accountId }: Purchase, at: Date): Promise<void> {
  await tx
    .updateTable('account')
    .set({ first_bought_at: at })
    .where('brand_id', '=', brandId)
    .where('id', '=', accountId)
    .where('first_bought_at', 'is', null)
    .execute();
}

export async function recordAgeVerified(tx: Tx, { brandId, accountId }: Purchase, at: Date): Promise<void> {
  await tx
    .updateTable('account')
    .set({ age_verified_at: at })
    .where('brand_id', '=', brandId)
    .where('id', '=', accountId)
    .where('age_verified_at', 'is', null)
    .execute();
}

/** Whoever bought it, unless the account is gone. */
export function readBuyer(tx: Tx, brandId: string, accountId: string) {
  return tx
    .selectFrom('account')
    .select('first_bought_at')
    .where('brand_id', '=', brandId)
    .where('id', '=', accountId)
    .executeTakeFirst();
}

export interface FoundAttempt {
  brandId: string;
  id: string;
  accountId: string;
  state: AttemptState;
  capturedCents: number;
  chargedBackCents: number;
}

/** Providers know neither brands nor hostnames: an attempt is found by its id, or by their own name for it. */
export async function findAttempt(
  db: DbOrTx,
  {
    provider,
    attemptId,
    reference,
  }: { provider: ProviderName; attemptId: string | null; reference: string | null },
): Promise<FoundAttempt | undefined> {
  const select = db
    .selectFrom('payment_attempt')
    .select(['brand_id', 'id', 'account_id', 'state', 'captured_cents', 'charged_back_cents'])
    .where('provider', '=', provider)
    .limit(1);
  const row =
    (attemptId === null ? undefined : await select.where('id', '=', attemptId).executeTakeFirst()) ??
    (reference === null ? undefined : await select.where('reference', '=', reference).executeTakeFirst());
  return (
    row && {
      brandId: row.brand_id,
      id: row.id,
      accountId: row.account_id,
      state: row.state,
      capturedCents: row.captured_cents,
      chargedBackCents: row.charged_back_cents,
    }
  );
}
