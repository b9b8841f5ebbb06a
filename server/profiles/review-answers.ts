/** What the brand says to published reviews. */

import { sql } from 'kysely';
import { countries } from '#contract/countries/list.ts';
import type { Language } from '#contract/kernel/constants.ts';
import type { InputOf, ReplyOf } from '#contract/kernel/endpoint.ts';
import { fail } from '#contract/kernel/errors.ts';
import type {
  PublicReview,
  answerReview as answerEndpoint,
  listPublicReviews as listEndpoint,
} from '#contract/support/review-answers.ts';
import type { StaffContext } from '#server/app.ts';
import { atBrand, atBrandOf, brandIdsFor } from '#server/brands/staff-context.ts';
import { queueMail } from '#server/mails/mail.ts';
import { recordAudit } from '#server/platform/audit.ts';
import { transact } from '#server/platform/database/database.ts';
import type { DbOrTx, Tx } from '#server/platform/database/database.ts';

const PAGE = 50;

interface ReviewRow {
  brand_id: string;
  id: string;
  name: string;
  age: number;
  text: string;
  stars: number;
  demo: boolean;
  /** Null for the demo's own, which have no writer. */
  language: Language | null;
  written_at: Date;
  changing: boolean;
  answer: string | null;
  answered_at: Date | null;
  answered_by: string | null;
  outdated: boolean | null;
}

const columns = sql`r.brand_id, r.id, r.public_name as name, r.public_age as age, r.public_text as text,
  r.public_stars as stars, r.demo, o.language, r.public_written_at as written_at, r.status = 'pending' as changing,
  a.text as answer, a.answered_at, s.name as answered_by, a.answers <> r.public_written_at as outdated`;
const joined = sql`
  left join account o on o.brand_id = r.brand_id and o.id = r.account_id
  left join review_answer a on a.brand_id = r.brand_id and a.review_id = r.id
  left join staff s on s.id = a.answered_by`;

export async function listPublicReviews(
  context: StaffContext,
  { brand, stars, answered, before }: InputOf<typeof listEndpoint>,
): Promise<ReplyOf<typeof listEndpoint>> {
  const brandIds = brandIdsFor(context, brand);
  const isAnswered = sql`exists (select from review_answer x where x.brand_id = i.brand_id and x.review_id = i.id
    and x.answers = i.public_written_at)`;
  const filter = sql`
    ${stars === undefined ? sql`` : sql`and i.public_stars = ${Number(stars)}::int`}
    ${answered === undefined ? sql`` : answered === 'yes' ? sql`and ${isAnswered}` : sql`and not ${isAnswered}`}
    ${before === undefined ? sql`` : sql`and i.id < ${before}::uuid`}`;
  // Each brand gives its newest, so that none is read through for another.
  const { rows: found } = await sql<ReviewRow>`
    select ${columns} from unnest(${brandIds}::uuid[]) as b (id) cross join lateral (
      select * from review i where i.brand_id = b.id and i.public_text is not null ${filter}
      order by i.id desc limit ${PAGE + 1}::int) as r ${joined}
    order by r.id desc limit ${PAGE + 1}::int`.execute(context.app.db);
  const rows = found.slice(0, PAGE);
  return {
    reviews: rows.map((row) => describe(context, row)),
    next: found.length > PAGE ? (rows.at(-1)?.id ?? null) : null,
  };
}

/** The answer belongs to the words that the caller has read. No words take it back. */
export async function answerReview(
  context: StaffContext,
  { brand, id, text, version }: InputOf<typeof answerEndpoint>,
): Promise<PublicReview> {
  const inside = atBrand(context, brand);
  const { app, brandId, staffId, ip } = inside;
  return transact(app.db, async (tx) => {
    const review =
      (await tx
        .selectFrom('review')
        .select(['account_id', 'public_written_at'])
        .where('brand_id', '=', brandId)
        .where('id', '=', id)
        .forUpdate()
        .executeTakeFirst()) ?? fail('request.not_found');
    if (review.public_written_at?.getTime() !== version) fail('review.changed');
    if (text === '') {
      await tx
        .deleteFrom('review_answer')
        .where('brand_id', '=', brandId)
        .where('review_id', '=', id)
        .execute();
    } else {
      const isFirst = !(await hasAnswer(tx, brandId, id));
      // The moment is copied here: a Date would lose what the database knows beyond milliseconds.
      await sql`
        insert into review_answer (brand_id, review_id, text, answers, answered_at, answered_by)
        select brand_id, id, ${text}, public_written_at, ${app.clock.now()}::timestamptz, ${staffId}::uuid
        from review where brand_id = ${brandId}::uuid and id = ${id}::uuid
        on conflict (brand_id, review_id) do update set text = excluded.text, answers = excluded.answers,
          answered_at = excluded.answered_at, answered_by = excluded.answered_by`.execute(tx);
      // An answer that is put into better words is no news.
      if (isFirst && review.account_id) await mailAnswer(inside, tx, review.account_id, text);
    }
    await recordAudit(tx, {
      brandId,
      actor: { kind: 'staff', id: staffId },
      action: text === '' ? 'review.answer_removed' : 'review.answered',
      subject: id,
      details: { text },
      ip,
    });
    return (await readPublicReview(inside, tx, id)) ?? fail('review.changed');
  });
}

/** Whether there is an answer to the words that are public now. */
async function hasAnswer(tx: Tx, brandId: string, id: string): Promise<boolean> {
  const { rows } = await sql`select from review_answer a
    join review r on r.brand_id = a.brand_id and r.id = a.review_id and r.public_written_at = a.answers
    where a.brand_id = ${brandId}::uuid and a.review_id = ${id}::uuid`.execute(tx);
  return rows.length > 0;
}

async function mailAnswer({ brand, origin }: StaffContext, tx: Tx, accountId: string, answer: string) {
  const writer = await tx
    .selectFrom('account')
    .select(['email', 'language', 'status'])
    .where('brand_id', '=', brand.id)
    .where('id', '=', accountId)
    .executeTakeFirst();
  // A member who is leaving is not asked to come and look.
  if (writer?.status !== 'active') return;
  const { email: to, language } = writer;
  const data = { link: `${origin}/profile`, answer };
  await queueMail(tx, { brand, accountId, to, language, template: 'review_answered', data });
}

async function readPublicReview(
  context: StaffContext,
  db: DbOrTx,
  id: string,
): Promise<PublicReview | undefined> {
  const { rows } = await sql<ReviewRow>`
    select ${columns} from review r ${joined}
    where r.brand_id = ${context.brandId}::uuid and r.id = ${id}::uuid and r.public_text is not null`.execute(
    db,
  );
  return rows[0] && describe(context, rows[0]);
}

function describe(context: StaffContext, row: ReviewRow): PublicReview {
  const { id, name, age, text, stars, demo, changing, answer, answered_at, answered_by } = row;
  const { brand } = atBrandOf(context, row.brand_id);
  return {
    brand: brand.key,
    id,
    name,
    age,
    text,
    stars,
    demo,
    language: row.language ?? countries[brand.settings.country].language,
    version: row.written_at.getTime(),
    changing,
    answer:
      answer === null || answered_at === null
        ? null
        : { text: answer, at: answered_at.getTime(), by: answered_by, outdated: row.outdated === true },
  };
}
