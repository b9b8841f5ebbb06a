import { join } from 'node:path';
import tailwind from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import type { Plugin } from 'vite';
import { iconFiles } from '../scripts/lib/icon-files.ts';
import { ownTexts } from '../scripts/lib/page-libraries.ts';
import { zodWithoutJsonSchema } from '../scripts/lib/zod-without-json-schema.ts';
import { pageFiles } from './page-files.ts';
import { screenSources } from './screen-sources.ts';

const server = `http://localhost:${process.env['PORT'] ?? 3000}`;
const prefixes = [
  'api',
  'pay',
  'dispenser',
  'tracker',
  'cron',
  'boot\\.json',
  'media',
  'brand-pictures',
  'icons',
  'manifest\\.webmanifest',
  'share',
  'docs',
  'openapi\\.json',
  'robots\\.txt',
  'sitemap\\.xml',
];

/**
 * The icons of lucide are drawn by our own maker: theirs has settings that no page here uses, on every landing page.
 */
const drawIcons: Plugin = {
  name: 'draw-icons',
  load: {
    filter: { id: /\/createLucideIcon\.mjs$/ },
    handler: () =>
      `export { drawIcon as default } from ${JSON.stringify(join(import.meta.dirname, '../packages/ui/draw-icon.ts'))}`,
  },
};

/** The server renders the pages of all brands in one process, where nothing of a page may be kept. */
const noPageState: Plugin = {
  name: 'no-page-state',
  enforce: 'pre',
  resolveId: {
    filter: { id: /\/page-state\.ts$/ },
    handler: () => join(import.meta.dirname, '../packages/client/no-page-state.ts'),
  },
};

/** Sets for the page what would hold for the whole process that renders pages. */
const zodWithoutEval = {
  find: /^zod$/,
  replacement: join(import.meta.dirname, '../packages/client/zod-without-eval.ts'),
};

export default defineConfig(({ isSsrBuild }) => ({
  root: import.meta.dirname,
  resolve: { alias: isSsrBuild ? [ownTexts] : [ownTexts, zodWithoutEval] },
  base: '/',
  plugins: [
    ...['screens.ts', 'member-screens.ts'].map((table) =>
      screenSources(join(import.meta.dirname, 'src/app', table)),
    ),
    iconFiles(),
    drawIcons,
    ...(isSsrBuild ? [noPageState] : [zodWithoutJsonSchema]),
    react(),
    tailwind(),
  ],
  html: { cspNonce: '__NONCE__' },
  build: {
    outDir: isSsrBuild ? '../dist/site-server' : '../dist/site',
    emptyOutDir: true,
    manifest: !isSsrBuild,
    target: 'es2023',
    modulePreload: { polyfill: false },
    // The limit is kept by scripts/bundle-size.ts, which opens the landing page in Chromium.
    chunkSizeWarningLimit: 1000,
    reportCompressedSize: false,
    // Small pictures inside the CSS would have to be allowed by the page's policy.
    assetsInlineLimit: 0,
    copyPublicDir: !isSsrBuild,
    rolldownOptions: {
      // A busy machine is no fault of the build.
      checks: { bundlerTimings: false },
      ...(!isSsrBuild && {
        // The application is fetched by the script of the page, though what both are made of is known at once.
        input: ['index.html', 'src/start-app.tsx'].map((file) => join(import.meta.dirname, file)),
        output: {
          codeSplitting: { groups: pageFiles() },
        },
      }),
    },
    ...(isSsrBuild && { ssr: 'src/entry-server.tsx' }),
  },
  // React's production build, whatever the server's own mode is.
  ssr: { noExternal: true },
  server: {
    strictPort: true,
    proxy: {
      // Whole segments only: /pay is the server's, /paymentPage a screen.
      [`^/(${prefixes.join('|')})(?=[/?]|$)`]: { target: server },
      '/socket.io': { target: server, ws: true },
    },
  },
}));
