/** House profiles from a file: looked at unless they are to be made, and made as far as an earlier attempt has not. */

import { createHash } from 'node:crypto';
import { openAsBlob } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { picturesFor } from '#client/pictures-for.ts';
import { TableError, readTable } from '#client/read-table.ts';
import { type ZipEntry, readZip } from '#client/zip-entries.ts';
import { PHOTO_MAX_BYTES } from '#contract/kernel/constants.ts';
import { photoOrigins } from '#contract/staff/house-photo.ts';
import { houseKinds } from '#contract/staff/house-profiles.ts';
import { guessColumns, importFields, neededFields, rowFrom } from '#contract/staff/import-columns.ts';
import type { ColumnMapping, ImportDefaults } from '#contract/staff/import-columns.ts';
import { IMPORT_ROWS_AT_ONCE } from '#contract/staff/profile-imports.ts';
import type { App } from '#server/app.ts';
import type { Config } from '#server/platform/config/config.ts';
import { StartupFault } from '#server/platform/config/startup-fault.ts';
import { derivedId } from '#server/platform/ids.ts';
import { workOff } from '#server/platform/work/worker.ts';
import type { Maker } from '#server/profiles/house/edit.ts';
import { describeImport, findImport } from '#server/profiles/house/import-progress.ts';
import { importQueue } from '#server/profiles/house/import-queue.ts';
import { checkRows } from '#server/profiles/house/import-rows.ts';
import {
  beginImport,
  startImport,
  storePicture,
  storeRows,
  takeBackImport,
} from '#server/profiles/house/import.ts';
import { startServer } from '#server/start.ts';
import { findRunningDatabase } from './reach-database.ts';
import type { Terminal } from './reach-database.ts';

interface Options {
  brand?: string | undefined;
  pictures?: string | undefined;
  map?: string | undefined;
  kind?: string | undefined;
  origin?: string | undefined;
  statement?: string | undefined;
  shown: boolean;
  apply: boolean;
  undo: boolean;
}

/** What a command ends with where some of the rows were left out. */
export const SOME_LEFT_OUT = 2;
const PROBLEMS_PRINTED = 20;
const PRINT_EVERY_MS = 2_000;
/** Rows that another process has taken, or that are tried again a little later. */
const LOOK_AGAIN_MS = 500;

interface Given {
  /** The same files with the same options are the same import, so that what broke off goes on. */
  mark: string;
  name: string;
  rows: readonly object[];
  pictures: ReadonlyMap<string, ZipEntry>;
  /** Names that stand in rows and not in the ZIP. */
  missing: readonly string[];
}

/** Answers with the exit code. */
export async function importProfiles(
  config: Config,
  terminal: Terminal,
  path: string | undefined,
  options: Options,
): Promise<number> {
  if (path === undefined) throw new StartupFault('The file with the profiles is missing.');
  const given = await readGiven(path, options);
  return withApp(config, async (app) => {
    const brand = app.brands.byKey(options.brand ?? '');
    if (!brand) throw new StartupFault(`There is no brand “${options.brand ?? ''}”: name one with --brand.`);
    const maker: Maker = { app, brand, brandId: brand.id, staffId: null, ip: '' };
    const importId = derivedId(`import ${brand.id} ${given.mark}`);
    if (options.undo) return undo(maker, importId, terminal);
    const wrong = await look(maker, given, terminal);
    if (!options.apply) {
      terminal.log('Nothing was made. The same with --apply makes them.');
      return wrong === 0 ? 0 : SOME_LEFT_OUT;
    }
    await give(maker, importId, given, terminal);
    return make(maker, importId, terminal);
  });
}

/** On the database of a running server, or on one of its own for as long as this takes. */
async function withApp<T>(config: Config, use: (app: App) => Promise<T>): Promise<T> {
  const running = config.database.url ?? (await findRunningDatabase(config.dataDir));
  const { app, stop } = await startServer(
    {
      ...config,
      logLevel: 'error',
      // A node that serves no requests and runs no jobs.
      roles: [],
      port: 0,
      host: '127.0.0.1',
      seedDemo: false,
      database: { ...config.database, url: running },
      payments: { ...config.payments, sandboxPort: 0 },
    },
    () => {},
  );
  try {
    return await use(app);
  } finally {
    await stop();
  }
}

async function readGiven(path: string, options: Options): Promise<Given> {
  const file = await openFile(path);
  const { heads, records } = await readTable(file).catch((error: unknown) => {
    throw error instanceof TableError ? new StartupFault(faults[error.fault]) : error;
  });
  const mapping = readMapping(heads, options.map);
  const absent = neededFields.filter((field) => !Object.values(mapping).includes(field));
  if (absent.length > 0)
    throw new StartupFault(
      `No column stands for ${absent.join(', ')}. There are ${heads.join(', ')}: say it with --map column=field,…`,
    );
  const defaults = readDefaults(options);
  const rows = records.map((record) => rowFrom(record, mapping, defaults));
  const zip = options.pictures === undefined ? null : await openFile(options.pictures);
  const entries = zip ? await readZip(zip) : [];
  const found = picturesFor(rows, entries);
  const pictures = new Map([...found].filter(([, { size }]) => size <= PHOTO_MAX_BYTES));
  const named = rows.flatMap((row) => (row as { pictures: { file: string }[] }).pictures);
  const hash = createHash('sha256');
  for await (const chunk of file.stream()) hash.update(chunk);
  hash.update(JSON.stringify([mapping, defaults]));
  return {
    mark: hash.digest('hex'),
    name: path.split(/[/\\]/).at(-1) ?? path,
    rows,
    pictures,
    missing: [...new Set(named.map(({ file: name }) => name))].filter((name) => !pictures.has(name)),
  };
}

const faults: Readonly<Record<TableError['fault'], string>> = {
  unreadable: 'The file cannot be read: a CSV with a line of heads or a JSON list of objects is needed.',
  empty: 'There is no profile in the file.',
  tooLong: 'There are more than 20 000 profiles in the file: divide it.',
  tooLarge: 'The file is larger than 100 MB: divide it.',
};

async function openFile(path: string): Promise<Blob> {
  try {
    return await openAsBlob(path);
  } catch {
    throw new StartupFault(`${path} cannot be read.`);
  }
}

/** What the heads seem to stand for, and what was said with `--map`. */
function readMapping(heads: readonly string[], said = ''): ColumnMapping {
  const pairs = said
    .split(',')
    .filter(Boolean)
    .map((pair): [string, ColumnMapping[string]] => {
      const [head = '', field = ''] = pair.split('=').map((part) => part.trim());
      const known = importFields.find((each) => each === field);
      if (!heads.includes(head) || (known === undefined && field !== ''))
        throw new StartupFault(
          `“${pair}” maps nothing: columns are ${heads.join(', ')}; fields are ${importFields.join(', ')}.`,
        );
      return [head, known ?? null];
    });
  return { ...guessColumns(heads), ...Object.fromEntries(pairs) };
}

function readDefaults({
  kind = 'staff',
  origin = 'own_drawing',
  statement = '',
  shown,
}: Options): ImportDefaults {
  const chosenKind = houseKinds.find((each) => each === kind);
  const chosenOrigin = photoOrigins.find((each) => each === origin);
  if (!chosenKind) throw new StartupFault(`--kind takes one of ${houseKinds.join(', ')}.`);
  if (!chosenOrigin) throw new StartupFault(`--origin takes one of ${photoOrigins.join(', ')}.`);
  return { kind: chosenKind, origin: chosenOrigin, statement, shown };
}

function* parts(rows: readonly object[]) {
  for (let first = 0; first < rows.length; first += IMPORT_ROWS_AT_ONCE)
    yield { first: first + 1, part: rows.slice(first, first + IMPORT_ROWS_AT_ONCE) };
}

/** Says what would happen and why not, and answers how many rows are left out. */
async function look(maker: Maker, { rows, pictures, missing }: Given, terminal: Terminal): Promise<number> {
  let wrong = 0;
  for (const { first, part } of parts(rows))
    for (const { number, problem } of await checkRows(maker, part, first)) {
      if (problem === null) continue;
      wrong += 1;
      if (wrong <= PROBLEMS_PRINTED) terminal.log(`row ${number}: ${problem}`);
    }
  if (wrong > PROBLEMS_PRINTED) terminal.log(`and ${wrong - PROBLEMS_PRINTED} more`);
  if (missing.length > 0)
    terminal.log(`${missing.length} pictures are missing: ${missing.slice(0, PROBLEMS_PRINTED).join(', ')}`);
  terminal.log(
    `${rows.length} rows: ${rows.length - wrong} can be made, ${wrong} are left out; ${pictures.size} pictures.`,
  );
  return wrong;
}

/** Rows and pictures are given, unless an earlier attempt has got beyond that. */
async function give(maker: Maker, importId: string, given: Given, terminal: Terminal): Promise<void> {
  await beginImport(maker, importId, given.name.slice(0, 100));
  const found = await findImport(maker.app.db, maker.brandId, importId);
  if (found?.state === 'undone')
    throw new StartupFault('This import was undone. Change the file to import it again.');
  if (found?.state === 'running') {
    terminal.log('This import was begun before: it goes on.');
    return;
  }
  for (const { first, part } of parts(given.rows))
    await storeRows(maker, importId, await checkRows(maker, part, first));
  const show = printer(terminal);
  let done = 0;
  for (const [name, entry] of given.pictures) {
    // One at a time, so that one alone is in memory.
    await storePicture(maker, importId, { name, bytes: Buffer.from(await entry.read()), type: '' });
    done += 1;
    show(`${done} of ${given.pictures.size} pictures given`);
  }
  await startImport(maker, importId);
}

/** Works until no row waits any more, also for those that a server beside this has taken. */
async function make(maker: Maker, importId: string, terminal: Terminal): Promise<number> {
  await work(maker, importId, terminal, 'made');
  const { rows, made, wrong, failed, problems } = await describeImport(maker, importId);
  for (const { number, problem } of problems.slice(0, PROBLEMS_PRINTED))
    terminal.log(`row ${number}: ${problem}`);
  terminal.log(
    `${made} of ${rows} profiles are made, ${wrong + failed} are left out. Undo within a day with --undo.`,
  );
  return wrong + failed === 0 ? 0 : SOME_LEFT_OUT;
}

async function undo(maker: Maker, importId: string, terminal: Terminal): Promise<number> {
  if (!(await findImport(maker.app.db, maker.brandId, importId)))
    throw new StartupFault('Nothing was imported from this file with these options.');
  await takeBackImport(maker, importId);
  await work(maker, importId, terminal, 'still there');
  const { made } = await describeImport(maker, importId);
  terminal.log(made === 0 ? 'All of it is taken back.' : `${made} stay: members have talked with them.`);
  return 0;
}

async function work(maker: Maker, importId: string, terminal: Terminal, word: string): Promise<void> {
  const show = printer(terminal);
  for (;;) {
    const done = workOff(maker.app, [importQueue]);
    const ended = done.then(() => true);
    while (!(await Promise.race([ended, pause(PRINT_EVERY_MS, false)]))) {
      const { made, rows } = await describeImport(maker, importId);
      show(`${made} of ${rows} ${word}`);
    }
    await done;
    const { waiting } = await describeImport(maker, importId);
    if (waiting === 0) return;
    await pause(LOOK_AGAIN_MS);
  }
}

/** Says where it stands, and not more often than can be read. */
function printer(terminal: Terminal): (line: string) => void {
  let last = 0;
  return (line) => {
    if (Date.now() - last < PRINT_EVERY_MS) return;
    last = Date.now();
    terminal.log(line);
  };
}
