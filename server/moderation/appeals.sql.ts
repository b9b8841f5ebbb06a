/** The statements of appeals. */

import { sql } from 'kysely';
import { brandRoles, hasRight } from '#contract/kernel/staff-rights.ts';
import type { AppealSubject } from '#contract/moderation/appeals.ts';
import type { RefusalReason } from '#contract/moderation/refusals.ts';
import type { SanctionKind, SanctionReason } from '#contract/moderation/sanctions.ts';
import type { PromptAnswer } from '#contract/profile/prompts.ts';
import type { DbOrTx, Tx } from '#server/platform/database/database.ts';

interface AppealColumns {
  appeal_status: 'open' | 'allowed' | 'upheld' | null;
  appeal_text: string | null;
  appeal_answer: string | null;
  appeal_at: Date | null;
}

export interface RefusalRow extends AppealColumns {
  decision_id: string;
  what: Exclude<AppealSubject, 'sanction'>;
  subject_id: string;
  reason: RefusalReason;
  at: Date;
  decided_by: string | null;
}

/** What was said of an appeal, beside the decision that it is about. */
const appealOf = sql`a.status as appeal_status, a.text as appeal_text, a.answer as appeal_answer,
  a.created_at as appeal_at`;

/** There may be many of them, and they leave room for the rest. */
const MOST_CHAT_PHOTOS = 15;

/**
 * What of a member's is refused at this moment. Who refused it and when is in the audit, whose newest entry about it is
 * the decision.
 */
export async function readRefusals(
  db: DbOrTx,
  brandId: string,
  accountId: string,
  decisionId?: string,
): Promise<RefusalRow[]> {
  const { rows } = await sql<RefusalRow>`
    with own as (select id, status, refusal from profile
      where brand_id = ${brandId}::uuid and account_id = ${accountId}::uuid),
    refused as (
      select 'profile' as what, id as subject_id, refusal as reason, 'profile.refused' as action
      from own where status = 'rejected'
      union all
      select 'change', c.profile_id, c.refusal, 'profile.refused' from own
      join profile_change c on c.brand_id = ${brandId}::uuid and c.profile_id = own.id where c.status = 'rejected'
      union all
      select 'photo', o.id, o.refusal, 'photo.refused' from own
      join photo o on o.brand_id = ${brandId}::uuid and o.profile_id = own.id where o.status = 'rejected'
      union all
      (select 'chat_photo', o.id, o.refusal, 'chat_photo.refused' from own
      join chat_photo o on o.brand_id = ${brandId}::uuid and o.from_id = own.id where o.status = 'rejected'
      order by o.created_at desc limit ${MOST_CHAT_PHOTOS}::int)
      union all
      select 'review', r.id, r.refusal, 'review.refused' from review r
      where r.brand_id = ${brandId}::uuid and r.account_id = ${accountId}::uuid and r.status = 'rejected'
    )
    select d.id as decision_id, r.what, r.subject_id, r.reason, d.at, d.actor_id as decided_by, ${appealOf}
    from refused r
    cross join lateral (select x.id, x.at, case x.actor_kind when 'staff' then x.actor_id end as actor_id from audit x
      where x.subject = r.subject_id::text and x.action = r.action and x.brand_id = ${brandId}::uuid
      order by x.id desc limit 1) as d
    left join appeal a on a.brand_id = ${brandId}::uuid and a.decision_id = d.id
    where r.reason is not null ${decisionId === undefined ? sql`` : sql`and d.id = ${decisionId}::uuid`}
    order by d.at desc limit 30`.execute(db);
  return rows;
}

export interface SanctionDecisionRow extends AppealColumns {
  id: string;
  kind: SanctionKind;
  reason: SanctionReason;
  starts_at: Date;
  ends_at: Date | null;
  ended_at: Date | null;
  decided_by: string | null;
}

/** The sanctions that are in force or count as a strike. A strike that was taken back does not count any more. */
export async function readSanctionDecisions(
  db: DbOrTx,
  { brandId, accountId, now }: { brandId: string; accountId: string; now: Date },
  sanctionId?: string,
): Promise<SanctionDecisionRow[]> {
  const { rows } = await sql<SanctionDecisionRow>`
    select s.id, s.kind, s.reason, s.starts_at, s.ends_at, s.ended_at, s.imposed_by as decided_by, ${appealOf}
    from sanction s
    left join appeal a on a.brand_id = s.brand_id and a.decision_id = s.id
    where s.brand_id = ${brandId}::uuid and s.account_id = ${accountId}::uuid and not s.strike_revoked
      and (s.strike_until > ${now}::timestamptz or s.ended_at is null)
      ${sanctionId === undefined ? sql`` : sql`and s.id = ${sanctionId}::uuid`}
    order by s.starts_at desc limit 30`.execute(db);
  return rows;
}

interface AppealId {
  brandId: string;
  id: string;
}

interface NewAppeal {
  brandId: string;
  id: string;
  accountId: string;
  decisionId: string;
  what: AppealSubject;
  subjectId: string;
  decidedBy: string | null;
  reason: string;
  text: string;
  at: Date;
}

/** Answers whether it is the first about this decision. */
export async function insertAppeal(tx: Tx, appeal: NewAppeal): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('appeal')
    .values({
      brand_id: appeal.brandId,
      id: appeal.id,
      account_id: appeal.accountId,
      decision_id: appeal.decisionId,
      what: appeal.what,
      subject_id: appeal.subjectId,
      decided_by: appeal.decidedBy,
      reason: appeal.reason,
      text: appeal.text,
      created_at: appeal.at,
    })
    .onConflict((conflict) => conflict.columns(['brand_id', 'decision_id']).doNothing())
    .executeTakeFirst();
  return (numInsertedOrUpdatedRows ?? 0n) > 0n;
}

const deciders = brandRoles.filter((role) => hasRight(role, 'moderation.decide'));

/** Whether the appeal is against this person's own decision while another person could decide for the brand. */
export const isForAnother = (appeal: string, staffId: string) => {
  const brandId = sql.ref(`${appeal}.brand_id`);
  const decidedBy = sql.ref(`${appeal}.decided_by`);
  return sql<boolean>`(${decidedBy} is not distinct from ${staffId}::uuid and exists (
    select from staff other where other.status = 'active' and other.id <> ${staffId}::uuid
      and (other.is_owner or exists (select from staff_brand works where works.staff_id = other.id
        and works.brand_id = ${brandId} and works.role = any(${deciders}::text[])))))`;
};

export function lockAppeal(tx: Tx, { brandId, id }: AppealId, staffId: string) {
  return tx
    .selectFrom('appeal')
    .select(['account_id', 'what', 'decision_id', 'subject_id', 'status'])
    .select(isForAnother('appeal', staffId).as('for_another'))
    .where('brand_id', '=', brandId)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
}

export async function saveAnswer(
  tx: Tx,
  { brandId, id }: AppealId,
  given: { status: 'allowed' | 'upheld'; answer: string; staffId: string; at: Date },
): Promise<void> {
  await tx
    .updateTable('appeal')
    .set({
      status: given.status,
      answer: given.answer,
      answered_by: given.staffId,
      answered_at: given.at,
    })
    .where('brand_id', '=', brandId)
    .where('id', '=', id)
    .execute();
}

/** Refused photos whose time for an appeal is over, but for those that an appeal is open about. */
export async function findPhotosToDelete(db: DbOrTx, now: Date, limit: number) {
  const { rows } = await sql<{ brand_id: string; id: string }>`
    select o.brand_id, o.id from photo o where o.kept_until <= ${now}::timestamptz
      and not exists (select from appeal a where a.brand_id = o.brand_id and a.subject_id = o.id and a.status = 'open')
    order by o.kept_until limit ${limit}::int`.execute(db);
  return rows;
}

export interface AppealCaseRow {
  id: string;
  account_id: string;
  what: AppealSubject;
  subject_id: string;
  decided_by_name: string | null;
  for_another: boolean;
  decided_at: Date | null;
  reason: string;
  text: string;
  created_at: Date;
  /** One in a conversation has one width. */
  photo: { width: number; height: number; widths: number[] } | null;
  words: { screenName: string; description: string; lookingFor: string; prompts: PromptAnswer[] } | null;
  review: { text: string; stars: number } | null;
  sanction: { kind: string; reason: string; note: string; from: number; until: number | null } | null;
}

/** An open appeal with what it is about. */
export async function readAppealCase(
  db: DbOrTx,
  { brandId, id }: AppealId,
  staffId: string,
): Promise<AppealCaseRow | undefined> {
  const words = (name: 'p' | 'c') =>
    sql.raw(`json_build_object('screenName', ${name}.screen_name, 'description', ${name}.description,
      'lookingFor', ${name}.looking_for, 'prompts', ${name}.prompts)`);
  const { rows } = await sql<AppealCaseRow>`
    select a.id, a.account_id, a.what, a.subject_id, a.reason, a.text, a.created_at,
      w.name as decided_by_name, ${isForAnother('a', staffId)} as for_another, coalesce(d.at, s.starts_at) as decided_at,
      case when o.id is not null then json_build_object('width', o.width, 'height', o.height, 'widths', o.widths)
        when e.id is not null then json_build_object('width', e.width, 'height', e.height, 'widths', array[e.width]) end
        as photo,
      case a.what when 'profile' then ${words('p')} when 'change' then ${words('c')} end as words,
      case when r.id is not null then json_build_object('text', r.text, 'stars', r.stars) end as review,
      case when s.id is not null then json_build_object('kind', s.kind, 'reason', s.reason, 'note', s.note,
        'from', floor(extract(epoch from s.starts_at) * 1000), 'until', floor(extract(epoch from s.ends_at) * 1000)) end
        as sanction
    from appeal a
    left join staff w on w.id = a.decided_by
    left join audit d on d.id = a.decision_id
    left join photo o on a.what = 'photo' and o.brand_id = a.brand_id and o.id = a.subject_id
    left join chat_photo e on a.what = 'chat_photo' and e.brand_id = a.brand_id and e.id = a.subject_id
    left join profile p on a.what = 'profile' and p.brand_id = a.brand_id and p.id = a.subject_id
    left join profile_change c on a.what = 'change' and c.brand_id = a.brand_id and c.profile_id = a.subject_id
    left join review r on a.what = 'review' and r.brand_id = a.brand_id and r.id = a.subject_id
    left join sanction s on a.what = 'sanction' and s.brand_id = a.brand_id and s.id = a.subject_id
    where a.brand_id = ${brandId}::uuid and a.id = ${id}::uuid and a.status = 'open'`.execute(db);
  return rows[0];
}
