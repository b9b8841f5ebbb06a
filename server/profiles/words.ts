import { sql } from 'kysely';
import type { Gender } from '../../contract/kernel/fields.ts';
import type { RefusalReason } from '../../contract/moderation/moderation.ts';
import type { Tx } from '../platform/database/database.ts';
import { enqueue } from '../platform/jobs/jobs.ts';
import { fail } from '../../contract/kernel/errors.ts';
import type { Decided, Seen } from './moderated.ts';
import { profileRefused, settleVisibility } from './visibility.ts';

/** What others read of somebody, so what moderation has to agree to. */
export interface Words {
  screen_name: string;
  gender: Gender;
  description: string;
  looking_for: string;
}
export const wordFields = ['screen_name', 'gender', 'description', 'looking_for'] as const;

export const sameWords = (one: Words, other: Words) =>
  wordFields.every((field) => one[field] === other[field]);

interface Profile {
  brandId: string;
  profileId: string;
}

/**
 * Gives new words to moderation. Those of a profile that was approved before stand beside it, and others go on reading
 * the old ones; all others wait in the profile itself, which nobody else sees.
 */
export async function submitWords(
  tx: Tx,
  { brandId, profileId }: Profile,
  { words, approved, at }: { words: Words; approved: Words | null; at: Date },
): Promise<void> {
  const where = { brand_id: brandId, profile_id: profileId };
  if (approved === null) {
    const waiting = {
      ...words,
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
  } else if (sameWords(words, approved)) {
    await deleteChange(tx, { brandId, profileId });
  } else {
    const change = { ...words, status: 'pending', refusal: null, submitted_at: at } as const;
    await tx
      .insertInto('profile_change')
      .values({ ...where, ...change })
      .onConflict((conflict) => conflict.columns(['brand_id', 'profile_id']).doUpdateSet(change))
      .execute();
  }
}

/** The words that wait become those that others read. */
export async function approveWords(tx: Tx, seen: Seen, now: Date): Promise<Decided> {
  const { brandId, id: profileId } = seen;
  const row = await lockWords(tx, seen);
  const { account_id: accountId } = row;
  if (row.change_status !== null) {
    await sql`update profile p set screen_name = c.screen_name, gender = c.gender, description = c.description,
        looking_for = c.looking_for, moderated_at = ${now}::timestamptz
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
  await settleVisibility(tx, brandId, accountId);
  return { accountId, what: 'profile', isNew: true };
}

/**
 * Refuses the words that wait. A change leaves the old words public; a profile without one is shown to nobody, also where
 * it was approved before.
 */
export async function refuseWords(tx: Tx, seen: Seen, reason: RefusalReason): Promise<Decided> {
  const { brandId, id: profileId } = seen;
  const row = await lockWords(tx, seen);
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
  await enqueue(tx, profileRefused, { brandId, profileId });
  return { accountId, what: 'profile', isNew: true };
}

interface WordsRow {
  account_id: string;
  status: string;
  moderated_at: Date | null;
  change_status: 'pending' | 'rejected' | null;
  submitted_at: Date;
}

/** Only members' own profiles are looked at; ours are made by us. */
async function lockWords(tx: Tx, { brandId, id: profileId, seenAt }: Seen): Promise<WordsRow> {
  const { rows } = await sql<WordsRow>`
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
