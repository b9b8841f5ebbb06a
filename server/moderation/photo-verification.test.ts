import { gestures } from '#contract/moderation/photo-verification.ts';
import { waitingKey } from '#server/brands/photo-address.ts';
import { readMessages } from '#server/messaging/reading.ts';
import { MINUTE } from '#server/platform/clock.ts';
import { movePhoto, removePhoto } from '#server/profiles/own-photos.ts';
import { readPeople, readTeasers } from '#server/profiles/people.ts';
import { expect, test } from '#testing/harness.ts';
import { addPhoto, doWhatFollows } from '#testing/moderation/verdicts.ts';
import { mailsTo } from '#testing/platform/mails.ts';
import { isStored } from '#testing/platform/stored-files.ts';
import { plain } from '#testing/profiles/pictures.ts';
import { atWork } from '#testing/staff/staff.ts';
import type { Member } from '#testing/world.ts';
import { moderationAccountHandlers } from './account-handlers.ts';
import { decide } from './decide.ts';
import {
  decideVerification,
  readVerification,
  readVerificationCase,
  sendVerification,
  startVerification,
} from './photo-verification.ts';

const failing = (code: string) => expect.objectContaining({ code });

async function approvedPhoto(member: Member): Promise<string> {
  const { id } = await addPhoto(member);
  await decide(
    member.app,
    { brandId: member.brandId, kind: 'photo', id, verdict: 'approve', reason: null },
    { actor: { kind: 'system' }, automatic: true },
  );
  return id;
}

async function send(member: Member) {
  const bytes = new Uint8Array(await plain(60, 80).jpeg().toBuffer());
  return sendVerification(member, { photo: new Blob([bytes], { type: 'image/jpeg' }) });
}

/** The id of what waits for a moderator, and where its picture is. */
async function waitingOf({ app, brandId, accountId }: Member) {
  const { id } = await app.db
    .selectFrom('photo_verification')
    .select('id')
    .where('account_id', '=', accountId)
    .executeTakeFirstOrThrow();
  return { id, key: waitingKey(brandId, id, 60) };
}

test('a gesture is asked for, its picture compared, the badge shown, and the picture deleted', async ({
  app,
  db,
  world,
}) => {
  const [marco, anna] = [await world.member(), await world.member({ gender: 'female' })];
  const moderator = await atWork(world, { role: 'moderator' });
  await expect(startVerification(anna)).rejects.toEqual(failing('verification.no_photo'));
  const photoId = await approvedPhoto(anna);
  const asked = await startVerification(anna);
  expect(asked).toMatchObject({ status: 'asked', hasPhoto: true });
  expect(gestures).toContain(asked.gesture);
  expect(asked.expiresAt).toBe(app.clock.now().getTime() + 10 * MINUTE);

  expect(await send(anna)).toMatchObject({ status: 'waiting', gesture: null });
  await expect(startVerification(anna)).rejects.toEqual(failing('verification.waiting'));
  const { id, key } = await waitingOf(anna);
  // Whatever cleans up after broken uploads leaves it alone.
  await doWhatFollows(anna);
  expect(await isStored(app, key)).toBe(true);
  const shown = await readVerificationCase(moderator, { brand: anna.brand.key, id });
  expect(shown).toMatchObject({ gesture: asked.gesture, photos: [{ width: 40, height: 30 }] });
  expect(shown.picture.address).toMatch(/\/media\/waiting\/.*seal=/);
  const isBadged = async () => (await readPeople(marco, marco.profileId, [anna.profileId]))[0]?.photoVerified;
  expect(await isBadged()).toBe(false);

  const verdict = { brand: anna.brand.key, id, refusal: null };
  await decideVerification(moderator, verdict);
  await expect(decideVerification(moderator, verdict)).rejects.toEqual(failing('verification.decided'));
  await doWhatFollows(anna);
  expect(await isStored(app, key)).toBe(false);
  expect(await isBadged()).toBe(true);
  expect((await readTeasers(marco, [anna.profileId]))[0]?.photoVerified).toBe(false);
  const { conversation } = await readMessages(marco, { profileId: anna.profileId });
  expect(conversation.photoVerified).toBe(true);
  expect(await readVerification(anna)).toMatchObject({ status: 'verified' });
  expect((await mailsTo(db, anna.email)).at(-1)?.template).toBe('verification_approved');
  const acts = await db.selectFrom('audit').select('action').where('subject', '=', anna.accountId).execute();
  expect(acts).toEqual([{ action: 'verification.approved' }]);

  // The badge is about this photo: another one in its place has none, and back in its place it has it again.
  const other = await approvedPhoto(anna);
  expect(await isBadged()).toBe(true);
  await movePhoto(anna, { photoId: other, position: 0 });
  expect([await isBadged(), (await readVerification(anna)).status]).toEqual([false, 'none']);
  await removePhoto(anna, { photoId: other });
  expect(await isBadged()).toBe(true);
  await removePhoto(anna, { photoId });
  expect(await isBadged()).toBe(false);
});

test('a refused one says why, leaves no picture, and can be tried again', async ({ app, db, world }) => {
  const anna = await world.member({ gender: 'female' });
  const moderator = await atWork(world, { role: 'moderator' });
  await approvedPhoto(anna);
  await startVerification(anna);
  await send(anna);
  const { id, key } = await waitingOf(anna);
  const elsewhere = await atWork(world, { role: 'moderator', brands: ['verbena'] });
  const verdict = { brand: anna.brand.key, id, refusal: 'gesture' } as const;
  await expect(decideVerification(elsewhere, verdict)).rejects.toEqual(failing('request.not_found'));
  await decideVerification(moderator, verdict);
  await doWhatFollows(anna);
  expect(await isStored(app, key)).toBe(false);
  expect(await readVerification(anna)).toMatchObject({ status: 'refused', reason: 'gesture' });
  const mail = (await mailsTo(db, anna.email)).at(-1);
  expect(mail?.text).toContain('il gesto non è quello che avevamo chiesto');
  // Where the member reads it again and can try again.
  expect(mail?.text).toContain('/photoVerification');
  expect(await startVerification(anna)).toMatchObject({ status: 'asked', reason: null });
});

test('after ten minutes it is too late, and a broken picture leaves nothing behind', async ({
  app,
  world,
}) => {
  const anna = await world.member({ gender: 'female' });
  await approvedPhoto(anna);
  await expect(send(anna)).rejects.toEqual(failing('verification.expired'));
  await startVerification(anna);
  await expect(
    sendVerification(anna, { photo: new Blob(['no picture'], { type: 'image/jpeg' }) }),
  ).rejects.toEqual(failing('photo.not_image'));
  const { key } = await waitingOf(anna);
  expect(await isStored(app, key)).toBe(false);
  app.clock.advance(10 * MINUTE);
  expect(await readVerification(anna)).toMatchObject({ status: 'none', gesture: null });
  await expect(send(anna)).rejects.toEqual(failing('verification.expired'));
});

test('the picture goes with the account', async ({ app, db, world }) => {
  const anna = await world.member({ gender: 'female' });
  await approvedPhoto(anna);
  await startVerification(anna);
  await send(anna);
  const { key } = await waitingOf(anna);
  const { brandId, accountId, profileId } = anna;
  await db.transaction().execute(async (tx) => {
    await moderationAccountHandlers.erasing?.(tx, {
      brandId,
      accountId,
      profileId,
      at: app.clock.now(),
    });
    await tx.deleteFrom('account').where('id', '=', accountId).execute();
  });
  await doWhatFollows(anna);
  expect(await isStored(app, key)).toBe(false);
});
