import { describeUser } from '#server/accounts/describe-user.ts';
import type { PageSource } from '#server/brands/pages/page-source.ts';
import { addPages } from '#server/brands/pages/routes.ts';
import { blurredKey, photoKey, waitingKey } from '#server/brands/photo-address.ts';
import { pageReads } from '#server/modules.ts';
import { DAY, HOUR } from '#server/platform/clock.ts';
import { createHttpServer } from '#server/platform/http/server.ts';
import { newId } from '#server/platform/ids.ts';
import { removePhoto } from '#server/profiles/own-photos.ts';
import { readPeople } from '#server/profiles/people.ts';
import { expect, test as base } from '#testing/harness.ts';
import { addPhoto, approve, doWhatFollows, refuse } from '#testing/moderation/verdicts.ts';
import { mailsTo } from '#testing/platform/mails.ts';
import { atWork } from '#testing/staff/staff.ts';
import type { Member } from '#testing/world.ts';
import { deleteRefusedPhotos } from './appeals.ts';
import { listCases } from './queue.ts';

const source: PageSource = {
  template: '<html><head></head><body></body></html>',
  beforePaint: '',
  askEarly: '',
  consoleTemplate: '<html></html>',
  previewTemplate: '<html></html>',
  preparedPath: (path) => path,
  indexedPaths: [],
  fontFiles: new Map(),
  render: async () => ({
    html: '',
    head: '',
    links: '',
    calls: '',
    membersLinks: '',
    title: '',
    description: '',
    indexed: false,
    status: 200,
    readable: true,
    rests: false,
    faults: [],
  }),
};
const test = base.extend('server', { scope: 'file' }, async ({ app }) => {
  const { server } = await createHttpServer(app);
  await addPages(app, server, { source, reads: pageReads, strict: false });
  await server.ready();
  return server;
});

const failing = (code: string) => expect.objectContaining({ code });

async function blurIdOf({ app: { db } }: Member, photoId: string): Promise<string> {
  const row = await db
    .selectFrom('photo')
    .select('blur_id')
    .where('id', '=', photoId)
    .executeTakeFirstOrThrow();
  return row.blur_id;
}

test('a photo that waits is found by its owner and by moderators, and by no one else', async ({
  app,
  server,
  world,
}) => {
  const marco = await world.member();
  const moderator = await atWork(world, { role: 'moderator' });
  const { id, path } = await addPhoto(marco);
  const host = new URL(marco.origin).host;
  const get = (address: string, at = host) =>
    server.inject({ url: address.replace(/^https?:\/\/[^/]+/, ''), headers: { host: at } });

  const own = await get(path);
  expect([own.statusCode, own.headers['content-type']]).toEqual([200, 'image/webp']);
  expect(own.headers['cache-control']).toBe('private, no-store');
  const { cases } = await listCases(moderator, { kind: 'photo', brand: marco.brand.key });
  const shown = cases.find((each) => each.id === id)!;
  if (shown.content.kind !== 'photo') throw new Error('no photo');
  expect(shown.person.profileId).toBe(marco.profileId);
  expect(shown.content.photo).toMatchObject({ width: 40, height: 30 });
  expect((await get(shown.content.photo.address)).statusCode).toBe(200);

  // Neither the address it will have once it is approved, nor one that was made up or changed.
  const without = path.replace(/\?.*/, '');
  const other = waitingKey(marco.brandId, newId(), 40);
  for (const address of [
    `/media/${photoKey(marco.brandId, id, 40)}`,
    `/media/${blurredKey(marco.brandId, await blurIdOf(marco, id))}`,
    without,
    path.replace('/40.webp', '/blurred.webp'),
    path.replace(waitingKey(marco.brandId, id, 40), other),
    path.replace(/until=\d/, 'until=9'),
    path.replace(/seal=./, 'seal='),
    `${without}?until=9999999999999&seal=`,
    `${without}?until=a&until=b&seal=x&seal=y`,
  ]) {
    expect([address, (await get(address)).statusCode]).toEqual([address, 404]);
  }
  expect((await get(path, world.brand('verbena').settings.hostnames[0])).statusCode).toBe(404);

  app.clock.advance(2 * HOUR);
  expect((await get(path)).statusCode).toBe(404);
  const { photos } = await describeUser(marco, marco.accountId);
  expect((await get(photos[0]!.path)).statusCode).toBe(200);
});

test('an approved photo is public, its blurred copy too, and the address from before leads nowhere', async ({
  server,
  world,
}) => {
  const [marco, anna] = [await world.member(), await world.member({ gender: 'female' })];
  const moderator = await atWork(world, { role: 'moderator' });
  const { id, path } = await addPhoto(marco);
  const host = new URL(marco.origin).host;
  const get = (url: string) =>
    server.inject({ url: url.replace(/^https?:\/\/[^/]+/, ''), headers: { host } });
  const [before] = await readPeople(anna, anna.profileId, [marco.profileId]);
  expect(before?.photo).toBeNull();

  const verdict = { brand: marco.brand.key, kind: 'photo', id, at: 0 } as const;
  await approve(moderator, verdict);
  const [person] = await readPeople(anna, anna.profileId, [marco.profileId]);
  expect(person?.photo).toContain(photoKey(marco.brandId, id, 40));
  // Before any job has run: no page names a photo that is not there yet.
  const found = await get(person!.photo!);
  expect([found.statusCode, found.headers['cache-control']]).toEqual([
    200,
    'public, max-age=31536000, immutable',
  ]);
  await doWhatFollows(marco);
  expect((await get(`/media/${blurredKey(marco.brandId, await blurIdOf(marco, id))}`)).statusCode).toBe(200);
  expect((await get(path)).statusCode).toBe(404);
  const { photos } = await describeUser(marco, marco.accountId);
  expect(photos).toMatchObject([{ status: 'approved', refusal: null }]);
  expect((await get(photos[0]!.path)).statusCode).toBe(200);

  // The same again notifies no one again.
  await approve(moderator, verdict);
  const mails = await mailsTo(marco.app.db, marco.email);
  expect(mails.map(({ template: sent }) => sent)).toEqual(['moderation_approved']);
  expect(mails[0]?.text).toContain('La tua foto è stata approvata');

  await removePhoto(marco, { photoId: id });
  await doWhatFollows(marco);
  expect((await get(person!.photo!)).statusCode).toBe(404);
});

test('a refused photo is kept for an appeal, out of sight; its owner reads why', async ({
  app,
  db,
  server,
  world,
}) => {
  const marco = await world.member();
  const moderator = await atWork(world, { role: 'moderator' });
  const host = new URL(marco.origin).host;
  const get = (url: string) =>
    server.inject({ url: url.replace(/^https?:\/\/[^/]+/, ''), headers: { host } });
  const [first, second] = [await addPhoto(marco), await addPhoto(marco)];
  const about = (id: string) => ({ brand: marco.brand.key, kind: 'photo', id, at: 0 }) as const;
  await approve(moderator, about(second.id));
  await doWhatFollows(marco);
  const shown = `/media/${photoKey(marco.brandId, second.id, 40)}`;
  expect((await get(shown)).statusCode).toBe(200);

  await refuse(moderator, { ...about(first.id), reason: 'not_you' });
  await refuse(moderator, { ...about(second.id), reason: 'contact_details' });
  await doWhatFollows(marco);
  expect((await get(shown)).statusCode).toBe(404);
  const readOwn = async () => (await describeUser(marco, marco.accountId)).photos;
  const kept = await readOwn();
  expect(kept).toMatchObject([
    { name: first.id, status: 'rejected', refusal: 'not_you' },
    { name: second.id, status: 'rejected', refusal: 'contact_details' },
  ]);
  for (const { path } of kept) expect((await get(path)).statusCode).toBe(200);

  // Once no appeal is possible any more, which is after six months, it is gone.
  const addresses = kept.map(({ path }) => path);
  await deleteRefusedPhotos({ ...app, clock: { now: () => new Date(Date.now() + 190 * DAY) } });
  await doWhatFollows(marco);
  expect((await readOwn()).map(({ path }) => path)).toEqual(['', '']);
  for (const path of addresses) expect((await get(path)).statusCode).toBe(404);
  await expect(approve(moderator, about(first.id))).rejects.toEqual(failing('moderation.decided'));
  const mails = await mailsTo(db, marco.email);
  expect(mails.at(-1)?.text).toContain('Il motivo: contiene recapiti');
  const audit = await db
    .selectFrom('audit')
    .select(['action', 'actor_kind', 'actor_id', 'details'])
    .where('subject', '=', second.id)
    .orderBy('id')
    .execute();
  expect(audit).toMatchObject([
    { action: 'photo.approved', actor_kind: 'staff', actor_id: moderator.staffId },
    { action: 'photo.refused', details: { reason: 'contact_details' } },
  ]);
});

test('files that a broken verdict has published are taken back', async ({ app, server, world }) => {
  const marco = await world.member();
  const moderator = await atWork(world, { role: 'moderator' });
  const { id, path } = await addPhoto(marco);
  const host = new URL(marco.origin).host;
  const get = (url: string) =>
    server.inject({ url: url.replace(/^https?:\/\/[^/]+/, ''), headers: { host } });
  // The mail cannot be written: the transaction breaks off after the files were put in place.
  await app.db
    .updateTable('account')
    .set({ email: 'not an address' })
    .where('id', '=', marco.accountId)
    .execute();
  const about = { brand: marco.brand.key, kind: 'photo', id, at: 0 } as const;
  await expect(approve(moderator, about)).rejects.toThrow();
  await doWhatFollows(marco);
  expect((await get(`/media/${photoKey(marco.brandId, id, 40)}`)).statusCode).toBe(404);
  expect((await get(path)).statusCode).toBe(200);
});
