import { hardDeclines } from '../../../contract/billing/payment-outcome.ts';
import type { ProviderStep } from '../../../contract/billing/orders.ts';
import type { ProviderName } from '../../../contract/billing/providers.ts';
import type { DbOrTx, Tx } from '../../platform/database/database.ts';
import type { ChargeRequest } from '../providers/provider.ts';
import { openStates } from './attempt-states.ts';
import type { BlockKind, BlockScope } from './payment-blocks.ts';
import type { Purchase } from './purchase.ts';

export type AttemptMethod = 'card' | 'on_file' | 'paypal' | 'googlepay' | 'applepay';

/** What is kept of a card: enough to recognise it, never the card. */
export interface KnownCard {
  network: string | null;
  lastFour: string | null;
  fingerprint: Buffer | null;
}

export interface NewAttempt {
  id: string;
  provider: ProviderName;
  method: AttemptMethod;
  initiatedBy: 'member' | 'merchant';
  paymentMethodId: string | null;
  /** What the provider is asked to keep it for. */
  keepsFor: ChargeRequest['store'];
  card: KnownCard | null;
  pollAt: Date;
  at: Date;
}

export async function insertAttempt(tx: Tx, purchase: Purchase, attempt: NewAttempt): Promise<void> {
  await tx
    .insertInto('payment_attempt')
    .values({
      brand_id: purchase.brandId,
      id: attempt.id,
      purchase_id: purchase.id,
      account_id: purchase.accountId,
      provider: attempt.provider,
      method: attempt.method,
      initiated_by: attempt.initiatedBy,
      amount_cents: purchase.amountCents,
      payment_method_id: attempt.paymentMethodId,
      keeps_for: attempt.keepsFor,
      network: attempt.card?.network ?? null,
      last_four: attempt.card?.lastFour ?? null,
      fingerprint: attempt.card?.fingerprint ?? null,
      poll_at: attempt.pollAt,
      created_at: attempt.at,
    })
    .execute();
}

export async function hasOpenAttempt(tx: Tx, brandId: string, purchaseId: string): Promise<boolean> {
  const row = await tx
    .selectFrom('payment_attempt')
    .select('id')
    .where('brand_id', '=', brandId)
    .where('purchase_id', '=', purchaseId)
    .where('state', 'in', openStates)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** The attempt that tells how a purchase stands: the one that paid it, else the newest. */
export async function findTellingAttempt(db: DbOrTx, brandId: string, purchaseId: string) {
  const row = await db
    .selectFrom('payment_attempt')
    .select(['id', 'state', 'outcome', 'step', 'provider'])
    .where('brand_id', '=', brandId)
    .where('purchase_id', '=', purchaseId)
    .orderBy(({ eb }) => eb('captured_at', 'is not', null), 'desc')
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row && { ...row, step: row.step as ProviderStep | null };
}

/** An attempt by what its provider calls it. */
export function findByReference(db: DbOrTx, provider: ProviderName, reference: string) {
  return db
    .selectFrom('payment_attempt as a')
    .leftJoin('payment_method as m', (join) =>
      join.onRef('m.brand_id', '=', 'a.brand_id').onRef('m.id', '=', 'a.payment_method_id'),
    )
    .select(['a.brand_id as brandId', 'a.id as attemptId', 'a.account_id as accountId', 'a.reference'])
    .select(['a.amount_cents as amountCents', 'a.initiated_by as initiatedBy', 'a.created_at as createdAt'])
    .select(['a.method', 'm.token'])
    .where('a.provider', '=', provider)
    .where('a.reference', '=', reference)
    .limit(1)
    .executeTakeFirst();
}

export async function readReference(db: DbOrTx, brandId: string, attemptId: string): Promise<string | null> {
  const row = await db
    .selectFrom('payment_attempt')
    .select('reference')
    .where('brand_id', '=', brandId)
    .where('id', '=', attemptId)
    .executeTakeFirst();
  return row?.reference ?? null;
}

/** Whether a bank has told this member since then that the card is of no use. */
export async function wasRefused(
  db: DbOrTx,
  card: { brandId: string; accountId: string; fingerprint: Buffer; since: Date },
): Promise<boolean> {
  const row = await db
    .selectFrom('payment_attempt')
    .select('id')
    .where('brand_id', '=', card.brandId)
    .where('account_id', '=', card.accountId)
    .where('fingerprint', '=', card.fingerprint)
    .where('created_at', '>', card.since)
    .where('state', '=', 'declined')
    .where('outcome', 'in', hardDeclines)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

export async function hasBlock(
  db: DbOrTx,
  brandId: string,
  { hashes, stops }: { hashes: readonly { kind: BlockKind; hash: Buffer }[]; stops: readonly BlockScope[] },
): Promise<boolean> {
  const row = await db
    .selectFrom('payment_block')
    .select('id')
    .where('brand_id', '=', brandId)
    .where('stops', 'in', stops)
    .where(({ or, and, eb }) =>
      or(hashes.map(({ kind, hash }) => and([eb('kind', '=', kind), eb('value_hash', '=', hash)]))),
    )
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}
