/** Profiles of ours are shown, paused and ended, one or several together. */

import { z } from 'zod';
import type { InputOf, ReplyOf } from '#contract/kernel/endpoint.ts';
import { Failure, fail } from '#contract/kernel/errors.ts';
import type {
  changeHouseProfiles as togetherEndpoint,
  retireHouseProfile as retireEndpoint,
  showHouseProfile as showEndpoint,
} from '#contract/staff/house-profiles.ts';
import type { StaffContext } from '#server/app.ts';
import { atBrand } from '#server/brands/staff-context.ts';
import { transact } from '#server/platform/database/database.ts';
import type { Tx } from '#server/platform/database/database.ts';
import { enqueue, jobKind } from '#server/platform/jobs/jobs.ts';
import { updateProfile } from '../own-profile.ts';
import { record, requireTeam } from './edit.ts';
import type { Maker } from './edit.ts';
import {
  lockHouseProfile,
  lockLivingProfile,
  readHousePhotos,
  describeHouseProfile,
  stateOf,
} from './house-profile.ts';

/** The conversations of a profile that has ended say so. `after` is the other participant where it goes on. */
export const endConversationsJob = jobKind(
  'hosts.endConversations',
  z.object({ brandId: z.uuid(), profileId: z.uuid(), after: z.uuid().nullable() }),
);

export async function showHouseProfile(
  context: StaffContext,
  { brand, id, shown }: InputOf<typeof showEndpoint>,
): Promise<ReplyOf<typeof showEndpoint>> {
  const inside = atBrand(context, brand);
  await transact(inside.app.db, (tx) => setShown(inside, tx, id, shown));
  return describeHouseProfile(inside, id);
}

/** What is so already stays as it is. */
export async function setShown(inside: Maker, tx: Tx, id: string, shown: boolean): Promise<void> {
  const { brandId } = inside;
  const row = await lockLivingProfile(tx, brandId, id);
  const before = stateOf(row.status);
  const after = shown ? 'visible' : 'paused';
  if (before === after) return;
  if (shown && (await readHousePhotos(tx, brandId, id)).length === 0) fail('house_profile.no_photo');
  await updateProfile(tx, brandId, id, { status: shown ? 'visible' : 'hidden' });
  await record(inside, tx, shown ? 'house_profile.shown' : 'house_profile.paused', id, { before, after });
}

export async function retireHouseProfile(
  context: StaffContext,
  { brand, id }: InputOf<typeof retireEndpoint>,
): Promise<ReplyOf<typeof retireEndpoint>> {
  const inside = atBrand(context, brand);
  await transact(inside.app.db, (tx) => retire(inside, tx, id));
  return describeHouseProfile(inside, id);
}

/** From here on no member writes to it. What is said to those who have is said by a job. */
async function retire(inside: StaffContext, tx: Tx, id: string): Promise<void> {
  const { brandId } = inside;
  const row = await lockHouseProfile(tx, brandId, id);
  if (row.status === 'retired') return;
  await updateProfile(tx, brandId, id, { status: 'retired', reserved: false });
  await record(inside, tx, 'house_profile.retired', id, { before: stateOf(row.status), after: 'retired' });
  await enqueue(tx, endConversationsJob, { brandId, profileId: id, after: null }, { key: id });
}

async function setTeam(inside: StaffContext, tx: Tx, id: string, teamId: string | null): Promise<void> {
  const { app, brandId, staffId } = inside;
  const row = await lockLivingProfile(tx, brandId, id);
  const before = row.team?.id ?? null;
  if (before === teamId) return;
  await tx
    .updateTable('house_profile')
    .set(({ eb }) => ({
      team_id: teamId,
      revision: eb('revision', '+', 1),
      changed_by: staffId,
      changed_at: app.clock.now(),
    }))
    .where('brand_id', '=', brandId)
    .where('profile_id', '=', id)
    .execute();
  await record(inside, tx, 'house_profile.changed', id, {
    before: { teamId: before },
    after: { teamId },
  });
}

type Reason = ReplyOf<typeof togetherEndpoint>['failed'][number]['reason'];
const reasons: ReadonlySet<string> = new Set<Reason>([
  'request.not_found',
  'house_profile.no_photo',
  'house_profile.retired',
]);

/** Does the same to each by itself, so that what cannot be done to one keeps no other back. */
export async function changeHouseProfiles(
  context: StaffContext,
  { brand, ids, act, teamId = null }: InputOf<typeof togetherEndpoint>,
): Promise<ReplyOf<typeof togetherEndpoint>> {
  const inside = atBrand(context, brand);
  const { db } = inside.app;
  const acts = {
    show: (tx: Tx, id: string) => setShown(inside, tx, id, true),
    pause: (tx: Tx, id: string) => setShown(inside, tx, id, false),
    retire: (tx: Tx, id: string) => retire(inside, tx, id),
    team: async (tx: Tx, id: string) => {
      if (teamId !== null) await requireTeam(tx, inside.brandId, teamId);
      await setTeam(inside, tx, id, teamId);
    },
  };
  const done: string[] = [];
  const failed: { id: string; reason: Reason }[] = [];
  for (const id of new Set(ids)) {
    try {
      await transact(db, (tx) => acts[act](tx, id));
      done.push(id);
    } catch (error) {
      if (!(error instanceof Failure) || !reasons.has(error.code)) throw error;
      failed.push({ id, reason: error.code as Reason });
    }
  }
  return { done, failed };
}
