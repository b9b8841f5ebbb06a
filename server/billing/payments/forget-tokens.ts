/**
 * Tokens of payment methods that providers shall forget: of cards that were taken off the file, that the payer did not agree to keep,
 * and of accounts that are erased. Each is a row until its provider has it no more, however long that takes.
 */

import { sql } from 'kysely';
import type { Selectable } from 'kysely';
import pLimit from 'p-limit';
import { providerName } from '#contract/billing/payment-checks.ts';
import type { App } from '#server/app.ts';
import { DAY, MINUTE } from '#server/platform/clock.ts';
import type { DB } from '#server/platform/database/database-types.gen.ts';
import type { DbOrTx, Tx } from '#server/platform/database/database.ts';
import { queue } from '#server/platform/work/queue.ts';
import type { Outcome, Run } from '#server/platform/work/queue.ts';
import { GateClosed } from '../providers/gate.ts';
import { atProvider, untriedBehindGate } from '../providers/provider-queues.ts';
import type { ForgetVerdict } from '../providers/provider.ts';
import { emptyChange } from './change.ts';
import { writeHeld } from './write-changes.sql.ts';

interface Owner {
  brandId: string;
  accountId: string;
}

/** The account is about to go, and its rows with it: what providers hold of it goes by rows that do not need it. */
export async function queueRemovalOfAll(tx: Tx, owner: Owner, at: Date): Promise<void> {
  const rows = await tx
    .selectFrom('payment_method')
    .select(['provider', 'token'])
    .where('brand_id', '=', owner.brandId)
    .where('account_id', '=', owner.accountId)
    // What was removed before has its row, or is gone.
    .where('status', '<>', 'removed')
    .execute();
  if (rows.length > 0) await writeHeld(tx, { ...emptyChange({ ...owner, at }), forgotten: rows });
}

/** How many tokens their providers still have although they should not. */
export async function countTokensToRemove(db: DbOrTx): Promise<number> {
  const { count } = await db
    .selectFrom('token_removal')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return count;
}

const removalColumns = ['brand_id', 'id', 'provider', 'token', 'customer_id'] as const;
type Removal = Pick<Selectable<DB['token_removal']>, (typeof removalColumns)[number]>;

/** So many calls at once. */
const CONCURRENCY = 2;

/** A removal is tried for ever, in the end once a day. */
export const tokenQueues = providerName.options.map((provider) =>
  queue({
    ...atProvider(provider),
    name: `token_removals.${provider}`,
    table: 'token_removal',
    key: ['brand_id', 'id'],
    columns: removalColumns,
    concurrency: 1,
    batch: 50,
    timeoutSeconds: 110,
    maxTries: Number.POSITIVE_INFINITY,
    backoff: { base: MINUTE, factor: 5, cap: DAY },
    whenDone: 'delete',
    handleBatch: removeTokens,
  }),
);

const removeToken = untriedBehindGate(async (app: App, removal: Removal): Promise<Outcome> => {
  const verdict = await askToForget(app, removal);
  switch (verdict.state) {
    case 'gone':
      return 'done';
    case 'impossible':
      app.log.info(
        { provider: removal.provider },
        'a provider has no way to forget a token, which only we can use',
      );
      return 'done';
    case 'not_yet':
      return { retry: verdict.why };
  }
});

async function removeTokens(app: App, removals: readonly Removal[], { signal }: Run): Promise<Outcome[]> {
  const onFile = await findOnFile(app.db, removals);
  return pLimit(CONCURRENCY).map(removals, async (removal): Promise<Outcome> => {
    // Some providers give a card the same name each time, and its owner may have said yes to something else since.
    if (onFile.has(removal.id)) return 'done';
    if (signal.aborted) return { untriedFor: 0 };
    return removeToken(app, removal);
  });
}

async function askToForget({ providers, brands }: App, removal: Removal): Promise<ForgetVerdict> {
  const { brand_id: brandId, provider: name, token, customer_id: customerId } = removal;
  const provider = providers.get(name);
  if (!provider) return { state: 'not_yet', why: 'the provider is not set up' };
  const merchantAccount = brands.byId(brandId)?.settings.payment.merchantAccount;
  try {
    return await provider.forget({ token, customerId, merchantAccount });
  } catch (error) {
    if (error instanceof GateClosed) throw error;
    return { state: 'not_yet', why: error instanceof Error ? error.name : 'unknown fault' };
  }
}

/** Those of the removals whose token is in use again. */
async function findOnFile(db: DbOrTx, removals: readonly Removal[]): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ id: string }>`
    select r.id from token_removal r
    join payment_method m on m.brand_id = r.brand_id and m.account_id = r.customer_id
      and m.provider = r.provider and m.token = r.token and m.status = 'active'
    where (r.brand_id, r.id) in (
      select * from unnest(${removals.map((row) => row.brand_id)}::uuid[], ${removals.map((row) => row.id)}::uuid[]))`.execute(
    db,
  );
  return new Set(rows.map(({ id }) => id));
}
