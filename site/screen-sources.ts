import { join, relative } from 'node:path';
import type { Plugin } from 'vite';
import { resolveImport } from '../scripts/lib/resolve-import.ts';

/** A screen as the table of screens has it: `load: async () => (await import('…'))…` */
const load = /load: async \(\) =>\s*\(await import\('([^']+)'\)\)/g;

const root = join(import.meta.dirname, '..');

/** Writes beside each screen's `load` which file it imports, so that the server can link that file's chunks early. */
export function screenSources(table: string): Plugin {
  return {
    name: 'screen-sources',
    enforce: 'pre',
    transform: {
      filter: { id: table },
      handler(code) {
        const withSources = code.replaceAll(load, (found, path: string) => {
          const source = relative('site', resolveImport(relative(root, table), path) ?? path);
          return `source: ${JSON.stringify(source)}, ${found}`;
        });
        return { code: withSources, map: null };
      },
    },
  };
}
