/** What profiles do when an account is made, closed or erased, and what they add to the copy of a member's data. */

import { MOST_EXPORTED, ownRows } from '#server/accounts/account-handlers.ts';
import type { AccountHandlers, NewMember } from '#server/accounts/account-handlers.ts';
import type { VisitorContext } from '#server/app.ts';
import { photoKey, waitingKey } from '#server/brands/photo-address.ts';
import type { DbOrTx, Tx } from '#server/platform/database/database.ts';
import { newId } from '#server/platform/ids.ts';
import { nameDetails } from './detail-words.ts';
import { detailsOf } from './own-details.ts';
import { readOwnProfileRow } from './own-profile.ts';
import { enqueueFileSync, readPhotos } from './photos.ts';
import { requestModeration, updateVisibility } from './profile-moderation.ts';
import { birthYearOf } from './profile-summary.ts';

export const profileAccountHandlers: AccountHandlers = {
  created: makeProfile,
  // A profile is not reviewed before that.
  termsAccepted: (context, tx) => requestProfileModeration(context, tx, context.profileId),
  async returned({ brandId }, tx, { accountId, at }) {
    await tx
      .updateTable('profile')
      .set({ last_active_at: at })
      .where('brand_id', '=', brandId)
      .where('account_id', '=', accountId)
      .execute();
    return 0;
  },
  closing: ({ brandId, accountId }, tx) => updateVisibility(tx, brandId, accountId),
  kept: ({ brandId, accountId }, tx) => updateVisibility(tx, brandId, accountId),
  disabled: (tx, { brandId, accountId }) => updateVisibility(tx, brandId, accountId),
  enabled: (tx, { brandId, accountId }) => updateVisibility(tx, brandId, accountId),
  erasing: (tx, { brandId, accountId }) => deletePhotoFiles(tx, brandId, accountId),
  exports: [
    { topic: 'profile', read: readProfileFacts, names: nameDetails },
    { topic: 'photos', read: describePhotos, listFiles: listPhotos },
    { topic: 'blocks', read: readBlocks },
    { topic: 'reports', read: readReports },
    {
      topic: 'reviews',
      read: ownRows('review', [
        'name',
        'gender',
        'age',
        'text',
        'stars',
        'status',
        'public_text',
        'created_at',
      ]),
    },
  ],
};

/** Every profile waits for moderation before others see it. */
async function makeProfile(context: VisitorContext, tx: Tx, member: NewMember): Promise<void> {
  const { clock } = context.app;
  const { brand, brandId } = context;
  const { accountId, gender, screenName, age, region, city, walks } = member;
  const now = clock.now();
  const profileId = newId();
  await tx
    .insertInto('profile')
    .values({
      brand_id: brandId,
      id: profileId,
      kind: 'member',
      account_id: accountId,
      status: walks ? 'hidden' : 'pending',
      hidden_by_owner: walks,
      moderated_at: walks ? now : null,
      gender,
      screen_name: screenName,
      birth_year: age === null ? null : birthYearOf(age, clock),
      country: brand.settings.country,
      region,
      city,
      last_active_at: now,
      submitted_at: now,
      created_at: now,
    })
    .execute();
  if (!walks) await requestProfileModeration(context, tx, profileId);
}

function requestProfileModeration(context: VisitorContext, tx: Tx, profileId: string): Promise<void> {
  return requestModeration(context.app, tx, {
    brandId: context.brandId,
    profileId,
    kind: 'profile',
    id: profileId,
  });
}

/** Sees to it that the files of all photos go. To be called in the transaction that deletes the account. */
async function deletePhotoFiles(tx: Tx, brandId: string, accountId: string): Promise<void> {
  for (const { id: photoId, blur_id: blurId } of await listPhotoFiles(tx, brandId, accountId)) {
    await enqueueFileSync(tx, { brandId, photoId, blurId });
  }
}

async function readProfileFacts(db: DbOrTx, brandId: string, accountId: string) {
  const row = await db
    .selectFrom('profile as p')
    .leftJoin('profile_change as c', (join) =>
      join.onRef('c.brand_id', '=', 'p.brand_id').onRef('c.profile_id', '=', 'p.id'),
    )
    .select(['p.id', 'p.status', 'p.hidden_by_owner', 'p.gender', 'p.screen_name', 'p.birth_year'])
    .select(['p.country', 'p.region', 'p.city', 'p.about', 'p.description', 'p.looking_for', 'p.details'])
    .select(['p.delicate_details', 'p.delicate_consent_at', 'p.prompts', 'c.prompts as new_prompts'])
    .select(['p.passed_steps', 'p.introduced_at'])
    .select(['p.moderated_at', 'p.submitted_at', 'p.refusal'])
    .select(['c.status as change_status', 'c.refusal as change_refusal', 'c.gender as new_gender'])
    .select(['c.screen_name as new_screen_name', 'c.description as new_description'])
    .select(['c.looking_for as new_looking_for', 'p.last_active_at', 'p.created_at'])
    .where('p.brand_id', '=', brandId)
    .where('p.account_id', '=', accountId)
    .executeTakeFirst();
  if (!row) return undefined;
  const { details, delicate_details, ...facts } = row;
  const said = Object.entries(detailsOf({ details, delicate_details })).filter(
    ([, answer]) => answer !== null,
  );
  return { ...facts, ...Object.fromEntries(said) };
}

/** The largest file of every photo of an account, in their order. */
async function listPhotoFiles(db: DbOrTx, brandId: string, accountId: string) {
  const owner = await readOwnProfileRow(db, brandId, accountId);
  const photos = owner ? await readPhotos(db, brandId, owner.profile_id) : [];
  return photos.map(({ id, blur_id, status, refusal, kept_until, width, height, widths, created_at }) => {
    const keyOf = status === 'pending' || status === 'rejected' ? waitingKey : photoKey;
    // The files of one that was refused are gone after a time.
    const isGone = status === 'rejected' && kept_until === null;
    const key = isGone ? null : keyOf(brandId, id, widths.at(-1) ?? 0);
    return { id, blur_id, status, refusal, width, height, created_at, key };
  });
}

const photoName = (index: number) => `photos/${index + 1}.webp`;

async function describePhotos(db: DbOrTx, brandId: string, accountId: string) {
  const photos = await listPhotoFiles(db, brandId, accountId);
  return photos.map(({ status, refusal, width, height, created_at, key }, index) => ({
    file: key === null ? null : photoName(index),
    status,
    refusal,
    width,
    height,
    created_at,
  }));
}

async function listPhotos(db: DbOrTx, brandId: string, accountId: string) {
  const photos = await listPhotoFiles(db, brandId, accountId);
  return photos.flatMap(({ key }, index) => (key === null ? [] : [{ name: photoName(index), key }]));
}

function readBlocks(db: DbOrTx, brandId: string, accountId: string) {
  return db
    .selectFrom('block')
    .innerJoin('profile', (join) =>
      join.onRef('profile.brand_id', '=', 'block.brand_id').onRef('profile.id', '=', 'block.from_id'),
    )
    .select(['block.to_id as profile_id', 'block.created_at'])
    .where('block.brand_id', '=', brandId)
    .where('profile.account_id', '=', accountId)
    .orderBy('block.created_at', 'desc')
    .limit(MOST_EXPORTED)
    .execute();
}

/** What they said about others. What others said about them is not theirs. */
function readReports(db: DbOrTx, brandId: string, accountId: string) {
  return db
    .selectFrom('report')
    .innerJoin('profile', (join) =>
      join.onRef('profile.brand_id', '=', 'report.brand_id').onRef('profile.id', '=', 'report.from_id'),
    )
    .select(['report.about_id as profile_id', 'report.reason', 'report.text', 'report.created_at'])
    .select(['report.outcome', 'report.decided_at'])
    .where('report.brand_id', '=', brandId)
    .where('profile.account_id', '=', accountId)
    .orderBy('report.id', 'desc')
    .limit(MOST_EXPORTED)
    .execute();
}
