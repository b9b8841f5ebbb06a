import type { ZipEntry } from '#client/zip-entries.ts';
import { call } from '#console/shell/api.ts';
import { PHOTO_MAX_BYTES } from '#contract/kernel/constants.ts';
import { inParts } from '#contract/staff/import-columns.ts';
import {
  IMPORT_LETTERS_AT_ONCE,
  IMPORT_ROWS_AT_ONCE,
  addImportPicture,
  addImportRows,
  openImport,
} from '#contract/staff/profile-imports.ts';

export interface Sent {
  of: 'rows' | 'pictures';
  done: number;
  all: number;
}

interface Sending {
  brand: string;
  importId: string;
  onProgress: (sent: Sent) => void;
  signal: AbortSignal;
}

const PICTURES_AT_ONCE = 3;
const PATIENCE_MS = 60_000;

/** Gives rows part by part. Given again they take the place of the same rows. */
export async function sendRows(
  { brand, importId, onProgress, signal }: Sending,
  name: string,
  rows: readonly object[],
): Promise<void> {
  await call(openImport, { brand, importId, name: name.slice(0, 100) }, { signal });
  for (const { first, count, json } of inParts(rows, {
    rows: IMPORT_ROWS_AT_ONCE,
    letters: IMPORT_LETTERS_AT_ONCE,
  })) {
    // In their order, so that what got through is the beginning of the file.
    // oxlint-disable-next-line no-await-in-loop
    await call(
      addImportRows,
      { brand, importId, first: first + 1, rows: json },
      { signal, patience: PATIENCE_MS },
    );
    onProgress({ of: 'rows', done: first + count, all: rows.length });
  }
}

/** One that is too large is left out: the import says that it is missing. */
export async function sendPictures(
  { brand, importId, onProgress, signal }: Sending,
  pictures: ReadonlyMap<string, ZipEntry>,
): Promise<void> {
  const waiting = [...pictures].filter(([, { size }]) => size <= PHOTO_MAX_BYTES);
  const all = waiting.length;
  let done = 0;
  async function sendNext(): Promise<void> {
    const next = waiting.shift();
    if (!next || signal.aborted) return;
    const [name, entry] = next;
    const picture = new Blob([await entry.read()]);
    await call(addImportPicture, { brand, importId, name, picture }, { signal, patience: PATIENCE_MS });
    done += 1;
    onProgress({ of: 'pictures', done, all });
    await sendNext();
  }
  await Promise.all(Array.from({ length: PICTURES_AT_ONCE }, sendNext));
}
