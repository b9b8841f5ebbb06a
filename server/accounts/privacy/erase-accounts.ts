import { forgetAllAtProviders } from '../../billing/payments/payment-methods.ts';
import { forgetChatPhotos } from '../../messaging/photos/files.ts';
import type { App } from '../../app.ts';
import { anonymiseEvents } from '../../platform/analytics-events.ts';
import { recordAudit } from '../../platform/audit.ts';
import { transact } from '../../platform/database/database.ts';
import type { JobInfo } from '../../platform/jobs/jobs.ts';
import { forgetPhotos } from '../../profiles/account-photos.ts';
import { forgetExports } from './export-files.ts';
import { forgetPlacesOfConsent } from './gather-billing.ts';
import { deleteAccount, findDueAccount, findProfileId, lockAccount } from './queries.ts';

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

/**
 * Rows go at once; files go by jobs of the same transaction, so that none is left behind and none goes too early.
 * The audit keeps that it happened and the bare id, which leads nowhere any more.
 */
function eraseAccount({ db, clock }: App, { brandId, accountId }: Account): Promise<void> {
  return transact(db, async (tx) => {
    const account = await lockAccount(tx, brandId, accountId);
    // Its owner may have come back since it was found.
    if (!account?.closes_at || account.closes_at > clock.now()) return;
    const { tracker_id: trackerId } = account;
    const profileId = await findProfileId(tx, brandId, accountId);
    await forgetPhotos(tx, brandId, accountId);
    if (profileId !== undefined) await forgetChatPhotos(tx, brandId, profileId);
    await forgetExports(tx, { brandId, accountId });
    await anonymiseEvents(tx, brandId, { accountId, trackerId, profileId });
    await forgetAllAtProviders(tx, { brandId, accountId });
    await forgetPlacesOfConsent(tx, brandId, accountId);
    await deleteAccount(tx, brandId, accountId);
    await recordAudit(tx, {
      brandId,
      actor: { kind: 'system' },
      action: 'account.erased',
      subject: accountId,
    });
  });
}
