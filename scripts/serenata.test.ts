import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { makeFolder } from '#testing/database-fixtures.ts';
import { emptyDatabase, expect, test } from '#testing/harness.ts';
import { sendRequest } from '#testing/http-request.ts';
import { startNode } from '#testing/node.ts';
import { runCommand } from '#testing/operator-command.ts';
import { runProgram } from '#testing/real-server.ts';

const serenata = (url: string, ...args: string[]) => runCommand({ DATABASE_URL: url }, ...args);

/** The same as a program of its own. */
async function serenataProgram(url: string, ...args: string[]) {
  const program = await runProgram('scripts/serenata.ts', { DATABASE_URL: url }, { args });
  const { code, stdout, stderr } = await program.ended;
  return { code, stdout: stdout.trim(), stderr: stderr.trim() };
}

test('an operator makes a brand on a database elsewhere, and the servers there serve it at once', async () => {
  const url = await emptyDatabase();
  const { port } = await startNode({ DATABASE_URL: url });
  const statusOf = async () => (await sendRequest(port, { path: '/boot.json', host: 'es.localhost' })).status;
  expect(await statusOf()).toBe(421);
  expect(await serenata(url, 'brand', 'list')).toEqual({ code: 0, stdout: '', stderr: '' });
  expect(await serenata(url, 'brand', 'save', 'brands/verbena.json')).toEqual({
    code: 0,
    stdout: 'Verbena is saved.',
    stderr: '',
  });
  await expect.poll(statusOf, { timeout: 20_000 }).toBe(200);
  const { stdout } = await serenata(url, 'brand', 'list');
  expect(stdout).toMatch(/^verbena +es\.localhost +\(publication 1\)$/);
});

test('what cannot be done is said in a sentence', async ({ databaseUrl }) => {
  const folder = await makeFolder();
  const broken = join(folder, 'broken.json');
  await writeFile(broken, '{"settings": {}}');
  const absent = join(folder, 'absent.json');
  const nowhere = 'postgres://serenata:open-sesame@127.0.0.1:1/serenata';
  const unreachable = /^DATABASE_URL: nothing answers at 127\.0\.0\.1:1; is PostgreSQL running there\?$/;
  const cases: [string, string[], RegExp][] = [
    [databaseUrl, ['brand', 'save', absent], /^\S+absent\.json cannot be read\.$/],
    [databaseUrl, ['brand', 'save', broken], /^\S+broken\.json is not a valid brand:\n/],
    [databaseUrl, ['brand'], /^Usage:\n/],
    [nowhere, ['brand', 'list'], unreachable],
  ];
  for (const [url, args, sentence] of cases) {
    const { code, stdout, stderr } = await serenata(url, ...args);
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toMatch(sentence);
    expect(stderr).not.toMatch(/\n +at |open-sesame/);
  }
  const printed = await serenataProgram(nowhere, 'brand', 'list');
  expect(printed).toEqual({ code: 1, stdout: '', stderr: expect.stringMatching(unreachable) });
});
