import { sql } from 'kysely';
import { sendMessage } from '#server/messaging/sending.ts';
import { DAY } from '#server/platform/clock.ts';
import { newId } from '#server/platform/ids.ts';
import { startWork } from '#server/platform/work/worker.ts';
import { expect, test } from '#testing/harness.ts';
import { brandManager, portrait } from '#testing/profiles/house.ts';
import { listImports, readImport } from './import-progress.ts';
import { importQueue } from './import-queue.ts';
import { addImportPicture, addImportRows, openImport, runImport, undoImport } from './import.ts';
import { listHouseProfiles } from './list.ts';

const brand = 'lunaria';
const failing = (code: string) => expect.objectContaining({ code }) as unknown;
const patiently = { timeout: 60_000, interval: 100 };

const row = (screenName: string, change: object = {}) => ({
  kind: 'staff',
  screenName,
  age: 35,
  gender: 'female',
  region: 'Lazio',
  city: 'Roma',
  description: 'Buonasera.',
  ...change,
});
const drawing = (file: string) => ({ file, origin: 'own_drawing' });

test('what would be made and why not is known before anything is; then it is made once, and undone within a day', async ({
  app,
  db,
  world,
}) => {
  const rita = await brandManager(world);
  const importId = newId();
  const where = { brand, importId };
  for (let count = 0; count < 2; count += 1) await openImport(rita, { ...where, name: 'profili.csv' });
  const rows = [
    row('Imported Ada', { pictures: [drawing('ada.jpg')], shown: true }),
    row('Imported Bea', { city: 'Milano' }),
    row('Imported Cleo', { age: 17 }),
    row('Imported Dora', { pictures: [drawing('missing.jpg')], shown: true }),
    row('Imported Ella', { pictures: [{ file: 'ella.jpg', origin: 'licensed' }] }),
  ];
  await expect(addImportRows(rita, { ...where, first: 1, rows: '{}' })).rejects.toEqual(
    failing('import.rows'),
  );
  const { problems } = await addImportRows(rita, { ...where, first: 1, rows: JSON.stringify(rows) });
  expect(problems.map(({ number }) => number)).toEqual([2, 3, 5]);
  expect(problems[0]?.problem).toBe('field.place');
  // Sent again, corrected.
  await addImportRows(rita, { ...where, first: 2, rows: JSON.stringify([row('Imported Bea')]) });
  await addImportPicture(rita, { ...where, name: 'ada.jpg', picture: await portrait(131) });
  expect(await readImport(rita, where)).toMatchObject({
    state: 'open',
    rows: 5,
    wrong: 2,
    made: 0,
    missing: ['missing.jpg'],
    undoUntil: null,
  });
  const found = async () =>
    (await listHouseProfiles(rita, { brand, order: 'name', text: 'Imported' })).profiles;
  expect(await found()).toEqual([]);

  await runImport(rita, where);
  await runImport(rita, where);
  await expect(addImportRows(rita, { ...where, first: 9, rows: '[]' })).rejects.toEqual(
    failing('import.running'),
  );
  const worker = startWork(app, { db, queues: [importQueue] });
  try {
    await expect.poll(async () => (await readImport(rita, where)).waiting, patiently).toBe(0);
    expect((await found()).map(({ screenName, state }) => [screenName, state])).toEqual([
      ['Imported Ada', 'visible'],
      ['Imported Bea', 'paused'],
      ['Imported Dora', 'paused'],
    ]);
    expect(await readImport(rita, where)).toMatchObject({
      made: 3,
      wrong: 2,
      failed: 0,
      problems: [{ number: 3 }, { number: 4, problem: 'missing.jpg: missing' }, { number: 5 }],
    });
    // A worker that died after a row was made finds it made.
    await sql`update profile_import_row set work_at = now(), profile_id = null where import_id = ${importId}::uuid
      and problem is null`.execute(db);
    await expect.poll(async () => (await readImport(rita, where)).waiting, patiently).toBe(0);
    expect(await found()).toHaveLength(3);

    // A member has talked with Ada, who stays.
    const ada = (await found())[0]!;
    await sendMessage(await world.member({ level: 2 }), { profileId: ada.id, text: 'Ciao' });
    await undoImport(rita, where);
    await expect.poll(async () => (await readImport(rita, where)).waiting, patiently).toBe(0);
    expect((await found()).map(({ screenName }) => screenName)).toEqual(['Imported Ada']);
    expect((await listImports(rita, { brand })).imports[0]).toMatchObject({ id: importId, state: 'undone' });
  } finally {
    await worker.stop();
  }
});

test('after a day, and from another brand, nothing is undone', async ({ app, world }) => {
  const [rita, elsa] = [await brandManager(world), await brandManager(world, { brand: 'verbena' })];
  const where = { brand, importId: newId() };
  await openImport(rita, { ...where, name: 'vecchi.csv' });
  await runImport(rita, where);
  const missing = failing('request.not_found');
  await expect(readImport(elsa, where)).rejects.toEqual(missing);
  await expect(undoImport(elsa, { ...where, brand: 'verbena' })).rejects.toEqual(missing);
  app.clock.advance(DAY + 1_000);
  await expect(undoImport(rita, where)).rejects.toEqual(failing('import.too_late'));
});
