import { REVIEW_AFTER_DAYS } from '../../../contract/kernel/constants.ts';
import type { InputOf, ReplyOf } from '../../../contract/kernel/endpoint.ts';
import { fail } from '../../../contract/kernel/errors.ts';
import type { RefusalReason } from '../../../contract/moderation/moderation.ts';
import type { OwnReviewPage, saveOwnReview as saveEndpoint } from '../../../contract/brand/reviews.ts';
import type { MemberContext } from '../../app.ts';
import { DAY } from '../../platform/clock.ts';
import { transact } from '../../platform/database/database.ts';
import { newId } from '../../platform/ids.ts';
import { ageFrom } from '../../profiles/age.ts';
import { tellModeration } from '../../profiles/moderated.ts';
import { deleteReviewOf, findReviewOf, readReviewer, writeReview } from './queries.ts';

/** What the caller has written about the service, and from when he may. */
export async function readOwnReview({ db, brandId, accountId }: MemberContext): Promise<OwnReviewPage> {
  const reviewer = (await readReviewer(db, brandId, accountId)) ?? fail('session.dead');
  const review = await findReviewOf(db, brandId, accountId);
  return { review: review ? describe(review) : null, from: firstDay(reviewer.created_at) };
}

/**
 * One review a member, under the public name he has now. New words wait for moderation before anybody sees them, also
 * where the old ones were approved.
 */
export async function saveOwnReview(
  context: MemberContext,
  { text, stars }: InputOf<typeof saveEndpoint>,
): Promise<ReplyOf<typeof saveEndpoint>> {
  const { db, brandId, accountId, profileId, clock } = context;
  const reviewer = (await readReviewer(db, brandId, accountId)) ?? fail('session.dead');
  const now = clock.now();
  const from = firstDay(reviewer.created_at);
  if (now.getTime() < from) fail('review.too_early', { from });
  if (text === '') fail('review.empty');
  const { screen_name: name, gender, birth_year } = reviewer;
  const age = ageFrom(birth_year, clock) ?? fail('field.age');
  const review = await transact(db, async (tx) => {
    const { id, ...written } = await writeReview(tx, {
      brand_id: brandId,
      id: newId(now.getTime()),
      account_id: accountId,
      name,
      gender,
      age,
      text,
      stars,
      status: 'pending',
      created_at: now,
      written_at: now,
    });
    if (written.status === 'pending')
      await tellModeration(context, tx, { brandId, profileId, kind: 'review', id });
    return describe(written);
  });
  return { result: 'OK', review };
}

export async function removeOwnReview({ db, brandId, accountId }: MemberContext) {
  await deleteReviewOf(db, brandId, accountId);
  return { result: 'OK' as const };
}

function describe<R extends { refusal: string | null }>(row: R) {
  return { ...row, refusal: row.refusal as RefusalReason | null };
}

function firstDay(signedUp: Date): number {
  return signedUp.getTime() + REVIEW_AFTER_DAYS * DAY;
}
