import type { ZipEntry } from './zip-entries.ts';

/** The pictures that rows name, as they are called there, each with its place in the ZIP. */
export function picturesFor(rows: readonly object[], entries: readonly ZipEntry[]): Map<string, ZipEntry> {
  const byName = new Map<string, ZipEntry>();
  for (const entry of entries)
    for (const name of [entry.name, entry.path]) byName.set(name.toLowerCase(), entry);
  const named = rows.flatMap((row) => (row as { pictures?: { file?: string }[] }).pictures ?? []);
  const found = new Map<string, ZipEntry>();
  for (const { file } of named) {
    if (file === undefined) continue;
    const path = file.replaceAll('\\', '/').toLowerCase();
    const entry = byName.get(path) ?? byName.get(path.split('/').at(-1) ?? '');
    if (entry) found.set(file, entry);
  }
  return found;
}
