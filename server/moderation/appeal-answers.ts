/** Appeals as moderators read them, and what an answer does. */

import type { InputOf, ReplyOf } from '#contract/kernel/endpoint.ts';
import { fail } from '#contract/kernel/errors.ts';
import type {
  AppealCase,
  AppealSubject,
  answerAppeal as answerEndpoint,
  readAppeal as readEndpoint,
} from '#contract/moderation/appeals.ts';
import type { App, StaffContext } from '#server/app.ts';
import { waitingAddress } from '#server/brands/photo-address.ts';
import { atBrand } from '#server/brands/staff-context.ts';
import { queueMail } from '#server/mails/mail.ts';
import { words } from '#server/mails/templates.ts';
import { decideChatPhoto } from '#server/messaging/photos/viewing.ts';
import { recordAudit } from '#server/platform/audit.ts';
import { transact } from '#server/platform/database/database.ts';
import type { AfterCommit, Tx } from '#server/platform/database/database.ts';
import { siteOrigin } from '#server/platform/http/origins.ts';
import { enqueue } from '#server/platform/jobs/jobs.ts';
import { approvePhoto, deleteRefusedFiles } from '#server/profiles/photos.ts';
import { approveProfile } from '#server/profiles/profile-moderation.ts';
import { decideReview } from '#server/profiles/reviews.ts';
import { lockAppeal, readAppealCase, readRefusals, saveAnswer } from './appeals.sql.ts';
import type { AppealCaseRow } from './appeals.sql.ts';
import { recordCaseAnswer } from './case-answers.ts';
import { readRecipient } from './cases.sql.ts';
import { staffAddress } from './contents.ts';
import { announceVerdictJob } from './decide.ts';
import { unbanPicture } from './picture-hashes.ts';
import { endSanction } from './sanctions.ts';

/** An appeal as moderators read it. */
export async function readAppeal(
  context: StaffContext,
  { brand: key, id }: InputOf<typeof readEndpoint>,
): Promise<AppealCase> {
  const inside = atBrand(context, key);
  const { brandId, app, staffId } = inside;
  const row = (await readAppealCase(app.db, { brandId, id }, staffId)) ?? fail('request.not_found');
  return {
    what: row.what,
    reason: row.reason as AppealCase['reason'],
    text: row.text,
    at: row.created_at.getTime(),
    decidedBy: row.decided_by_name,
    decidedAt: row.decided_at?.getTime() ?? null,
    forAnother: row.for_another,
    photo: describePhoto(inside, row),
    words: row.words,
    review: row.review,
    sanction: row.sanction as AppealCase['sanction'],
  };
}

/** The files of a refused photo are where they waited before. */
function describePhoto(
  context: StaffContext,
  { what, photo, subject_id: id }: AppealCaseRow,
): AppealCase['photo'] {
  if (!photo) return null;
  const { width, height, widths } = photo;
  const address =
    what === 'chat_photo' ? staffAddress(context, id) : waitingAddress(context, id, widths.at(-1) ?? 0);
  return { address, width, height };
}

/** Allows or upholds. The moderator who decided first does not look again where another one can. */
export async function answerAppeal(
  context: StaffContext,
  { brand: key, id, allow, answer }: InputOf<typeof answerEndpoint>,
): Promise<ReplyOf<typeof answerEndpoint>> {
  const inside = atBrand(context, key);
  const { app, brandId, staffId, ip } = inside;
  await transact(app.db, async (tx, afterCommit) => {
    const appeal = (await lockAppeal(tx, { brandId, id }, staffId)) ?? fail('request.not_found');
    if (appeal.status === 'withdrawn') fail('moderation.changed');
    if (appeal.status !== 'open') fail('appeal.answered');
    if (appeal.for_another) fail('appeal.own_decision');
    const about = {
      brandId,
      accountId: appeal.account_id,
      what: appeal.what,
      subjectId: appeal.subject_id,
      decisionId: appeal.decision_id,
      staffId,
    };
    await requireUndone(tx, about);
    const answered = { brandId, kind: 'appeal', id } as const;
    await recordCaseAnswer(inside, { tx, afterCommit }, answered, allow ? 'approve' : 'refuse');
    await (allow ? carryOut(app, tx, afterCommit, about) : upholdDecision(tx, about));
    const status = allow ? 'allowed' : 'upheld';
    await saveAnswer(tx, { brandId, id }, { status, answer, staffId, at: app.clock.now() });
    await recordAudit(tx, {
      brandId,
      actor: { kind: 'staff', id: staffId },
      action: `appeal.${status}`,
      subject: appeal.subject_id,
      details: { appeal: id, what: appeal.what },
      ip,
    });
    await enqueue(tx, announceVerdictJob, {
      brandId,
      accountId: appeal.account_id,
      what: 'appeal',
      approved: allow,
    });
    await mailAnswer(app, tx, { ...about, status, answer });
  });
  return { ok: true };
}

interface AppealedThing {
  brandId: string;
  accountId: string;
  what: AppealSubject;
  subjectId: string;
  decisionId: string;
  staffId: string;
}

/** Other words may stand there now, or it was removed: then there is nothing left to decide. */
async function requireUndone(tx: Tx, { brandId, accountId, what, decisionId }: AppealedThing): Promise<void> {
  if (what === 'sanction') return;
  const [refusal] = await readRefusals(tx, brandId, accountId, decisionId);
  if (!refusal) fail('moderation.changed');
}

async function carryOut(
  app: App,
  tx: Tx,
  afterCommit: AfterCommit,
  { brandId, accountId, what, subjectId: id, staffId }: AppealedThing,
): Promise<void> {
  switch (what) {
    case 'profile':
    case 'change':
      await approveProfile(tx, { brandId, id }, app.clock.now());
      return;
    case 'photo':
      await approvePhoto(app, tx, { brandId, id });
      await unbanPicture(tx, { brandId, kind: 'photo', id });
      return;
    case 'chat_photo':
      await decideChatPhoto(tx, { brandId, id }, { reason: null, unsentToo: false });
      await unbanPicture(tx, { brandId, kind: 'chat_photo', id });
      return;
    case 'review':
      await decideReview(tx, { brandId, id }, null);
      return;
    case 'sanction':
      await endSanction(app, tx, afterCommit, { brandId, accountId, id, liftedBy: staffId, mistake: true });
  }
}

async function upholdDecision(tx: Tx, { brandId, what, subjectId }: AppealedThing): Promise<void> {
  if (what === 'photo') await deleteRefusedFiles(tx, brandId, subjectId);
}

async function mailAnswer(
  app: App,
  tx: Tx,
  {
    brandId,
    accountId,
    what,
    status,
    answer,
  }: AppealedThing & { status: 'allowed' | 'upheld'; answer: string },
): Promise<void> {
  const brand = app.brands.byId(brandId);
  const recipient = await readRecipient(tx, brandId, accountId);
  if (!brand || !recipient || recipient.status === 'closing') return;
  const { language, email: to } = recipient;
  const template = `appeal_${status}` as const;
  const link = `${siteOrigin(app, brand)}/profile`;
  const data = { link, what: words[language][template].verdicts[what], answer };
  await queueMail(tx, { brand, accountId, to, language, template, data });
}
