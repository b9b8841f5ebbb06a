/**
 * That an account was erased, and nothing else of it: so that what a restored backup contains is erased again. Each is
 * kept beside the database as well, among the files, because a restored database does not know what came after it.
 */

import { join } from 'node:path/posix';
import { z } from 'zod';
import type { App } from '#server/app.ts';
import { DAY } from '#server/platform/clock.ts';
import type { DbOrTx, Tx } from '#server/platform/database/database.ts';
import { enqueue, handle, jobKind } from '#server/platform/jobs/jobs.ts';

/** Longer than any backup may be kept (docs/operations.md). */
export const TOMBSTONES_KEPT = 400 * DAY;
const FOLDER = 'tombstones';

const erased = z.object({ brandId: z.uuid(), accountId: z.uuid(), month: z.string().regex(/^\d{4}-\d{2}$/) });
const keepTombstoneJob = jobKind('accounts.keepTombstone', erased);

interface AccountKey {
  brandId: string;
  accountId: string;
}

const monthOf = (at: Date) => at.toISOString().slice(0, 7);

/** To be called in the transaction that deletes the account. */
export async function recordErasure(tx: Tx, { brandId, accountId }: AccountKey, at: Date): Promise<void> {
  await tx
    .insertInto('erased_account')
    .values({ brand_id: brandId, account_id: accountId, erased_at: at })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  await enqueue(tx, keepTombstoneJob, { brandId, accountId, month: monthOf(at) });
}

function keepTombstone({ storage }: App, { brandId, accountId, month }: z.output<typeof erased>) {
  const file = join(FOLDER, month, brandId, `${accountId}.json`);
  return storage.put(file, new Uint8Array(), 'application/json');
}

export const tombstoneJobs = [handle(keepTombstoneJob, keepTombstone)];

/** The months in which something may have been erased that a backup still holds, the oldest first. */
function monthsUntil(now: Date, count: number): string[] {
  return Array.from({ length: count }, (_, index) =>
    monthOf(new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - (count - 1 - index), 1))),
  );
}

const MONTHS_KEPT = Math.ceil(TOMBSTONES_KEPT / (30 * DAY));

/** Accounts that were erased once and are here all the same. */
export async function findReturned({
  db,
  storage,
  clock,
}: Pick<App, 'db' | 'storage' | 'clock'>): Promise<AccountKey[]> {
  const found = await readReturned(db);
  for (const month of monthsUntil(clock.now(), MONTHS_KEPT)) {
    const keys = await storage.list(join(FOLDER, month));
    const kept = keys.flatMap((key) => {
      const [brandId = '', file = ''] = key.split('/').slice(-2);
      const parsed = erased.safeParse({ brandId, accountId: file.replace(/\.json$/, ''), month });
      return parsed.success ? [parsed.data] : [];
    });
    for (let from = 0; from < kept.length; from += AT_ONCE)
      found.push(...(await readPresent(db, kept.slice(from, from + AT_ONCE))));
  }
  return found;
}

const AT_ONCE = 1_000;

function readReturned(db: DbOrTx): Promise<AccountKey[]> {
  return db
    .selectFrom('erased_account as e')
    .innerJoin('account as a', (on) =>
      on.onRef('a.brand_id', '=', 'e.brand_id').onRef('a.id', '=', 'e.account_id'),
    )
    .select(['a.brand_id as brandId', 'a.id as accountId'])
    .execute();
}

function readPresent(db: DbOrTx, keys: readonly AccountKey[]): Promise<AccountKey[]> {
  if (keys.length === 0) return Promise.resolve([]);
  return db
    .selectFrom('account')
    .select(['brand_id as brandId', 'id as accountId'])
    .where(
      'id',
      'in',
      keys.map(({ accountId }) => accountId),
    )
    .execute();
}

/** What no backup holds any more need not be remembered. */
export async function deleteOldTombstones({
  db,
  storage,
  clock,
}: Pick<App, 'db' | 'storage' | 'clock'>): Promise<void> {
  const now = clock.now();
  const before = new Date(now.getTime() - TOMBSTONES_KEPT);
  await db.deleteFrom('erased_account').where('erased_at', '<', before).execute();
  // A year of months that are over, so that a night without a clean-up leaves none behind.
  for (const month of monthsUntil(now, MONTHS_KEPT + 12).slice(0, 12))
    await storage.removeAll(join(FOLDER, month));
}
