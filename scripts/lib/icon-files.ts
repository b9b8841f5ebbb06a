import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { Plugin } from 'vite';

const library = join(dirname(createRequire(import.meta.url).resolve('lucide-react')), '../esm');
const exported = /^export \{([\w\s,]+)\} from '(\.\/icons\/[\w-]+\.mjs)';/gm;
const imported = /^import \{([\w\s,]+)\} from 'lucide-react';/gm;

/** The file of each icon, by each of its names. */
function readIconFiles(): ReadonlyMap<string, string> {
  const list = readFileSync(join(library, 'lucide-react.mjs'), 'utf8');
  return new Map(
    [...list.matchAll(exported)].flatMap(([, names = '', file = '']) =>
      [...names.matchAll(/default as (\w+)/g)].map(([, name = '']) => [name, join(library, file)] as const),
    ),
  );
}

/**
 * Imports each icon from its own file. The library's list of all icons would be read in whole, and by it each module that
 * has an icon would lead to every icon, which hides who shares what.
 */
export function iconFiles(): Plugin {
  const files = readIconFiles();
  return {
    name: 'icon-files',
    enforce: 'pre',
    transform: {
      filter: { id: /\.tsx?$/, code: "from 'lucide-react'" },
      handler(code) {
        const own = code.replaceAll(imported, (whole, names: string) => {
          const each = names.split(',').map((name) => name.trim());
          return each
            .filter((name) => name !== '' && !name.startsWith('type '))
            .map((name) => {
              const [given = name, local = given] = name.split(' as ');
              const file = files.get(given);
              if (!file) throw new Error(`There is no icon ${given}.`);
              return `import ${local} from ${JSON.stringify(file)};`;
            })
            .join('');
        });
        return { code: own, map: null };
      },
    },
  };
}
