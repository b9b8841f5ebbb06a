import { fail } from '../../../contract/kernel/errors.ts';
import type { RefusalReason } from '../../../contract/moderation/moderation.ts';
import type { Tx } from '../../platform/database/database.ts';
import type { Decided, Seen } from '../../profiles/moderated.ts';
import { lockReview, setReviewVerdict } from './queries.ts';

/** The review is public, or no longer. A verdict can be changed; the same again changes nothing. */
export async function decideReview(tx: Tx, seen: Seen, reason: RefusalReason | null): Promise<Decided> {
  const { brandId, id, seenAt } = seen;
  const review = await lockReview(tx, brandId, id);
  // The demo's own were written by nobody who could be told.
  if (!review?.account_id) return fail('request.not_found');
  if (seenAt && review.written_at.getTime() !== seenAt.getTime()) fail('moderation.changed');
  const status = reason === null ? 'approved' : 'rejected';
  const isNew = review.status !== status;
  if (isNew) await setReviewVerdict(tx, brandId, id, { status, refusal: reason });
  return { what: 'review', accountId: review.account_id, isNew };
}
