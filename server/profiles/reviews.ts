/** What members say of the service. Visitors see what moderation has approved. */

import { sql } from 'kysely';
import type { Insertable } from 'kysely';
import type {
  OwnReview,
  OwnReviewPage,
  Review,
  saveOwnReview as saveEndpoint,
} from '#contract/brand/reviews.ts';
import { REVIEWS_SHOWN, REVIEW_AFTER_DAYS } from '#contract/kernel/constants.ts';
import type { InputOf, ReplyOf } from '#contract/kernel/endpoint.ts';
import { fail } from '#contract/kernel/errors.ts';
import type { RefusalReason } from '#contract/moderation/refusals.ts';
import type { MemberContext, VisitorContext } from '#server/app.ts';
import { DAY } from '#server/platform/clock.ts';
import type { DB } from '#server/platform/database/database-types.gen.ts';
import { transact } from '#server/platform/database/database.ts';
import type { DbOrTx, Tx } from '#server/platform/database/database.ts';
import { newId } from '#server/platform/ids.ts';
import { requestModeration } from './profile-moderation.ts';
import type { ModerationOutcome, ModerationItem } from './profile-moderation.ts';
import { ageFrom } from './profile-summary.ts';

/** Six reviews at random, with the true average of all of them. */
export async function listReviews({ app: { replica }, brandId }: VisitorContext) {
  const { rows: reviews } = await sql<Review>`
    select r.public_name as name, r.public_gender as gender, r.public_age as age, r.public_text as text,
      r.public_stars as stars, r.demo, ${answerOf('r')} as answer
    from (select * from review where brand_id = ${brandId}::uuid and public_text is not null
      order by random() limit ${REVIEWS_SHOWN}::int) r`.execute(replica);
  const { total, average } = await replica
    .selectFrom('review')
    .select(({ fn }) => [
      fn.countAll<number>().as('total'),
      fn.avg<number | null>('public_stars').as('average'),
    ])
    .where('brand_id', '=', brandId)
    .where('public_text', 'is not', null)
    .executeTakeFirstOrThrow();
  return { reviews, total, average };
}

/** What the brand says to the public words of a review; what it said to others is not shown. */
const answerOf = (review: string) => sql<string | null>`(
  select a.text from review_answer a
  where a.brand_id = ${sql.ref(`${review}.brand_id`)} and a.review_id = ${sql.ref(`${review}.id`)}
    and a.answers = ${sql.ref(`${review}.public_written_at`)})`;

/** What the caller has written about the service, and from when they may. */
export async function readOwnReview({
  app: { db },
  brandId,
  accountId,
}: MemberContext): Promise<OwnReviewPage> {
  const reviewer = (await readReviewer(db, brandId, accountId)) ?? fail('session.dead');
  return { review: await findOwn(db, brandId, accountId), from: firstDay(reviewer.created_at) };
}

async function findOwn(db: DbOrTx, brandId: string, accountId: string): Promise<OwnReview | null> {
  const row = await db
    .selectFrom('review')
    .select(['text', 'stars', 'status', 'refusal', answerOf('review').as('answer')])
    .select(
      sql<string | null>`case when public_written_at <> written_at then public_text end`.as('earlierText'),
    )
    .where('brand_id', '=', brandId)
    .where('account_id', '=', accountId)
    .executeTakeFirst();
  return row ? { ...row, refusal: row.refusal as RefusalReason | null } : null;
}

/**
 * One review a member, under the public name they have now. New words wait for moderation before others see them; those
 * that were approved before stay public until then, as changed words of a profile do.
 */
export async function saveOwnReview(
  context: MemberContext,
  { text, stars }: InputOf<typeof saveEndpoint>,
): Promise<ReplyOf<typeof saveEndpoint>> {
  const { db, clock } = context.app;
  const { brandId, accountId, profileId } = context;
  const reviewer = (await readReviewer(db, brandId, accountId)) ?? fail('session.dead');
  const now = clock.now();
  const from = firstDay(reviewer.created_at);
  if (now.getTime() < from) fail('review.too_early', { from });
  if (text === '') fail('review.empty');
  const { screen_name: name, gender, birth_year } = reviewer;
  const age = ageFrom(birth_year, clock) ?? fail('field.age');
  const review = await transact(db, async (tx) => {
    const { id, status } = await writeReview(tx, {
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
    if (status === 'pending')
      await requestModeration(context.app, tx, { brandId, profileId, kind: 'review', id });
    return (await findOwn(tx, brandId, accountId)) ?? fail('session.dead');
  });
  return { result: 'OK', review };
}

export async function removeOwnReview({ app: { db }, brandId, accountId }: MemberContext) {
  await db.deleteFrom('review').where('brand_id', '=', brandId).where('account_id', '=', accountId).execute();
  return { result: 'OK' as const };
}

/** The review is public, or no longer. A verdict can be changed; the same again changes nothing. */
export async function decideReview(
  tx: Tx,
  seen: ModerationItem,
  reason: RefusalReason | null,
): Promise<ModerationOutcome> {
  const { brandId, id, seenAt } = seen;
  const review = await tx
    .selectFrom('review')
    .select(['account_id', 'status', 'written_at'])
    .where('brand_id', '=', brandId)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  // The demo's own have no writer to notify.
  if (!review?.account_id) return fail('request.not_found');
  if (seenAt && review.written_at.getTime() !== seenAt.getTime()) fail('moderation.changed');
  const status = reason === null ? 'approved' : 'rejected';
  const isNew = review.status !== status;
  if (isNew) {
    await tx
      .updateTable('review')
      .set({ status, refusal: reason })
      .where('brand_id', '=', brandId)
      .where('id', '=', id)
      .execute();
  }
  return { what: 'review', accountId: review.account_id, isNew };
}

function firstDay(signedUp: Date): number {
  return signedUp.getTime() + REVIEW_AFTER_DAYS * DAY;
}

/** What a review says of its writer, as their profile has it now. */
function readReviewer(db: DbOrTx, brandId: string, accountId: string) {
  return db
    .selectFrom('account as a')
    .innerJoin('profile as p', (join) =>
      join.onRef('p.brand_id', '=', 'a.brand_id').onRef('p.account_id', '=', 'a.id'),
    )
    .select(['a.created_at', 'p.screen_name', 'p.gender', 'p.birth_year'])
    .where('a.brand_id', '=', brandId)
    .where('a.id', '=', accountId)
    .executeTakeFirst();
}

/** The same words under the same name change nothing, and keep their verdict. */
function writeReview(db: DbOrTx, review: Insertable<DB['review']>) {
  return db
    .insertInto('review')
    .values(review)
    .onConflict((conflict) =>
      conflict.columns(['brand_id', 'account_id']).doUpdateSet((row) => {
        const isSame = sql<boolean>`(review.name, review.text, review.stars)
          = (excluded.name, excluded.text, excluded.stars)`;
        return {
          name: row.ref('excluded.name'),
          gender: row.ref('excluded.gender'),
          age: row.ref('excluded.age'),
          text: row.ref('excluded.text'),
          stars: row.ref('excluded.stars'),
          status: sql<'pending'>`case when ${isSame} then review.status else excluded.status end`,
          refusal: sql<null>`case when ${isSame} then review.refusal end`,
          written_at: sql<Date>`case when ${isSame} then review.written_at else excluded.written_at end`,
        };
      }),
    )
    .returning(['id', 'status'])
    .executeTakeFirstOrThrow();
}
