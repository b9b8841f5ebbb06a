import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { openDatabase } from '#server/platform/database/database.ts';
import { makeFolder } from '#testing/database-fixtures.ts';
import { emptyDatabase, expect, test } from '#testing/harness.ts';
import { sendRequest } from '#testing/http-request.ts';
import { startNode } from '#testing/node.ts';
import { runCommand } from '#testing/operator-command.ts';
import { serverEnvironment } from '#testing/real-server.ts';

/** A node with a folder of its own that joins a database elsewhere, and has no setting about a demo. */
async function joinDatabase(url: string): Promise<{ folder: string; port: number }> {
  const folder = await makeFolder();
  const { port } = await startNode({ DATABASE_URL: url, DATA_DIR: folder, SEED_DEMO: undefined });
  return { folder, port };
}

async function seed(url: string, folder: string): Promise<string> {
  const environment = serverEnvironment({
    DATABASE_URL: url,
    DATA_DIR: folder,
    SEED_DEMO: undefined,
    DEMO_PICTURES: 'few',
  });
  const { code, stdout, stderr } = await runCommand(environment, 'seed');
  expect(code, stderr).toBe(0);
  return stdout;
}

async function passwordsIn(url: string): Promise<string[]> {
  const { pool, close } = openDatabase({ url, poolSize: 1, onIdleError: () => {} });
  const { rows } = await pool.query<{ hash: string }>(
    'select password_hash as hash from account where password_hash is not null order by brand_id, id',
  );
  await close();
  return rows.map(({ hash }) => hash);
}

test('the demo gets into a database elsewhere by one command, once, and no node that joins touches it', async () => {
  const url = await emptyDatabase();
  const first = await joinDatabase(url);
  expect(await passwordsIn(url)).toEqual([]);
  const statusAt = async (port: number) =>
    (await sendRequest(port, { path: '/boot.json', host: 'es.localhost' })).status;
  expect(await statusAt(first.port)).toBe(421);

  const folder = await makeFolder();
  expect(await seed(url, folder)).toMatch(/^Demo accounts \(password [a-z-]{19}\):\n {2}Lunaria/m);
  const made = await passwordsIn(url);
  expect(made.length).toBeGreaterThan(10);
  await expect.poll(() => statusAt(first.port), { timeout: 20_000 }).toBe(200);

  const second = await joinDatabase(url);
  expect(await statusAt(second.port)).toBe(200);
  expect(await readdir(second.folder)).not.toContain('demo-password');
  expect(await passwordsIn(url)).toEqual(made);

  // As on another node, but for the pictures, which would all be drawn once more.
  await rm(join(folder, 'demo-password'));
  expect(await seed(url, folder)).toMatch(
    /^Demo accounts \(their password is with the node that made them; /m,
  );
  expect(await passwordsIn(url)).toEqual(made);
}, 300_000);
