import { describeUser } from '#server/accounts/describe-user.ts';
import { uploadChatPhoto } from '#server/messaging/photos/uploading.ts';
import { saveOwnProfile } from '#server/profiles/own-profile.ts';
import { readOwnReview, saveOwnReview } from '#server/profiles/reviews.ts';
import { expect, test as base } from '#testing/harness.ts';
import { haveTalked } from '#testing/messaging/conversation.ts';
import { addPhoto } from '#testing/moderation/verdicts.ts';
import { runCommand } from '#testing/operator-command.ts';
import { plain } from '#testing/profiles/pictures.ts';

const test = base.extend('serenata', async ({ databaseUrl, folder }) => {
  const environment = { DATABASE_URL: databaseUrl, DATA_DIR: folder };
  return async (...args: string[]) => {
    const { code, stdout, stderr } = await runCommand(environment, 'moderate', ...args);
    return { code, said: `${stdout}${stderr}` };
  };
});

test('an operator lists what waits, approves and refuses from the command line', async ({
  app,
  serenata,
  world,
}) => {
  const marco = await world.member({ profileStatus: 'pending' });
  const photo = await addPhoto(marco);
  const brand = ['--brand', marco.brand.key];
  const { said } = await serenata('list', ...brand);
  const line = said.split('\n').find((each) => each.startsWith(`profile  ${marco.profileId}  lunaria`));
  expect(said).toContain(`photo  ${photo.id}  lunaria`);
  expect(await serenata('refuse', 'photo', photo.id, ...brand)).toMatchObject({
    code: 1,
    said: expect.stringContaining('--reason is one of contact_details'),
  });
  // Other words have come since the moderator read the list.
  const [, , , version = ''] = line?.split('  ') ?? [];
  app.clock.advance(1_000);
  await saveOwnProfile(marco, { description: 'Parole nuove' });
  expect(await serenata('approve', 'profile', marco.profileId, ...brand, '--version', version)).toEqual({
    code: 1,
    said: 'It has changed since: `moderate list` shows what it is now.',
  });
  expect(await serenata('approve', 'profile', marco.profileId, ...brand)).toEqual({
    code: 0,
    said: expect.stringMatching(/^The profile is approved: .*"Parole nuove"/),
  });
  expect(await serenata('approve', 'profile', marco.profileId, ...brand)).toEqual({
    code: 0,
    said: 'It was so already.',
  });
  const refused = await serenata('refuse', 'photo', photo.id, ...brand, '--reason', 'unclear');
  expect(refused).toMatchObject({ code: 0, said: expect.stringMatching(/^The photo is refused: /) });
  expect(await describeUser(marco, marco.accountId)).toMatchObject({
    profileStatus: 'visible',
    photos: [{ status: 'rejected', refusal: 'unclear' }],
  });
  expect(await serenata('approve', 'profile', photo.id, ...brand)).toMatchObject({ code: 1 });
});

test('photos in messages and reviews stand in the same list, and take the same verdicts', async ({
  db,
  serenata,
  world,
}) => {
  const [marco, anna] = [await world.member(), await world.member()];
  await db
    .updateTable('account')
    .set({ created_at: new Date(0) })
    .where('id', '=', marco.accountId)
    .execute();
  await db.updateTable('profile').set({ birth_year: 1980 }).where('id', '=', marco.profileId).execute();
  await saveOwnReview(marco, { text: 'Si sta bene.', stars: 5, trackerId: marco.trackerId });
  const bytes = new Uint8Array(await plain(40, 30).png().toBuffer());
  const { photo } = await uploadChatPhoto(marco, {
    photo: new Blob([bytes], { type: 'image/png' }),
    profileId: anna.profileId,
  });
  await haveTalked(db, {
    brandId: marco.brandId,
    first: marco.profileId,
    second: anna.profileId,
    said: [{ by: 'first', photoId: photo.id }],
    at: marco.app.clock.now(),
  });
  const { said } = await serenata('list');
  const review = said.split('\n').find((each) => each.startsWith('review  '));
  expect(review).toMatch(/5\/5 {2}"Si sta bene\."$/);
  expect(said).toContain(`chat_photo  ${photo.id}  lunaria`);
  const [, id = '', , version = ''] = review?.split('  ') ?? [];
  const brand = ['--brand', marco.brand.key];
  const approved = await serenata('approve', 'review', id, ...brand, '--version', version);
  expect(approved).toMatchObject({ code: 0, said: expect.stringMatching(/^The review is approved: /) });
  expect((await readOwnReview(marco)).review?.status).toBe('approved');
  const refused = await serenata('refuse', 'chat_photo', photo.id, ...brand, '--reason', 'minor');
  expect(refused).toMatchObject({ code: 0, said: expect.stringMatching(/^The chat photo is refused: /) });
  const row = db.selectFrom('chat_photo').select('status').where('id', '=', photo.id);
  expect(await row.executeTakeFirst()).toEqual({ status: 'rejected' });
});
