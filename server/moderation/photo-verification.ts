/** Photo verification: a gesture asked for at random, a private picture of it, and a moderator who compares. */

import { randomInt } from 'node:crypto';
import { z } from 'zod';
import { PHOTO_MAX_BYTES } from '#contract/kernel/constants.ts';
import type { InputOf, ReplyOf } from '#contract/kernel/endpoint.ts';
import { Failure, fail } from '#contract/kernel/errors.ts';
import { gestures } from '#contract/moderation/photo-verification.ts';
import type {
  Gesture,
  VerificationCase,
  VerificationReason,
  VerificationState,
  decideVerification as decideEndpoint,
  readVerificationCase as readEndpoint,
} from '#contract/moderation/photo-verification.ts';
import type { App, MemberContext, StaffContext } from '#server/app.ts';
import { photoAddress, waitingAddress, waitingFolder, waitingKey } from '#server/brands/photo-address.ts';
import { atBrand } from '#server/brands/staff-context.ts';
import { queueMail } from '#server/mails/mail.ts';
import { words } from '#server/mails/templates.ts';
import { recordAudit } from '#server/platform/audit.ts';
import { HOUR, MINUTE } from '#server/platform/clock.ts';
import { transact } from '#server/platform/database/database.ts';
import type { DbOrTx, Tx } from '#server/platform/database/database.ts';
import { siteOrigin } from '#server/platform/http/origins.ts';
import { newId } from '#server/platform/ids.ts';
import { enqueue, handle, jobKind } from '#server/platform/jobs/jobs.ts';
import { makeSinglePhoto } from '#server/profiles/make-photo.ts';
import { setVerifiedPhoto } from '#server/profiles/photos.ts';
import { recordCaseAnswer } from './case-answers.ts';
import { readRecipient } from './cases.sql.ts';
import { announceVerdictJob } from './decide.ts';
import {
  findVerification,
  insertVerification,
  lockVerification,
  readApprovedPhotos,
  readFirstPhoto,
  saveSubmitted,
  saveVerdict,
} from './photo-verification.sql.ts';

/** Long enough to take a picture, too short to make one up. */
const TIME_TO_FINISH = 10 * MINUTE;
/** Longer than storing a picture takes. */
const CLEAN_UP_AFTER = HOUR;

const pictureKey = z.object({ brandId: z.uuid(), id: z.uuid() });
type PictureKey = z.output<typeof pictureKey>;
const deletePictureUnlessWaitingJob = jobKind('moderation.deletePictureUnlessWaiting', pictureKey);

/** Deletes the picture of a gesture, unless a moderator still has to look at it. */
async function deletePictureUnlessWaiting(app: App, { brandId, id }: PictureKey): Promise<void> {
  await transact(app.db, async (tx) => {
    const row = await lockVerification(tx, brandId, id);
    if (row?.status !== 'waiting') await app.storage.removeAll(waitingFolder(brandId, id));
  });
}

export const verificationJobs = [handle(deletePictureUnlessWaitingJob, deletePictureUnlessWaiting)];

/** To be called in the transaction after which the picture is not needed any more. */
export function enqueuePictureDeletion(tx: DbOrTx, key: PictureKey, runAt?: Date): Promise<void> {
  return enqueue(tx, deletePictureUnlessWaitingJob, key, runAt ? { runAt } : {});
}

export async function readVerification(context: MemberContext): Promise<VerificationState> {
  const { app, brandId, accountId, profileId } = context;
  const row = await findVerification(app.db, brandId, accountId);
  const first = await readFirstPhoto(app.db, brandId, profileId);
  const nothing = { gesture: null, expiresAt: null, reason: null, hasPhoto: first !== undefined };
  if (first?.is_verified) return { ...nothing, status: 'verified' };
  if (row?.status === 'asked' && row.expires_at > app.clock.now()) {
    const gesture = row.gesture as Gesture;
    return { ...nothing, status: 'asked', gesture, expiresAt: row.expires_at.getTime() };
  }
  if (row?.status === 'waiting') return { ...nothing, status: 'waiting' };
  if (row?.status === 'refused')
    return { ...nothing, status: 'refused', reason: row.reason as VerificationReason };
  return { ...nothing, status: 'none' };
}

/** Asks for a gesture. Each call returns another one; while a picture waits for its verdict there is none. */
export async function startVerification(context: MemberContext): Promise<VerificationState> {
  const { app, brandId, accountId, profileId } = context;
  await app.limits.hit('uploadAccount', `${brandId}:${accountId}`);
  if (!(await readFirstPhoto(app.db, brandId, profileId))) fail('verification.no_photo');
  const at = app.clock.now();
  const started = await insertVerification(app.db, {
    brand_id: brandId,
    id: newId(at.getTime()),
    account_id: accountId,
    gesture: gestures[randomInt(gestures.length)] ?? gestures[0],
    created_at: at,
    expires_at: new Date(at.getTime() + TIME_TO_FINISH),
  });
  if (!started) fail('verification.waiting');
  return readVerification(context);
}

/** Whether a picture is asked for and may come now, before it is read. */
export async function admitVerification(context: MemberContext): Promise<void> {
  const { app, brandId, accountId } = context;
  await app.limits.hit('uploadAccount', `${brandId}:${accountId}`);
  await findAsked(context);
}

async function findAsked({ app, brandId, accountId }: MemberContext): Promise<{ id: string }> {
  const asked = await findVerification(app.db, brandId, accountId);
  if (asked?.status !== 'asked' || asked.expires_at <= app.clock.now()) return fail('verification.expired');
  return asked;
}

/** The file comes first: a case never speaks of a picture that is not there. */
export async function sendVerification(
  context: MemberContext,
  { photo }: { photo: Blob },
): Promise<VerificationState> {
  const { app, brandId, accountId, profileId } = context;
  if (photo.size > PHOTO_MAX_BYTES) fail('photo.too_large');
  const { id } = await findAsked(context);
  const made = await app.imageQueue(accountId, async () =>
    makeSinglePhoto(Buffer.from(await photo.arrayBuffer()), photo.type),
  );
  const { width, height, data } = made;
  await enqueuePictureDeletion(app.db, { brandId, id }, new Date(Date.now() + CLEAN_UP_AFTER));
  await app.storage.put(waitingKey(brandId, id, width), data, 'image/webp');
  try {
    await transact(app.db, async (tx) => {
      const first = (await readFirstPhoto(tx, brandId, profileId)) ?? fail('verification.no_photo');
      const submitted = { photoId: first.id, width, height, at: app.clock.now() };
      if (!(await saveSubmitted(tx, brandId, id, submitted))) fail('verification.expired');
    });
  } catch (error) {
    if (error instanceof Failure) await deletePictureUnlessWaiting(app, { brandId, id });
    throw error;
  }
  return readVerification(context);
}

/** The picture beside the photos that others see. */
export async function readVerificationCase(
  context: StaffContext,
  { brand: key, id }: InputOf<typeof readEndpoint>,
): Promise<VerificationCase> {
  const inside = atBrand(context, key);
  const { app, brandId } = inside;
  const { row, photos } = (await readApprovedPhotos(app.db, brandId, id)) ?? fail('request.not_found');
  return {
    gesture: row.gesture as Gesture,
    at: row.submitted_at.getTime(),
    picture: { address: waitingAddress(inside, id, row.width), width: row.width, height: row.height },
    photos: photos.map(({ id: photoId, width, height, widths }) => ({
      address: photoAddress(inside, photoId, widths.at(-1) ?? 0),
      width,
      height,
    })),
  };
}

/** The verdict. Either way the picture has served its purpose. */
export async function decideVerification(
  context: StaffContext,
  { brand: key, id, refusal }: InputOf<typeof decideEndpoint>,
): Promise<ReplyOf<typeof decideEndpoint>> {
  const inside = atBrand(context, key);
  const { app, brandId, staffId, ip } = inside;
  await transact(app.db, async (tx, afterCommit) => {
    const row = (await lockVerification(tx, brandId, id)) ?? fail('request.not_found');
    if (row.status !== 'waiting') fail('verification.decided');
    const { account_id: accountId, photo_id: photoId } = row;
    const answered = { brandId, kind: 'verification', id } as const;
    await recordCaseAnswer(inside, { tx, afterCommit }, answered, refusal === null ? 'approve' : 'refuse');
    await saveVerdict(tx, brandId, id, { refusal, staffId, at: app.clock.now() });
    if (refusal === null && photoId) await setVerifiedPhoto(tx, { brandId, accountId, photoId });
    await recordAudit(tx, {
      brandId,
      actor: { kind: 'staff', id: staffId },
      action: refusal === null ? 'verification.approved' : 'verification.refused',
      subject: accountId,
      details: { gesture: row.gesture, photo: photoId, ...(refusal && { reason: refusal }) },
      ip,
    });
    await enqueuePictureDeletion(tx, { brandId, id });
    await enqueue(tx, announceVerdictJob, {
      brandId,
      accountId,
      what: 'verification',
      approved: refusal === null,
    });
    await mailVerdict(app, tx, { brandId, accountId, refusal });
  });
  return { ok: true };
}

async function mailVerdict(
  app: App,
  tx: Tx,
  { brandId, accountId, refusal }: { brandId: string; accountId: string; refusal: VerificationReason | null },
): Promise<void> {
  const brand = app.brands.byId(brandId);
  const recipient = await readRecipient(tx, brandId, accountId);
  if (!brand || recipient?.status !== 'active') return;
  const { language, email: to } = recipient;
  const mail = { brand, accountId, to, language };
  const link = `${siteOrigin(app, brand)}/photoVerification`;
  if (refusal === null) {
    await queueMail(tx, { ...mail, template: 'verification_approved', data: { link } });
  } else {
    const reason = words[language].verification_refused.reasons[refusal];
    await queueMail(tx, { ...mail, template: 'verification_refused', data: { link, reason } });
  }
}
