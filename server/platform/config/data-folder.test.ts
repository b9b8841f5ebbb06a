import { chmod, mkdir, mkdtemp, realpath, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { explainFolderError, holdDataFolder, prepareClosedFolder, prepareDataFolder } from './data-folder.ts';
import { StartupFault } from './startup-fault.ts';

test('a missing folder is made, and only its owner may look inside', async () => {
  const folder = join(await makeFolder(), 'a/b');
  expect(await prepareDataFolder(folder)).toBe(await realpath(folder));
  expect((await stat(folder)).mode & 0o066).toBe(0);
});

test('a folder for members’ files is closed to other users, also one that was left open', async () => {
  const folder = join(await makeFolder(), 'storage');
  await mkdir(folder);
  await chmod(folder, 0o755);
  await prepareClosedFolder(folder);
  expect((await stat(folder)).mode & 0o777).toBe(0o700);
  const fresh = await prepareClosedFolder(join(folder, 'deeper'));
  expect((await stat(fresh)).mode & 0o777).toBe(0o700);
});

test('a folder that may not be written is named', async () => {
  const folder = await makeFolder();
  await chmod(folder, 0o555);
  const sentence = `The data folder ${folder} may not be written by this user; see DATA_DIR.`;
  await asPlainUser(() => expect(prepareDataFolder(folder)).rejects.toThrow(new StartupFault(sentence)));
});

test('a file in its place is named', async () => {
  const file = join(await makeFolder(), 'file');
  await writeFile(file, '');
  await expect(prepareDataFolder(file)).rejects.toThrow(
    new StartupFault(`The data folder ${file} is not a folder; see DATA_DIR.`),
  );
});

test.each([
  ['ENOSPC', /^The disk of the data folder \/data is full/],
  ['EROFS', /is on a read-only disk/],
  ['ENOENT', /cannot be made/],
])('%s is explained', (code, sentence) => {
  const explained = explainFolderError(Object.assign(new Error(), { code }), '/data');
  expect(explained).toBeInstanceOf(StartupFault);
  expect((explained as StartupFault).message).toMatch(sentence);
});

test.each([
  ['/proc/serenata', /cannot be made; see DATA_DIR/],
  ['/proc/self/below/serenata', /cannot be made; see DATA_DIR/],
  ['/sys/kernel/serenata', /may not be written|cannot be made|read-only disk/],
  ['/dev/null/serenata', /is not a folder; see DATA_DIR/],
  ['/dev/null', /is not a folder; see DATA_DIR/],
])('%s is refused with a sentence, and at once', async (folder, sentence) => {
  const refused = await prepareDataFolder(folder).catch((error: unknown) => error);
  expect(refused).toBeInstanceOf(StartupFault);
  expect((refused as StartupFault).message).toMatch(sentence);
});

test('what is not about the folder stays as it is', () => {
  const bug = new TypeError('bug');
  expect(explainFolderError(bug, '/data')).toBe(bug);
});

test('a second process waits until the first has left', async () => {
  const folder = await makeFolder();
  const release = await holdDataFolder(folder);
  let waitedFor = '';
  const second = holdDataFolder(folder, {
    onWait(holder) {
      waitedFor = holder;
      release();
    },
  });
  (await second)();
  expect(waitedFor).toBe(` (process ${process.pid})`);
});

async function makeFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'serenata-folder-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  return folder;
}

/** Root may write everywhere, so root becomes another user for a moment. */
async function asPlainUser(work: () => Promise<void>): Promise<void> {
  if (process.geteuid?.() !== 0) return work();
  process.seteuid?.(65_534);
  try {
    await work();
  } finally {
    process.seteuid?.(0);
  }
}
