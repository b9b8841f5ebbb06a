import { readFileSync } from 'node:fs';
import type { Plugin } from 'vite';

const exported = /^export (?:const|function) (\w+)/gm;

/**
 * Leaves out how zod describes a schema as JSON Schema, which every schema carries along though no page asks for it: a
 * quarter of zod. The server keeps it, for the description of the API.
 */
export const zodWithoutJsonSchema: Plugin = {
  name: 'zod-without-json-schema',
  load: {
    filter: { id: /\/zod\/v4\/core\/(?:to-json-schema|json-schema-processors)\.js$/ },
    handler(id) {
      const names = [...readFileSync(id, 'utf8').matchAll(exported)].map(([, name = '']) => name);
      return names.map((name) => `export const ${name} = () => ({});`).join('\n');
    },
  },
};
