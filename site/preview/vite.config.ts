/**
 * The page of the console's preview frame: the members' app over made-up answers. It is built apart from the site, so that
 * what members fetch knows nothing of it.
 */

import { join } from 'node:path';
import tailwind from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import type { Plugin } from 'vite';
import { iconFiles } from '../../scripts/lib/icon-files.ts';
import { ownTexts } from '../../scripts/lib/page-libraries.ts';
import { zodWithoutJsonSchema } from '../../scripts/lib/zod-without-json-schema.ts';

/** Nothing goes on behind the page: it has no connection, takes no push messages and counts nothing. */
const withoutServices: Plugin = {
  name: 'without-services',
  enforce: 'pre',
  resolveId: {
    filter: { id: /\/member-services\.tsx$/ },
    handler: () => join(import.meta.dirname, '../src/preview/no-services.tsx'),
  },
};

const zodWithoutEval = {
  find: /^zod$/,
  replacement: join(import.meta.dirname, '../../packages/client/zod-without-eval.ts'),
};

export default defineConfig({
  root: import.meta.dirname,
  base: '/console/preview/',
  resolve: { alias: [ownTexts, zodWithoutEval] },
  publicDir: false,
  html: { cspNonce: '__NONCE__' },
  plugins: [withoutServices, iconFiles(), zodWithoutJsonSchema, react(), tailwind()],
  build: {
    outDir: '../../dist/preview',
    emptyOutDir: true,
    target: 'baseline-widely-available',
    modulePreload: { polyfill: false },
    chunkSizeWarningLimit: 2000,
    reportCompressedSize: false,
    assetsInlineLimit: 0,
    rolldownOptions: { checks: { bundlerTimings: false } },
  },
});
