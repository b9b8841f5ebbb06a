/** What moderation does when an account is erased, and what it adds to the copy of a member's data. */

import { ownRows } from '#server/accounts/account-handlers.ts';
import type { AccountHandlers } from '#server/accounts/account-handlers.ts';
import { findVerification } from './photo-verification.sql.ts';
import { enqueuePictureDeletion } from './photo-verification.ts';

export const moderationAccountHandlers: AccountHandlers = {
  async erasing(tx, { brandId, accountId }) {
    const verification = await findVerification(tx, brandId, accountId);
    if (verification) await enqueuePictureDeletion(tx, { brandId, id: verification.id });
  },
  exports: [
    {
      topic: 'sanctions',
      read: ownRows(
        'sanction',
        ['kind', 'reason', 'starts_at', 'ends_at', 'ended_at', 'strike_until', 'strike_revoked'],
        'starts_at',
      ),
    },
    {
      topic: 'appeals',
      read: ownRows(
        'appeal',
        ['what', 'reason', 'text', 'status', 'answer', 'created_at', 'answered_at'],
        'created_at',
      ),
    },
    // The picture itself is gone after the verdict.
    {
      topic: 'photo_verification',
      read: ownRows('photo_verification', [
        'gesture',
        'status',
        'reason',
        'created_at',
        'submitted_at',
        'decided_at',
      ]),
    },
  ],
};
