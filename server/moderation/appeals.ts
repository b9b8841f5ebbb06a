/** What a member says against a decision, once, from the profile or by the link of a mail. */

import type { InputOf, ReplyOf } from '#contract/kernel/endpoint.ts';
import { fail } from '#contract/kernel/errors.ts';
import type {
  AppealSubject,
  OwnAppeal,
  OwnDecisions,
  appealByLink as linkEndpoint,
  appealDecision as appealEndpoint,
  readLinkedSanction as readLinkEndpoint,
} from '#contract/moderation/appeals.ts';
import type { App, LinkContext, MemberContext, VisitorContext } from '#server/app.ts';
import type { Brand } from '#server/brands/directory.ts';
import { recordAudit } from '#server/platform/audit.ts';
import { monthsAfter } from '#server/platform/clock.ts';
import { transact } from '#server/platform/database/database.ts';
import type { Tx } from '#server/platform/database/database.ts';
import { newId } from '#server/platform/ids.ts';
import { deleteRefusedFiles } from '#server/profiles/photos.ts';
import { findPhotosToDelete, insertAppeal, readRefusals, readSanctionDecisions } from './appeals.sql.ts';
import type { RefusalRow, SanctionDecisionRow } from './appeals.sql.ts';
import { openSanctionLink } from './sanction-links.ts';

/** Until when a decision of that moment can be appealed against. */
const lastMoment = ({ settings }: Brand, decidedAt: Date) =>
  monthsAfter(decidedAt, settings.appealMonths).getTime();

/** What moderation has decided against the caller and still counts. */
export async function listOwnDecisions({
  app: { db, clock },
  brand,
  brandId,
  accountId,
}: MemberContext): Promise<OwnDecisions> {
  const refusals = await readRefusals(db, brandId, accountId);
  const sanctions = await readSanctionDecisions(db, { brandId, accountId, now: clock.now() });
  return {
    refusals: refusals.map((row) => ({
      decisionId: row.decision_id,
      what: row.what,
      subjectId: row.subject_id,
      reason: row.reason,
      at: row.at.getTime(),
      appealUntil: lastMoment(brand, row.at),
      appeal: describeAppeal(row),
    })),
    sanctions: sanctions.map((row) => describeSanction(brand, row)),
  };
}

function describeAppeal(row: RefusalRow | SanctionDecisionRow): OwnAppeal | null {
  const { appeal_status, appeal_text, appeal_answer, appeal_at } = row;
  if (appeal_status === null || !appeal_at) return null;
  return {
    status: appeal_status,
    text: appeal_text ?? '',
    answer: appeal_answer ?? '',
    at: appeal_at.getTime(),
  };
}

function describeSanction(brand: Brand, row: SanctionDecisionRow): OwnDecisions['sanctions'][number] {
  return {
    decisionId: row.id,
    kind: row.kind,
    reason: row.reason,
    from: row.starts_at.getTime(),
    until: row.ends_at?.getTime() ?? null,
    endedAt: row.ended_at?.getTime() ?? null,
    at: row.starts_at.getTime(),
    appealUntil: lastMoment(brand, row.starts_at),
    appeal: describeAppeal(row),
  };
}

/** A member appeals against a decision. The decision stands until a moderator has looked again. */
export async function appealDecision(
  context: MemberContext,
  { decisionId, text }: Omit<InputOf<typeof appealEndpoint>, 'trackerId'>,
): Promise<ReplyOf<typeof appealEndpoint>> {
  const { brandId, accountId } = context;
  if (text === '') fail('appeal.empty');
  return transact(context.app.db, async (tx) => {
    const member = { brandId, accountId, now: context.app.clock.now() };
    const [refusal] = await readRefusals(tx, brandId, accountId, decisionId);
    if (refusal) {
      const { what, subject_id: subjectId, reason, at, decided_by: decidedBy } = refusal;
      return storeAppeal(
        context,
        tx,
        { ...member, decisionId, what, subjectId, reason, at, decidedBy },
        text,
      );
    }
    const [sanction] = await readSanctionDecisions(tx, member, decisionId);
    // Another's decision and one that no longer counts must look the same.
    if (!sanction) return fail('appeal.closed');
    return storeAppeal(context, tx, { ...member, ...aboutSanction(sanction) }, text);
  });
}

const aboutSanction = ({ id, reason, starts_at, decided_by }: SanctionDecisionRow) => ({
  decisionId: id,
  what: 'sanction' as const,
  subjectId: id,
  reason,
  at: starts_at,
  decidedBy: decided_by,
});

interface AppealedDecision {
  brandId: string;
  accountId: string;
  now: Date;
  decisionId: string;
  what: AppealSubject;
  subjectId: string;
  reason: string;
  /** When it was decided, and by whom. */
  at: Date;
  decidedBy: string | null;
}

async function storeAppeal(
  { app: { clock }, brand }: Pick<VisitorContext, 'app' | 'brand'>,
  tx: Tx,
  { now, at: decidedAt, ...decision }: AppealedDecision,
  text: string,
): Promise<{ result: 'OK'; appeal: OwnAppeal }> {
  const { brandId, accountId, decisionId, what } = decision;
  if (now.getTime() > lastMoment(brand, decidedAt)) fail('appeal.closed');
  const at = clock.now();
  if (!(await insertAppeal(tx, { ...decision, id: newId(at.getTime()), text, at }))) fail('appeal.closed');
  await recordAudit(tx, {
    brandId,
    actor: { kind: 'member', id: accountId },
    action: 'appeal.made',
    subject: decision.subjectId,
    details: { what, decision: decisionId },
  });
  return { result: 'OK', appeal: { status: 'open', text, answer: '', at: at.getTime() } };
}

/** The sanction that a mail was about, for a member who is kept out. */
export async function readLinkedSanction(context: LinkContext): Promise<ReplyOf<typeof readLinkEndpoint>> {
  const { app, brand, brandId } = context;
  const { accountId, sanctionId } = await openSanctionLink(context);
  const [sanction] = await readSanctionDecisions(
    app.db,
    { brandId, accountId, now: app.clock.now() },
    sanctionId,
  );
  return { sanction: sanction ? describeSanction(brand, sanction) : fail('link.invalid') };
}

export async function appealByLink(
  context: LinkContext,
  { text }: InputOf<typeof linkEndpoint>,
): Promise<ReplyOf<typeof linkEndpoint>> {
  const { app, brandId } = context;
  const { accountId, sanctionId } = await openSanctionLink(context);
  return transact(app.db, async (tx) => {
    const member = { brandId, accountId, now: app.clock.now() };
    const [sanction] = await readSanctionDecisions(tx, member, sanctionId);
    if (!sanction) return fail('link.invalid');
    if (text === '') fail('appeal.empty');
    return storeAppeal(context, tx, { ...member, ...aboutSanction(sanction) }, text);
  });
}

const MOST_AT_ONCE = 500;

/** Deletes the files of refused photos for which no appeal is possible any more. */
export async function deleteRefusedPhotos(app: Pick<App, 'db' | 'clock'>): Promise<void> {
  for (;;) {
    const due = await findPhotosToDelete(app.db, app.clock.now(), MOST_AT_ONCE);
    for (const { brand_id, id } of due) await transact(app.db, (tx) => deleteRefusedFiles(tx, brand_id, id));
    if (due.length < MOST_AT_ONCE) return;
  }
}
