/** Cases that are not approved or refused but answered in a way of their own: appeals and verifications. */

import { fail } from '#contract/kernel/errors.ts';
import type { StaffContext } from '#server/app.ts';
import type { AfterCommit, Tx } from '#server/platform/database/database.ts';
import { lockCase } from './cases.sql.ts';
import { saveVerdict } from './decide.ts';
import { emitCase } from './live.ts';
import type { CaseId } from './live.ts';
import { isTakenFrom, newClaim } from './queue.ts';

/**
 * To be called in the transaction that answers a case, before it is closed: it fails where another moderator has it. The
 * answer is kept with the verdicts, and open consoles are notified.
 */
export async function recordCaseAnswer(
  context: StaffContext,
  { tx, afterCommit }: { tx: Tx; afterCommit: AfterCommit },
  key: CaseId,
  verdict: 'approve' | 'refuse',
): Promise<void> {
  const { app, staffId } = context;
  const known = (await lockCase(tx, key)) ?? fail('moderation.gone');
  if (isTakenFrom(known, newClaim(context))) fail('moderation.taken');
  await saveVerdict(app, tx, {
    about: { ...key, verdict, reason: null },
    by: { actor: { kind: 'staff', id: staffId } },
    decided: { profileId: known.profile_id },
    waited: known.since,
  });
  afterCommit(() => emitCase(app, key, 'decided', staffId));
}
