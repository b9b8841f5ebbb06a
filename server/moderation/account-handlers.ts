/** What moderation does when an account is erased, and what it adds to the copy of a member's data. */

import { MOST_EXPORTED } from '#server/accounts/account-handlers.ts';
import type { AccountHandlers } from '#server/accounts/account-handlers.ts';
import type { DbOrTx } from '#server/platform/database/database.ts';
import { findVerification } from './photo-verification.sql.ts';
import { enqueuePictureDeletion } from './photo-verification.ts';

export const moderationAccountHandlers: AccountHandlers = {
  async erasing(tx, { brandId, accountId }) {
    const verification = await findVerification(tx, brandId, accountId);
    if (verification) await enqueuePictureDeletion(tx, { brandId, id: verification.id });
  },
  exports: [
    { topic: 'sanctions', read: readSanctions },
    { topic: 'appeals', read: readAppeals },
    { topic: 'photo_verification', read: readVerification },
  ],
};

function readSanctions(db: DbOrTx, brandId: string, accountId: string) {
  return db
    .selectFrom('sanction')
    .select(['kind', 'reason', 'starts_at', 'ends_at', 'ended_at', 'strike_until', 'strike_revoked'])
    .where('brand_id', '=', brandId)
    .where('account_id', '=', accountId)
    .orderBy('starts_at', 'desc')
    .limit(MOST_EXPORTED)
    .execute();
}

function readAppeals(db: DbOrTx, brandId: string, accountId: string) {
  return db
    .selectFrom('appeal')
    .select(['what', 'reason', 'text', 'status', 'answer', 'created_at', 'answered_at'])
    .where('brand_id', '=', brandId)
    .where('account_id', '=', accountId)
    .orderBy('created_at', 'desc')
    .limit(MOST_EXPORTED)
    .execute();
}

/** The picture itself is gone after the verdict. */
function readVerification(db: DbOrTx, brandId: string, accountId: string) {
  return db
    .selectFrom('photo_verification')
    .select(['gesture', 'status', 'reason', 'created_at', 'submitted_at', 'decided_at'])
    .where('brand_id', '=', brandId)
    .where('account_id', '=', accountId)
    .execute();
}
