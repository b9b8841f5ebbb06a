/** Moderation of profiles: what waits, what a verdict does, and whether others can see the profile. */

import { sql } from 'kysely';
import { z } from 'zod';
import { fail } from '#contract/kernel/errors.ts';
import type { Gender } from '#contract/kernel/fields.ts';
import { submissionKinds } from '#contract/moderation/cases.ts';
import type { RefusalReason } from '#contract/moderation/refusals.ts';
import type { PromptAnswer } from '#contract/profile/prompts.ts';
import type { Config } from '#server/platform/config/config.ts';
import type { Tx } from '#server/platform/database/database.ts';
import { enqueue, jobKind } from '#server/platform/jobs/jobs.ts';

/** A member has submitted something, and the server is set to approve by itself. */
export const approveAutomaticallyJob = jobKind(
  'moderation.approveAutomatically',
  z.object({ brandId: z.uuid(), profileId: z.uuid(), kind: z.enum(submissionKinds), id: z.uuid() }),
);
export type ModerationRequest = z.output<typeof approveAutomaticallyJob.payload>;

/**
 * To be called in the transaction that creates or changes something moderated. Moderators find it in their queue; where
 * the server approves by itself, a job does.
 */
export async function requestModeration(
  { config }: { config: Config },
  tx: Tx,
  given: ModerationRequest,
): Promise<void> {
  if (config.moderation === 'auto') await enqueue(tx, approveAutomaticallyJob, given);
}

/** What moderation decides on, by the id it has in the domain that owns it. */
export interface ModerationItem {
  brandId: string;
  id: string;
  /** When what the moderator looked at was submitted. Something else may have taken its place since. */
  seenAt?: Date | undefined;
}

/** What a verdict was about and whom to notify, as returned by the domain that owns it. */
export interface ModerationOutcome {
  /** `profile` is one that was never approved, `change` is new text of one that was. */
  what: 'profile' | 'change' | 'photo' | 'chat_photo' | 'review';
  accountId: string;
  /** Whether it had not been decided so before. */
  isNew: boolean;
}

/** The fields of a profile that moderation has to approve before others read them. */
export interface ModeratedFields {
  screen_name: string;
  gender: Gender;
  description: string;
  looking_for: string;
  prompts: PromptAnswer[];
}
const moderatedFields = ['screen_name', 'gender', 'description', 'looking_for', 'prompts'] as const;

export const sameModeratedFields = (one: ModeratedFields, other: ModeratedFields) =>
  moderatedFields.every((field) => JSON.stringify(one[field]) === JSON.stringify(other[field]));

interface Profile {
  brandId: string;
  profileId: string;
}

/**
 * Submits new values for moderation. Where the profile was approved before, they wait in `profile_change` and others go
 * on reading the old ones. Otherwise they wait in the profile itself, which is hidden from others.
 */
export async function submitProfile(
  tx: Tx,
  { brandId, profileId }: Profile,
  { fields, approved, at }: { fields: ModeratedFields; approved: ModeratedFields | null; at: Date },
): Promise<void> {
  const where = { brand_id: brandId, profile_id: profileId };
  const stored = { ...fields, prompts: JSON.stringify(fields.prompts) };
  if (approved === null) {
    const waiting = {
      ...stored,
      status: 'pending',
      moderated_at: null,
      refusal: null,
      submitted_at: at,
    } as const;
    await tx
      .updateTable('profile')
      .set(waiting)
      .where('brand_id', '=', brandId)
      .where('id', '=', profileId)
      .execute();
  } else if (sameModeratedFields(fields, approved)) {
    await deleteChange(tx, { brandId, profileId });
  } else {
    const change = { ...stored, status: 'pending', refusal: null, submitted_at: at } as const;
    await tx
      .insertInto('profile_change')
      .values({ ...where, ...change })
      .onConflict((conflict) => conflict.columns(['brand_id', 'profile_id']).doUpdateSet(change))
      .execute();
  }
}

/** What was submitted becomes what others read. */
export async function approveProfile(tx: Tx, seen: ModerationItem, now: Date): Promise<ModerationOutcome> {
  const { brandId, id: profileId } = seen;
  const row = await lockSubmitted(tx, seen);
  const { account_id: accountId } = row;
  if (row.change_status !== null) {
    await sql`update profile p set screen_name = c.screen_name, gender = c.gender, description = c.description,
        looking_for = c.looking_for, prompts = c.prompts, moderated_at = ${now}::timestamptz
      from profile_change c
      where c.brand_id = p.brand_id and c.profile_id = p.id
        and p.brand_id = ${brandId}::uuid and p.id = ${profileId}::uuid`.execute(tx);
    await deleteChange(tx, { brandId, profileId });
    return { accountId, what: 'change', isNew: true };
  }
  if (row.moderated_at !== null && row.status !== 'rejected') {
    return { accountId, what: 'profile', isNew: false };
  }
  await tx
    .updateTable('profile')
    .set({ status: 'pending', moderated_at: now, refusal: null })
    .where('brand_id', '=', brandId)
    .where('id', '=', profileId)
    .execute();
  await updateVisibility(tx, brandId, accountId);
  return { accountId, what: 'profile', isNew: true };
}

/**
 * Refuses what was submitted. A change leaves the old values public; a profile without one is hidden from all, also where
 * it was approved before.
 */
export async function refuseProfile(
  tx: Tx,
  seen: ModerationItem,
  reason: RefusalReason,
): Promise<ModerationOutcome> {
  const { brandId, id: profileId } = seen;
  const row = await lockSubmitted(tx, seen);
  const { account_id: accountId } = row;
  if (row.change_status !== null) {
    const isNew = row.change_status === 'pending';
    await tx
      .updateTable('profile_change')
      .set({ status: 'rejected', refusal: reason })
      .where('brand_id', '=', brandId)
      .where('profile_id', '=', profileId)
      .where('status', '=', 'pending')
      .execute();
    return { accountId, what: 'change', isNew };
  }
  if (row.status === 'rejected') return { accountId, what: 'profile', isNew: false };
  await tx
    .updateTable('profile')
    .set({ status: 'rejected', moderated_at: null, refusal: reason })
    .where('brand_id', '=', brandId)
    .where('id', '=', profileId)
    .execute();
  await enqueue(tx, takeBackHeldJob, { brandId, profileId });
  return { accountId, what: 'profile', isNew: true };
}

interface ProfileModerationRow {
  account_id: string;
  status: string;
  moderated_at: Date | null;
  change_status: 'pending' | 'rejected' | null;
  submitted_at: Date;
}

/** Only members' own profiles are looked at; ours are made by us. */
async function lockSubmitted(
  tx: Tx,
  { brandId, id: profileId, seenAt }: ModerationItem,
): Promise<ProfileModerationRow> {
  const { rows } = await sql<ProfileModerationRow>`
    select p.account_id, p.status, p.moderated_at, c.status as change_status,
      coalesce(c.submitted_at, p.submitted_at) as submitted_at
    from profile p
    left join profile_change c on c.brand_id = p.brand_id and c.profile_id = p.id
    where p.brand_id = ${brandId}::uuid and p.id = ${profileId}::uuid and p.kind = 'member'
    for no key update of p`.execute(tx);
  const [row] = rows;
  if (!row) return fail('request.not_found');
  return seenAt && row.submitted_at.getTime() !== seenAt.getTime() ? fail('moderation.changed') : row;
}

async function deleteChange(tx: Tx, { brandId, profileId }: Profile): Promise<void> {
  await tx
    .deleteFrom('profile_change')
    .where('brand_id', '=', brandId)
    .where('profile_id', '=', profileId)
    .execute();
}

const aboutProfile = z.object({ brandId: z.uuid(), profileId: z.uuid() });

/** Others can see this member (again). What waited for that can go on. */
export const deliverHeldJob = jobKind('discovery.deliverHeld', aboutProfile);
/** Moderation has refused this member. What waited for its approval is taken back. */
export const takeBackHeldJob = jobKind('discovery.takeBackHeld', aboutProfile);

interface Updated {
  id: string;
  before: string;
  after: string;
}

/**
 * Computes the profile's status from moderation, whether its owner or a sanction hides it, and the state of the account, which
 * may be paused. To be called
 * in the transaction that changes one of them. A rejected profile stays rejected until new text or moderation changes it.
 */
export async function updateVisibility(tx: Tx, brandId: string, accountId: string): Promise<void> {
  const { rows } = await sql<Updated>`
    update profile set status = known.next
    from (
      select p.brand_id, p.id, p.status, case
          when a.status <> 'active' or a.paused_at is not null or p.hidden_by_owner or p.withheld then 'hidden'
          when p.moderated_at is null then 'pending'
          else 'visible' end as next
      from profile p join account a on a.brand_id = p.brand_id and a.id = p.account_id
      where p.brand_id = ${brandId}::uuid and p.account_id = ${accountId}::uuid and p.status <> 'rejected'
      for no key update of p
    ) as known
    where profile.brand_id = known.brand_id and profile.id = known.id
    returning profile.id, known.status as before, profile.status as after`.execute(tx);
  for (const { id: profileId, before, after } of rows) {
    if (after === 'visible' && before !== 'visible')
      await enqueue(tx, deliverHeldJob, { brandId, profileId });
  }
}

/** A sanction keeps a profile from others, or no longer does. */
export async function withholdProfile(
  tx: Tx,
  { brandId, accountId }: { brandId: string; accountId: string },
  withheld: boolean,
): Promise<void> {
  const { numUpdatedRows } = await tx
    .updateTable('profile')
    .set({ withheld })
    .where('brand_id', '=', brandId)
    .where('account_id', '=', accountId)
    .where('withheld', '<>', withheld)
    .executeTakeFirst();
  if (numUpdatedRows > 0n) await updateVisibility(tx, brandId, accountId);
}
