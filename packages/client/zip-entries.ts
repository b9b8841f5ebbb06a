/** What a ZIP file holds, read from its directory, so that no more than one file of it is in memory at a time. */

import { inflateSync } from 'fflate';

export interface ZipEntry {
  /** Without folders. */
  name: string;
  path: string;
  size: number;
  read: () => Promise<Uint8Array<ArrayBuffer>>;
}

const END_OF_DIRECTORY = 0x06_05_4b_50;
const DIRECTORY_ENTRY = 0x02_01_4b_50;
const LONGEST_END = 22 + 0xff_ff;
const STORED = 0;
const DEFLATED = 8;

/** Fails where it is no ZIP file, or one that is larger than four gigabytes. Folders and hidden files are left out. */
export async function readZip(file: Blob): Promise<ZipEntry[]> {
  const tail = await viewOf(file, Math.max(0, file.size - LONGEST_END), file.size);
  const end = findEnd(tail);
  if (end === undefined) throw new Error('This is no ZIP file.');
  const count = tail.getUint16(end + 10, true);
  const size = tail.getUint32(end + 12, true);
  const start = tail.getUint32(end + 16, true);
  if (count === 0xff_ff || start + size > file.size) throw new Error('This ZIP file cannot be read.');
  const directory = await viewOf(file, start, start + size);
  const entries: ZipEntry[] = [];
  for (let at = 0, index = 0; index < count; index += 1) {
    if (at + 46 > directory.byteLength || directory.getUint32(at, true) !== DIRECTORY_ENTRY)
      throw new Error('This ZIP file cannot be read.');
    const nameLength = directory.getUint16(at + 28, true);
    const path = new TextDecoder().decode(new Uint8Array(directory.buffer, at + 46, nameLength));
    const name = path.split('/').at(-1) ?? '';
    if (name !== '' && !name.startsWith('.') && !path.startsWith('__MACOSX/'))
      entries.push(describe(file, directory, { at, name, path }));
    at += 46 + nameLength + directory.getUint16(at + 30, true) + directory.getUint16(at + 32, true);
  }
  return entries;
}

function describe(
  file: Blob,
  directory: DataView,
  { at, name, path }: { at: number; name: string; path: string },
): ZipEntry {
  const method = directory.getUint16(at + 10, true);
  const packed = directory.getUint32(at + 20, true);
  const size = directory.getUint32(at + 24, true);
  const start = directory.getUint32(at + 42, true);
  return {
    name,
    path,
    size,
    async read() {
      // The lengths of name and extra fields stand in the entry's own head, and may differ from the directory's.
      const head = await viewOf(file, start, start + 30);
      const begin = start + 30 + head.getUint16(26, true) + head.getUint16(28, true);
      const bytes = new Uint8Array(await file.slice(begin, begin + packed).arrayBuffer());
      if (method === STORED) return bytes;
      if (method !== DEFLATED) throw new Error(`${name} is packed in a way that is not known.`);
      // The room is as large as the directory says: no more is unpacked.
      return inflateSync(bytes, { out: new Uint8Array(size) });
    },
  };
}

/** A comment may follow the end, so it is looked for from behind. */
function findEnd(tail: DataView): number | undefined {
  for (let at = tail.byteLength - 22; at >= 0; at -= 1)
    if (tail.getUint32(at, true) === END_OF_DIRECTORY) return at;
  return undefined;
}

async function viewOf(file: Blob, from: number, to: number): Promise<DataView> {
  return new DataView(await file.slice(from, to).arrayBuffer());
}
