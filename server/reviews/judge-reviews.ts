import type { InputOf, ReplyOf } from '../../contract/endpoint.ts';
import { fail } from '../../contract/errors.ts';
import type {
  judgeReview as judgeEndpoint,
  listPendingReviews as listEndpoint,
} from '../../contract/reviews.ts';
import type { StaffContext } from '../core/app.ts';
import { recordAudit } from '../core/audit.ts';
import { transact } from '../core/database.ts';
import { readMark, writeMark } from '../staff/page-mark.ts';
import { requireModerator } from '../staff/require-moderator.ts';
import { atBrand, atBrandOf } from '../staff/side.ts';
import { lockReview, readPendingReviews, setReviewVerdict } from './queries.ts';

const PAGE = 50;

/** Reviews that nobody has read yet. */
export async function listPendingReviews(
  context: StaffContext,
  { after }: InputOf<typeof listEndpoint>,
): Promise<ReplyOf<typeof listEndpoint>> {
  requireModerator(context);
  const rows = await readPendingReviews(context.db, readMark(after), PAGE + 1);
  const shown = rows.slice(0, PAGE);
  const last = rows.length > PAGE ? shown.at(-1) : undefined;
  return {
    reviews: shown.map(({ brand_id, id, name, text, stars, written_at }) => {
      const { key } = atBrandOf(context, brand_id).brand;
      return { brand: key, id, name, text, stars, at: written_at.getTime() };
    }),
    next: last ? writeMark({ at: last.written_at, id: last.id }) : null,
  };
}

/** Shows a review or keeps it back. A verdict can be changed; the same again changes nothing. */
export async function judgeReview(
  context: StaffContext,
  { brand, id, approved, at }: InputOf<typeof judgeEndpoint>,
): Promise<ReplyOf<typeof judgeEndpoint>> {
  requireModerator(context);
  const { db, brandId, staffId, ip, clock } = atBrand(context, brand);
  const status = approved ? 'approved' : 'rejected';
  await transact(db, async (tx) => {
    const review = (await lockReview(tx, brandId, id)) ?? fail('request.not_found');
    if (review.written_at.getTime() !== at) fail('review.changed');
    if (review.status === status) return;
    await setReviewVerdict(tx, brandId, id, { status, verdict_by: staffId, verdict_at: clock.now() });
    await recordAudit(tx, {
      brandId,
      actor: { kind: 'staff', id: staffId },
      action: `review.${status}`,
      subject: id,
      ip,
    });
  });
  return { ok: true };
}
