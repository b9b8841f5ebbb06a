import { join } from 'node:path';
import tailwind from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

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
];

/** Small parts that nearly every page uses: one file of them is smaller than many. */
const everywhere = [
  'lucide-react/dist/esm/(?!icons)',
  'contract/(kernel/(constants|return-path|storage-keys|tracker-id)|brand/paywall-paths|profile/screen-name)\\.',
  'preload-helper',
  'site/src/lib/(badges|boot|brand-logo|current-route|landing|page-data|page-heading|popups|session|storage|store)\\.',
  'site/src/ui/(button|card|class-names|draw-icon|field|icon-button|photo|skeleton|spinner|use-thumbhash|visually-hidden)\\.',
];
/** The card to come in by, up to its first question. */
const entryCard = [
  'lucide-react/dist/esm/icons/(arrow-left|check)\\.',
  'site/src/features/landing/(brand-hero|entry-card|people-count|use-card-side)\\.',
  'site/src/features/signup/(draft|first-step|form-skeleton|prepare|question|sign-up-form|sign-up-rules|use-faults|use-sign-up-step|use-started)\\.',
  'site/src/ui/(progress-bar|radio-cards)\\.',
];
/** What the members' screens share. */
const members = [
  'node_modules/@tanstack/',
  'site/src/lib/(credit-level|credit-meter|explain|flow|heart-button|paywalls|kind-tag|known-people|likes|live-link|loaded|name-and-age|navigation-data|notification-list|notifications-data|person-photo|person-window|query-client)\\.',
  'site/src/lib/chat/',
  'site/src/ui/(avatar|credit-indicator|notice|text-area)\\.',
];
/** What the forms share by which one comes in. */
const account = [
  'site/src/lib/(refusal-note|use-attempt)\\.',
  'site/src/features/login/(google-button|narrow-card|sign-in-form|use-given-email|use-link-work)\\.',
  'site/src/ui/(email-field|form-errors|password-field|text-field)\\.',
];
/** Small pictures of several screens. The page itself brings those that it begins with. */
const icons =
  /lucide-react\/dist\/esm\/icons\/(?!(chevron-down|circle-check|heart-crack|user-round-x|wifi-off|x)\.)/;
const groups = [
  // What rarely changes stays in the browser's cache when the rest does.
  {
    name: 'vendor',
    priority: 3,
    // `Trans` is for a few later screens.
    test: /node_modules\/(react|react-dom|scheduler|react-router|i18next|react-i18next)\/(?!dist\/es\/Trans)/,
  },
  { name: 'parts', priority: 2, test: new RegExp(everywhere.join('|')) },
  { name: 'entry-card', priority: 2, test: new RegExp(entryCard.join('|')) },
  // Fewer files also make a shorter table of them, which the landing carries.
  { name: 'people', priority: 1, includeDependenciesRecursively: false, test: new RegExp(members.join('|')) },
  {
    name: 'account',
    priority: 1,
    includeDependenciesRecursively: false,
    test: new RegExp(account.join('|')),
  },
  { name: 'icons', priority: 1, minShareCount: 2, test: icons },
  // What can be asked about somebody, on their page and in a conversation.
  {
    name: 'asking',
    priority: 1,
    includeDependenciesRecursively: false,
    test: /site\/src\/lib\/(block-dialog|report-dialog|use-leave-behind)\./,
  },
  // What it takes to talk to the server, which a visitor who only looks around does not.
  { name: 'wire', priority: 1, test: /node_modules\/(zod|jose)\/|contract\/(?!locales)/ },
];

export default defineConfig(({ isSsrBuild }) => ({
  root: import.meta.dirname,
  base: '/',
  plugins: [react(), tailwind()],
  resolve: {
    alias: [
      {
        find: /^\.\.\/createLucideIcon\.mjs$/,
        replacement: join(import.meta.dirname, 'src/ui/draw-icon.ts'),
      },
    ],
  },
  html: { cspNonce: '__NONCE__' },
  build: {
    outDir: isSsrBuild ? '../dist/site-server' : '../dist/site',
    emptyOutDir: true,
    manifest: !isSsrBuild,
    target: 'es2023',
    modulePreload: { polyfill: false },
    // The limit is kept by scripts/bundle-size.ts, which knows what the landing page needs.
    chunkSizeWarningLimit: 1000,
    reportCompressedSize: false,
    // Small pictures inside the CSS would have to be allowed by the page's policy.
    assetsInlineLimit: 0,
    copyPublicDir: !isSsrBuild,
    rolldownOptions: {
      // A busy machine is no fault of the build.
      checks: { bundlerTimings: false },
      ...(!isSsrBuild && { output: { codeSplitting: { groups } } }),
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
