import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { zipSync } from 'fflate';
import { TEST_SECRET } from '#testing/app.ts';
import { makeFolder } from '#testing/database-fixtures.ts';
import { expect, test } from '#testing/harness.ts';
import { runCommand } from '#testing/operator-command.ts';
import { portrait } from '#testing/profiles/house.ts';

test('profiles of a file are looked at, then made with their pictures, made once, and taken back', async ({
  app: { db },
  databaseUrl,
  folder,
}) => {
  const files = await makeFolder();
  const [csv, zip] = [join(files, 'profili.csv'), join(files, 'foto.zip')];
  await writeFile(
    csv,
    [
      '\uFEFFNome;Età;Sesso;Regione;Città;Bio;Altezza;Foto1;Foto2',
      'Importata Ada;34;donna;Lazio;Roma;"Buonasera; a tutti";168;ada.png;',
      'Importato Bruno;41;uomo;Lombardia;Milano;Ciao;;;',
      'Importata Cleo;17;donna;Lazio;Roma;Ciao;;;cleo.png',
    ].join('\r\n'),
  );
  const bytes = new Uint8Array(await (await portrait(171)).arrayBuffer());
  await writeFile(zip, zipSync({ 'foto/ada.png': bytes, 'foto/other.png': bytes }));
  const environment = { DATABASE_URL: databaseUrl, DATA_DIR: folder, SECRET_KEY: TEST_SECRET };
  const serenata = (...args: string[]) =>
    runCommand(environment, 'profile', 'import', csv, '--brand', 'lunaria', ...args);
  const given = ['--pictures', zip, '--map', 'Altezza=height', '--shown'];
  const made = () =>
    db
      .selectFrom('profile')
      .innerJoin('house_profile', 'house_profile.profile_id', 'profile.id')
      .select(['screen_name', 'kind', 'status', 'city', 'description', 'details'])
      .where('screen_name', 'like', 'Importat%')
      .orderBy('screen_name')
      .execute();

  const looked = await serenata(...given);
  expect(looked.code).toBe(2);
  expect(looked.stdout).toContain('row 3: age');
  expect(looked.stdout).toContain('1 pictures are missing: cleo.png');
  expect(looked.stdout).toContain('3 rows: 2 can be made, 1 are left out; 1 pictures.');
  expect(await made()).toEqual([]);

  for (let count = 0; count < 2; count += 1) {
    const applied = await serenata(...given, '--apply');
    expect(applied.code).toBe(2);
    expect(applied.stdout).toContain('2 of 3 profiles are made, 1 are left out.');
  }
  expect(await made()).toMatchObject([
    {
      screen_name: 'Importata Ada',
      kind: 'staff',
      status: 'visible',
      city: 'Roma',
      description: 'Buonasera; a tutti',
      details: { height: 168 },
    },
    { screen_name: 'Importato Bruno', status: 'hidden', city: 'Milano' },
  ]);

  expect(await serenata(...given, '--undo')).toMatchObject({ code: 0, stdout: 'All of it is taken back.' });
  expect(await made()).toEqual([]);
  const { code, stderr } = await serenata(...given, '--apply');
  expect({ code, stderr }).toEqual({
    code: 1,
    stderr: 'This import was undone. Change the file to import it again.',
  });
});

test('what cannot be an import is refused before anything is asked of the database', async ({
  app,
  databaseUrl,
  folder,
}) => {
  expect(app.brands.byKey('lunaria')).toBeDefined();
  const file = join(await makeFolder(), 'profili.json');
  await writeFile(file, JSON.stringify([{ name: 'Ada', years: 34, verso: 'donna' }]));
  const refusal = async (...args: string[]) => {
    const environment = { DATABASE_URL: databaseUrl, DATA_DIR: folder, SECRET_KEY: TEST_SECRET };
    const { code, stderr } = await runCommand(environment, 'profile', 'import', ...args);
    expect(code).toBe(1);
    return stderr;
  };
  expect(await refusal('--brand', 'lunaria')).toBe('The file with the profiles is missing.');
  expect(await refusal('/nowhere.csv')).toBe('/nowhere.csv cannot be read.');
  expect(await refusal(file)).toBe(
    'No column stands for gender. There are name, years, verso: say it with --map column=field,…',
  );
  expect(await refusal(file, '--map', 'verso=sex')).toContain('“verso=sex” maps nothing');
  expect(await refusal(file, '--map', 'verso=gender', '--kind', 'member')).toBe(
    '--kind takes one of staff, ai.',
  );
  expect(await refusal(file, '--map', 'verso=gender')).toContain('There is no brand “”');
});
