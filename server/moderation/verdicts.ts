/**
 * Verdicts of moderators. Each is held for ten seconds in which it can be undone; then a job carries it out, also where
 * the server was restarted meanwhile. The case leaves every list at once. An owner who changes the thing before that is not
 * judged by what can no longer be read: the verdict is void and the case waits again.
 */

import { z } from 'zod';
import { UNDO_SECONDS } from '#contract/kernel/constants.ts';
import type { InputOf, ReplyOf } from '#contract/kernel/endpoint.ts';
import { Failure, fail } from '#contract/kernel/errors.ts';
import { verdictsOf } from '#contract/moderation/cases.ts';
import type { ModerationKind, Verdict } from '#contract/moderation/cases.ts';
import type {
  VerdictProblem,
  giveVerdicts as giveEndpoint,
  undoVerdicts as undoEndpoint,
} from '#contract/moderation/moderation.ts';
import type { RefusalReason } from '#contract/moderation/refusals.ts';
import type { App, StaffContext } from '#server/app.ts';
import { atBrand } from '#server/brands/staff-context.ts';
import { recordAudit } from '#server/platform/audit.ts';
import { SECOND } from '#server/platform/clock.ts';
import { transact } from '#server/platform/database/database.ts';
import type { DbOrTx, Tx } from '#server/platform/database/database.ts';
import { newId } from '#server/platform/ids.ts';
import { enqueue, jobKind } from '#server/platform/jobs/jobs.ts';
import type { JobInfo } from '#server/platform/jobs/jobs.ts';
import { scheduleCaseRelease } from './case-releases.ts';
import { lockCase, saveClaim } from './cases.sql.ts';
import { carryOut } from './decide.ts';
import { emitCase } from './live.ts';
import type { CaseId } from './live.ts';
import { isTakenFrom, newClaim } from './queue.ts';

interface VerdictKey {
  brandId: string;
  id: string;
}

/** The time to undo a verdict is over. */
export const carryOutVerdictJob = jobKind(
  'moderation.carryOutVerdict',
  z.object({ brandId: z.uuid(), id: z.uuid(), ip: z.string().optional() }),
);

export async function giveVerdicts(
  context: StaffContext,
  { cases, verdict, reason }: InputOf<typeof giveEndpoint>,
): Promise<ReplyOf<typeof giveEndpoint>> {
  if (cases.some(({ kind }) => !verdictsOf[kind].includes(verdict))) fail('moderation.no_verdict');
  if (verdict === 'refuse' && reason === undefined) fail('moderation.no_reason');
  const given = { verdict, reason: verdict === 'refuse' ? (reason ?? null) : null };
  const located = cases.map(({ brand, ...each }) => ({ ...each, brandId: atBrand(context, brand).brandId }));
  const outcomes: ReplyOf<typeof giveEndpoint>['outcomes'] = [];
  for (const { version, ...about } of located)
    outcomes.push(await holdVerdict(context, about, { ...given, version }));
  return { outcomes, undoUntil: context.app.clock.now().getTime() + UNDO_SECONDS * SECOND };
}

interface Given {
  verdict: Verdict;
  reason: RefusalReason | null;
  /** What the moderator has seen. */
  version: number;
}

function holdVerdict(context: StaffContext, about: CaseId, { verdict, reason, version }: Given) {
  const { app, staffId, ip } = context;
  const claim = newClaim(context);
  const refused = (problem: VerdictProblem) => ({ verdictId: null, problem });
  return transact(app.db, async (tx, afterCommit) => {
    const known = await lockCase(tx, about);
    if (!known?.ready || known.verdict_id !== null) return refused('gone');
    if (isTakenFrom(known, claim)) return refused('taken');
    if (known.version.getTime() !== version) return refused('changed');
    const verdictId = newId(claim.now.getTime());
    await tx
      .insertInto('moderation_verdict')
      .values({
        brand_id: about.brandId,
        id: verdictId,
        kind: about.kind,
        subject_id: about.id,
        profile_id: known.profile_id,
        verdict,
        reason,
        staff_id: staffId,
        version: known.version,
        since: known.since,
        given_at: claim.now,
        state: 'held',
      })
      .execute();
    await attachVerdict(tx, about, verdictId);
    // The queue goes by the database's clock.
    const runAt = new Date(Date.now() + UNDO_SECONDS * SECOND);
    await enqueue(tx, carryOutVerdictJob, { brandId: about.brandId, id: verdictId, ip }, { runAt });
    afterCommit(() => emitCase(app, about, 'decided', staffId));
    return { verdictId, problem: null };
  });
}

export async function undoVerdicts(
  context: StaffContext,
  { verdicts }: InputOf<typeof undoEndpoint>,
): Promise<ReplyOf<typeof undoEndpoint>> {
  const keys = verdicts.map(({ brand, id }) => ({ brandId: atBrand(context, brand).brandId, id }));
  const undone: boolean[] = [];
  for (const key of keys) undone.push(await undoVerdict(context, key));
  return { undone };
}

/** Only one's own, and only as long as nothing has come of it. The case is the moderator's again. */
function undoVerdict(context: StaffContext, key: VerdictKey): Promise<boolean> {
  const { app, staffId, ip } = context;
  return transact(app.db, async (tx, afterCommit) => {
    const held = await lockHeld(tx, key);
    if (held?.staff_id !== staffId) return false;
    await saveState(tx, key, 'undone');
    const about = { brandId: key.brandId, kind: held.kind as ModerationKind, id: held.subject_id };
    if (await reopenCase(tx, about, key.id)) {
      const claim = newClaim(context);
      await saveClaim(tx, about, claim);
      await scheduleCaseRelease(tx, claim);
    }
    await recordAudit(tx, {
      brandId: key.brandId,
      actor: { kind: 'staff', id: staffId },
      action: `${held.kind}.verdict_undone`,
      subject: held.subject_id,
      details: { verdict: held.verdict },
      ip,
    });
    afterCommit(() => emitCase(app, about, 'claimed', staffId));
    return true;
  });
}

/** Carries a verdict out, unless it was undone or is void. */
export async function carryOutVerdict(
  app: App,
  { ip, ...key }: z.output<typeof carryOutVerdictJob.payload>,
  { last }: JobInfo,
): Promise<void> {
  try {
    await transact(app.db, async (tx) => {
      const held = await lockHeld(tx, key);
      if (!held) return;
      const about = {
        brandId: key.brandId,
        kind: held.kind as ModerationKind,
        id: held.subject_id,
        seenAt: held.version ?? undefined,
        verdict: held.verdict as Verdict,
        reason: held.reason as RefusalReason | null,
      };
      const actor = { kind: 'staff' as const, id: held.staff_id ?? undefined };
      const { isNew } = await carryOut(app, tx, about, { actor, ip });
      await saveState(tx, key, isNew ? 'done' : 'void');
    });
  } catch (error) {
    // The thing has changed or is gone. Without another try, the case must not be lost either.
    const isOver = error instanceof Failure;
    if (isOver || last) await voidVerdict(app, key);
    if (!isOver) throw error;
  }
}

function voidVerdict(app: App, key: VerdictKey): Promise<void> {
  return transact(app.db, async (tx, afterCommit) => {
    const held = await lockHeld(tx, key);
    if (!held) return;
    await saveState(tx, key, 'void');
    const about = { brandId: key.brandId, kind: held.kind as ModerationKind, id: held.subject_id };
    if (await reopenCase(tx, about, key.id)) afterCommit(() => emitCase(app, about, 'waiting', null));
  });
}

function lockHeld(tx: Tx, { brandId, id }: VerdictKey) {
  return tx
    .selectFrom('moderation_verdict')
    .select(['kind', 'subject_id', 'verdict', 'reason', 'staff_id', 'version'])
    .where('brand_id', '=', brandId)
    .where('id', '=', id)
    .where('state', '=', 'held')
    .forUpdate()
    .executeTakeFirst();
}

async function saveState(
  tx: DbOrTx,
  { brandId, id }: VerdictKey,
  state: 'done' | 'undone' | 'void',
): Promise<void> {
  await tx
    .updateTable('moderation_verdict')
    .set({ state })
    .where('brand_id', '=', brandId)
    .where('id', '=', id)
    .execute();
}

async function attachVerdict(tx: Tx, { brandId, kind, id }: CaseId, verdictId: string): Promise<void> {
  await tx
    .updateTable('moderation_case')
    .set({ verdict_id: verdictId, claimed_by: null, claimed_until: null })
    .where('brand_id', '=', brandId)
    .where('kind', '=', kind)
    .where('id', '=', id)
    .execute();
}

/** Answers whether the case is still the one of this verdict. */
async function reopenCase(tx: Tx, { brandId, kind, id }: CaseId, verdictId: string): Promise<boolean> {
  const row = await tx
    .updateTable('moderation_case')
    .set({ verdict_id: null })
    .where('brand_id', '=', brandId)
    .where('kind', '=', kind)
    .where('id', '=', id)
    .where('verdict_id', '=', verdictId)
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}
