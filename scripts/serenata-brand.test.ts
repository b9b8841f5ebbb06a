import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { brandFile } from '#server/brands/brand-file.ts';
import { readDrafts, writeDraft } from '#server/brands/editing/drafts.ts';
import { readLiveParts } from '#server/brands/editing/publish.ts';
import { transact } from '#server/platform/database/database.ts';
import { makeFolder } from '#testing/database-fixtures.ts';
import { expect, test } from '#testing/harness.ts';
import { runCommand } from '#testing/operator-command.ts';

test('a brand is taken out as a file, saved, published and taken back from the command line', async ({
  app,
  databaseUrl,
  db,
}) => {
  const serenata = (...args: string[]) => runCommand({ DATABASE_URL: databaseUrl }, 'brand', ...args);
  const { id: brandId } = app.brands.byKey('verbena')!;
  const titleNow = async () => {
    const live = await readLiveParts(db, brandId);
    return live.get('brand')?.content['title'];
  };
  const { stdout } = await serenata('export', 'verbena');
  const file = brandFile.parse(JSON.parse(stdout));
  const path = join(await makeFolder(), 'verbena.json');
  await writeFile(path, stdout);
  // What was taken out is what is live: saving it makes no publication.
  await serenata('save', path);
  expect((await serenata('list')).stdout).toContain('es.localhost  (publication 1)');
  await writeFile(path, JSON.stringify({ ...file, settings: { ...file.settings, title: 'Verbena Nova' } }));
  await serenata('save', path, '--note', 'a new name');
  expect(await titleNow()).toBe('Verbena Nova');

  const live = (await readLiveParts(db, brandId)).get('brand');
  await transact(db, async (tx) => {
    await writeDraft(tx, {
      brandId,
      part: 'brand',
      content: { ...live?.content, title: 'Verbena Drafted' },
      revision: 1,
      basedOn: live?.version ?? null,
      savedBy: null,
    });
  });
  expect((await serenata('list')).stdout).toContain('es.localhost  (publication 2; drafts: brand)');
  expect(await serenata('publish', 'verbena')).toEqual({
    code: 0,
    stdout: 'verbena, publication 3: brand',
    stderr: '',
  });
  expect(await titleNow()).toBe('Verbena Drafted');
  expect((await readDrafts(db, brandId)).size).toBe(0);
  expect((await serenata('rollback', 'verbena', '--to', '1')).stdout).toBe('verbena, publication 4: brand');
  expect(await titleNow()).toBe('Verbena');
  expect((await serenata('rollback', 'verbena', '--to', '1')).stdout).toBe(
    'Nothing of verbena is different.',
  );
  for (const [args, sentence] of [
    [['rollback', 'verbena'], /^--to takes the number of a publication/],
    [['export', 'nobody'], /^There is no brand nobody\.$/],
    [['paint', 'verbena'], /^Usage:/],
  ] as const) {
    const { code, stderr } = await serenata(...args);
    expect(code).toBe(1);
    expect(stderr).toMatch(sentence);
  }
});
