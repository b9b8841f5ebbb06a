import { rename, statfs, writeFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { makeFolder } from '#testing/database-fixtures.ts';
import { expect, test } from '#testing/harness.ts';
import { mountSmallDisk } from '#testing/platform/small-disk.ts';
import { createHttpServer } from './server.ts';

/** The disk of a folder is full from one moment on, or gone where this user may not mount one that can be filled. */
async function breakable(folder: string) {
  const ballast = join(folder, 'ballast');
  if (await mountSmallDisk(folder, '32m'))
    return {
      status: 'data folder full',
      async break() {
        const { bavail, bsize } = await statfs(folder);
        await writeFile(ballast, Buffer.alloc(bavail * bsize));
      },
      mend: () => rm(ballast),
    };
  return {
    status: 'data folder not writable',
    break: () => rename(folder, `${folder}-gone`),
    mend: () => rename(`${folder}-gone`, folder),
  };
}

test('a node whose own data folder takes nothing more is not ready until there is room, and lives', async ({
  app,
}) => {
  const dataDir = await makeFolder();
  const disk = await breakable(dataDir);
  const { server } = await createHttpServer({
    ...app,
    config: { ...app.config, environment: 'development', dataDir },
  });
  const ask = async (url: string) => {
    const { statusCode, body } = await server.inject({ url });
    return [statusCode, body];
  };
  const ready = [200, JSON.stringify({ status: 'ready', database: 'answers' })];
  await expect.poll(() => ask('/readyz')).toEqual(ready);
  await disk.break();
  await expect
    .poll(() => ask('/readyz'))
    .toEqual([503, JSON.stringify({ status: disk.status, database: 'answers' })]);
  expect((await ask('/healthz'))[0]).toBe(200);
  const figures = (await ask('/metrics'))[1];
  expect(figures).toContain('serenata_data_folder_writable 0');
  expect(figures).toContain('serenata_database_up 1');
  await disk.mend();
  await expect.poll(() => ask('/readyz')).toEqual(ready);
});
