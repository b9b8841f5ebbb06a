/**
 * Tokens of payment methods that providers shall forget: of cards that were taken off the file, that the payer did not agree to keep,
 * and of accounts that are erased. Each is a row until its provider has it no more, however long that takes.
 */

import { sql } from 'kysely';
import { providerName } from '#contract/billing/payment-checks.ts';
import type { ProviderName } from '#contract/billing/providers.ts';
import type { App } from '#server/app.ts';
import { DAY, HOUR, MINUTE } from '#server/platform/clock.ts';
import type { DbOrTx, Tx } from '#server/platform/database/database.ts';
import { newId } from '#server/platform/ids.ts';
import type { JobInfo } from '#server/platform/jobs/jobs.ts';
import type { ForgetVerdict } from '../providers/provider.ts';

interface Owner {
  brandId: string;
  accountId: string;
}

interface Token {
  provider: ProviderName;
  token: string;
}

/** How long to wait after each try; after the last of them once a day, for ever. */
const PAUSES = [MINUTE, 5 * MINUTE, 30 * MINUTE, 2 * HOUR, 8 * HOUR, DAY] as const;
/** A worker has a row for so long. */
const LEASE = 10 * MINUTE;
const BATCH = 50;

/** Puts down that these are to be forgotten, if and when the transaction is committed. The provider is asked by the next run. */
export async function queueTokenRemovals(
  tx: Tx,
  { brandId, accountId }: Owner,
  tokens: readonly Token[],
  at: Date,
): Promise<void> {
  if (tokens.length === 0) return;
  await tx
    .insertInto('token_removal')
    .values(
      tokens.map(({ provider, token }) => ({
        brand_id: brandId,
        id: newId(at.getTime()),
        provider,
        token,
        customer_id: accountId,
        next_at: at,
        created_at: at,
      })),
    )
    .onConflict((conflict) => conflict.columns(['brand_id', 'customer_id', 'provider', 'token']).doNothing())
    .execute();
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
  await queueTokenRemovals(tx, owner, rows, at);
}

/** How many tokens their providers still have although they should not. */
export async function countTokensToRemove(db: DbOrTx): Promise<number> {
  const { count } = await db
    .selectFrom('token_removal')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return count;
}

/** Asks a provider to forget whatever is due, every provider where none is named. One that fails does not hold up the others. */
export async function removeTokens(
  app: App,
  { provider }: { provider?: ProviderName | undefined },
  info: Pick<JobInfo, 'signal'>,
): Promise<void> {
  const names = provider === undefined ? providerName.options : [provider];
  await Promise.all(names.map((name) => removeTokensAt(app, name, info)));
}

async function removeTokensAt(
  app: App,
  name: ProviderName,
  { signal }: Pick<JobInfo, 'signal'>,
): Promise<void> {
  const isClosed = () => signal.aborted || app.providers.gate(name)?.isOpen('other') === false;
  while (!isClosed()) {
    const claims = await claimDue(app, name);
    for (const claim of claims) {
      // Not tried, and due again when the lease is over.
      if (isClosed()) return;
      await removeToken(app, claim);
    }
    if (claims.length < BATCH) return;
  }
}

interface Claim extends Token {
  brandId: string;
  id: string;
  customerId: string;
  /** This one included. */
  tries: number;
}

async function claimDue({ db, clock }: App, provider: ProviderName): Promise<Claim[]> {
  const now = clock.now();
  const until = new Date(now.getTime() + LEASE);
  const { rows } = await sql<Claim>`
    with due as (
      select brand_id, id from token_removal
      where provider = ${provider}::text and next_at <= ${now}::timestamptz
      order by next_at limit ${BATCH}::integer
      for update skip locked
    )
    update token_removal r set next_at = ${until}::timestamptz, tries = r.tries + 1
    from due where r.brand_id = due.brand_id and r.id = due.id
    returning r.brand_id as "brandId", r.id, r.provider, r.token, r.customer_id as "customerId", r.tries`.execute(
    db,
  );
  return rows;
}

async function removeToken(app: App, claim: Claim): Promise<void> {
  // Some providers give a card the same name each time, and its owner may have said yes to something else since.
  if (await isOnFile(app.db, claim)) return deleteRow(app.db, claim);
  const verdict = await askToForget(app, claim);
  const { provider, tries } = claim;
  switch (verdict.state) {
    case 'gone':
      return deleteRow(app.db, claim);
    case 'impossible':
      app.log.info({ provider }, 'a provider has no way to forget a token, which only we can use');
      return deleteRow(app.db, claim);
    case 'not_yet': {
      const pause = PAUSES[Math.min(tries, PAUSES.length) - 1] ?? DAY;
      app.log.warn({ provider, tries, why: verdict.why }, 'a provider has not forgotten a token yet');
      return postpone(app, claim, pause, verdict.why);
    }
  }
}

async function askToForget({ providers, brands }: App, claim: Claim): Promise<ForgetVerdict> {
  const { brandId, provider: name, token, customerId } = claim;
  const provider = providers.get(name);
  if (!provider) return { state: 'not_yet', why: 'the provider is not set up' };
  const merchantAccount = brands.byId(brandId)?.settings.payment.merchantAccount;
  try {
    return await provider.forget({ token, customerId, merchantAccount });
  } catch (error) {
    return { state: 'not_yet', why: error instanceof Error ? error.name : 'unknown fault' };
  }
}

async function isOnFile(db: DbOrTx, { brandId, customerId, provider, token }: Claim): Promise<boolean> {
  const row = await db
    .selectFrom('payment_method')
    .select('id')
    .where('brand_id', '=', brandId)
    .where('account_id', '=', customerId)
    .where('provider', '=', provider)
    .where('token', '=', token)
    .where('status', '=', 'active')
    .executeTakeFirst();
  return row !== undefined;
}

async function deleteRow(db: DbOrTx, { brandId, id }: Claim): Promise<void> {
  await db.deleteFrom('token_removal').where('brand_id', '=', brandId).where('id', '=', id).execute();
}

async function postpone(
  { db, clock }: App,
  { brandId, id }: Claim,
  pause: number,
  why: string,
): Promise<void> {
  await db
    .updateTable('token_removal')
    .set({ next_at: new Date(clock.now().getTime() + pause), last_error: why.slice(0, 200) })
    .where('brand_id', '=', brandId)
    .where('id', '=', id)
    .execute();
}
