import type { CaseKey, Verdict } from '#contract/moderation/cases.ts';
import type { RefusalReason } from '#contract/moderation/refusals.ts';
import type { StaffContext } from '#server/app.ts';
import { atBrand } from '#server/brands/staff-context.ts';
import { reactionJobs } from '#server/discovery/reactions/held-reactions.ts';
import { decide } from '#server/moderation/decide.ts';
import { moderation } from '#server/moderation/module.ts';
import { claimCase } from '#server/moderation/queue.ts';
import { giveVerdicts, carryOutVerdictJob } from '#server/moderation/verdicts.ts';
import { uploadPhoto } from '#server/profiles/own-photos.ts';
import { photoJobs } from '#server/profiles/photos.ts';
import { runWaitingJobs } from '../platform/run-jobs.ts';
import { plain } from '../profiles/pictures.ts';
import type { Member } from '../world.ts';

/** Adds a photo, and answers with its id and where its owner finds it. */
export async function addPhoto(member: Member): Promise<{ id: string; path: string }> {
  const bytes = new Uint8Array(await plain(40, 30).jpeg().toBuffer());
  const { photo } = await uploadPhoto(member, { photo: new Blob([bytes], { type: 'image/jpeg' }) });
  return { id: photo.name, path: photo.path };
}

/** Does all that follows from a verdict. */
export function doWhatFollows(member: Member): Promise<void> {
  return runWaitingJobs(member.app, [...moderation.jobs, ...photoJobs, ...reactionJobs]);
}

type Seen = CaseKey & { at: number };

/** What a verdict does once it can no longer be undone. `at` is the version that the moderator has seen. */
export async function approve(moderator: StaffContext, about: Seen): Promise<void> {
  await decideAs(moderator, about, null);
}

export async function refuse(
  moderator: StaffContext,
  { reason, ...about }: Seen & { reason: RefusalReason },
): Promise<void> {
  await decideAs(moderator, about, reason);
}

async function decideAs(
  moderator: StaffContext,
  { brand, at, ...item }: Seen,
  reason: RefusalReason | null,
): Promise<void> {
  const { brandId } = atBrand(moderator, brand);
  const verdict = reason === null ? 'approve' : 'refuse';
  const about = { ...item, brandId, seenAt: new Date(at), verdict, reason } as const;
  await decide(moderator.app, about, { actor: { kind: 'staff', id: moderator.staffId }, ip: moderator.ip });
}

/** A moderator decides and lets the time pass in which they could undo it. */
export async function giveVerdict(
  moderator: StaffContext,
  { brand, kind, id }: CaseKey,
  verdict: Verdict,
  reason?: RefusalReason,
): Promise<void> {
  const taken = await claimCase(moderator, { brand, kind, id });
  const { version } = taken.case;
  const cases = [{ brand, kind, id, version }];
  const { outcomes } = await giveVerdicts(moderator, { cases, verdict, ...(reason && { reason }) });
  const [outcome] = outcomes;
  if (!outcome?.verdictId) throw new Error(`no verdict: ${outcome?.problem}`);
  await runWaitingJobs(
    moderator.app,
    moderation.jobs.filter(({ kind: job }) => job.id === carryOutVerdictJob.id),
  );
}
