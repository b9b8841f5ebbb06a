import type { App } from '../../app.ts';
import { anonymiseEvents } from '../../platform/analytics-events.ts';
import { recordAudit } from '../../platform/audit.ts';
import { transact } from '../../platform/database/database.ts';
import type { Database } from '../../platform/database/database.ts';
import type { JobInfo } from '../../platform/jobs/jobs.ts';
import { lockAccount } from './close-account.ts';
import { forgetExports } from './exports.ts';

const MOST_IN_A_RUN = 200;

interface Account {
  brandId: string;
  accountId: string;
}

/** Erases every account whose time is up, each for itself: one that cannot be erased does not keep the others. */
export async function eraseDueAccounts(app: App, { signal }: Pick<JobInfo, 'signal'>): Promise<void> {
  const failed: string[] = [];
  for (let count = 0; count < MOST_IN_A_RUN && !signal.aborted; count += 1) {
    const due = await findDueAccount(app.db, app.clock.now(), failed);
    if (!due) break;
    try {
      await eraseAccount(app, due);
    } catch (error) {
      app.log.error({ err: error, account: due.accountId }, 'an account could not be erased');
      failed.push(due.accountId);
    }
  }
  if (failed.length > 0) throw new Error(`${failed.length} accounts could not be erased`);
}

/** The account whose time has been up for longest. */
function findDueAccount(db: Database, now: Date, except: string[]) {
  return db
    .selectFrom('account')
    .select(['brand_id as brandId', 'id as accountId'])
    .where('closes_at', '<=', now)
    .$if(except.length > 0, (query) => query.where('id', 'not in', except))
    .orderBy('closes_at')
    .limit(1)
    .executeTakeFirst();
}

/**
 * Rows go at once; files go by jobs of the same transaction, so that none is left behind and none goes too early.
 * The audit keeps that it happened and the bare id, which leads nowhere any more.
 */
function eraseAccount(
  { db, clock, accountHandlers }: Pick<App, 'db' | 'clock' | 'accountHandlers'>,
  { brandId, accountId }: Account,
): Promise<void> {
  return transact(db, async (tx) => {
    const account = await lockAccount(tx, brandId, accountId);
    // Its owner may have come back since it was found.
    if (!account?.closes_at || account.closes_at > clock.now()) return;
    const profile = await tx
      .selectFrom('profile')
      .select('id')
      .where('brand_id', '=', brandId)
      .where('account_id', '=', accountId)
      .executeTakeFirst();
    const profileId = profile?.id;
    for (const { erasing } of accountHandlers) await erasing?.(tx, { brandId, accountId, profileId });
    await forgetExports(tx, { brandId, accountId });
    await anonymiseEvents(tx, brandId, { accountId, trackerId: account.tracker_id, profileId });
    // Most tables go with the account by their foreign keys.
    await tx.deleteFrom('account').where('brand_id', '=', brandId).where('id', '=', accountId).execute();
    await recordAudit(tx, {
      brandId,
      actor: { kind: 'system' },
      action: 'account.erased',
      subject: accountId,
    });
  });
}
