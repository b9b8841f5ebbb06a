import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

const { imports } = JSON.parse(readFileSync(join(import.meta.dirname, '../../package.json'), 'utf8')) as {
  imports: Record<string, string>;
};

/** `#contract/` → `contract/`, for each name that package.json gives to a folder of ours. */
const folders = Object.entries(imports).map(
  ([name, path]) => [name.slice(0, -1), join(path.slice(0, -1))] as const,
);

/** The file of ours that an import in `file` names, and nothing for a library's. */
export function resolveImport(file: string, specifier: string): string | undefined {
  if (specifier.startsWith('.')) return join(dirname(file), specifier);
  const [name, folder] = folders.find(([start]) => specifier.startsWith(start)) ?? [];
  return name === undefined || folder === undefined ? undefined : join(folder, specifier.slice(name.length));
}
