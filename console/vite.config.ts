import tailwind from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import type { Plugin } from 'vite';
import { themeCss } from '#contract/theme/theme.ts';
import type { ThemeTokens } from '#contract/theme/tokens.ts';
import { iconFiles } from '../scripts/lib/icon-files.ts';
import { ownTexts } from '../scripts/lib/page-libraries.ts';
import { zodWithoutJsonSchema } from '../scripts/lib/zod-without-json-schema.ts';

/** The console belongs to no brand: quiet greys with one night blue for what can be pressed. */
const defaultTheme: ThemeTokens = {
  primary: '#3a4f8f',
  accent: '#b5643a',
  highlight: '#c9973a',
  ink: '#1a1d29',
  paper: '#f6f6f8',
  neutralTint: '#ebecf0',
  radius: 9,
  headingFont: 'Instrument Sans',
  textFont: 'Instrument Sans',
  portraitShape: 'tile',
  hero: 'tiles',
  surfaces: 'glow',
  buttons: 'square',
};

const here = (path: string) => decodeURIComponent(new URL(path, import.meta.url).pathname);

/** The theme is worked out while building, so that the browser gets plain CSS and no colour mathematics. */
function defaultThemeCss(): Plugin {
  const name = 'virtual:default-theme.css';
  return {
    name: 'default-theme',
    resolveId: (id) => (id === name ? `\0${name}` : undefined),
    load: (id) => (id === `\0${name}` ? themeCss(defaultTheme) : undefined),
  };
}

/** Nothing is painted before the script has set the chosen light or dark, so that no page flashes white. */
function paintAfterScript(): Plugin {
  return {
    name: 'paint-after-script',
    transformIndexHtml: {
      order: 'post',
      handler: (html) => html.replace('<script type="module"', '<script blocking="render" type="module"'),
    },
  };
}

export default defineConfig({
  root: here('./'),
  base: '/console/',
  resolve: {
    alias: [ownTexts, { find: /^zod$/, replacement: here('../packages/client/zod-without-eval.ts') }],
  },
  html: { cspNonce: '__NONCE__' },
  plugins: [iconFiles(), zodWithoutJsonSchema, react(), tailwind(), defaultThemeCss(), paintAfterScript()],
  server: {
    port: 5174,
    proxy: { '/staff': { target: 'http://127.0.0.1:3000' } },
  },
  build: { outDir: here('../dist/console'), emptyOutDir: true, target: 'baseline-widely-available' },
});
