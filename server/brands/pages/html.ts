/** The HTML of a page: its head, its nonce and its security headers. */

import { randomBytes } from 'node:crypto';
import { escapeHtml } from '#contract/kernel/text.ts';
import { themeCss } from '#contract/theme/theme.ts';
import type { VisitorContext } from '#server/app.ts';
import type { Brand } from '../directory.ts';
import { createPage } from './page-copies.ts';
import type { Page } from './page-copies.ts';
import type { PageData } from './page-source.ts';
import { headTags } from './search-engines.ts';

export const NONCE = '__NONCE__';
/** Sixteen bytes in base64url. */
const NONCE_LENGTH = 22;

/** JSON inside a script element must not be able to close it. */
function scriptJson(json: string): string {
  return json.replaceAll('<', '\\u003c');
}

export interface PageParts {
  template: string;
  beforePaint: string;
  askEarly: string;
  fontFiles: ReadonlyMap<string, string>;
  context: VisitorContext;
  path: string;
  bootJson: string;
  pageData: PageData;
  html: string;
  head: string;
  links: string;
  calls: string;
  membersLinks: string;
  title: string;
  description: string;
  indexed: boolean;
  readable: boolean;
  rests: boolean;
}

const stylesheets = /<link rel="stylesheet"[^<>]*>/g;
const moduleLinks = /<link rel="modulepreload"[^<>]*>/g;
const moduleScript = /<script type="module"[^<>]*><\/script>/;

export function assemblePage(parts: PageParts): Promise<Page> {
  const { brand, language } = parts.context;
  const title = parts.title || `${brand.settings.title} · ${brand.settings.tagline[language]}`;
  const description = parts.description || brand.settings.description[language];
  const { template } = parts;
  const styles = template.match(stylesheets)?.join('') ?? '';
  const scripts = template.match(moduleScript)?.[0] ?? '';
  const head = [
    parts.head,
    ...templatesOf(parts, scripts),
    // It finds what stands before it. Were it behind the styles it would wait for them.
    `<script nonce="${NONCE}">${parts.beforePaint}</script>`,
    styles,
    ...fontLinks(brand, parts),
    `<title>${escapeHtml(title)}</title>`,
    ...headTags({ ...parts, title, description }),
    ...themeColours(brand),
    '<link rel="manifest" href="/manifest.webmanifest">',
    '<link rel="icon" href="/icons/icon.svg" type="image/svg+xml">',
    '<link rel="apple-touch-icon" href="/icons/180.png">',
    `<style nonce="${NONCE}" id="theme">${themeCss(brand.settings.theme)}</style>`,
    `<script type="application/json" id="boot">${scriptJson(parts.bootJson)}</script>`,
    `<script type="application/json" id="page-data">${scriptJson(JSON.stringify(parts.pageData))}</script>`,
    ...(parts.readable ? [] : [linksOf(parts), parts.links, scripts]),
  ].join('\n');
  const pieces = template
    .replaceAll(stylesheets, '')
    .replaceAll(moduleLinks, '')
    .replace(moduleScript, '')
    .replace(/<html[^<>]*>/, () => `<html lang="${language}" data-brand="${brand.key}">`)
    .replace(/<title>[^<]*<\/title>/, '')
    .replace('<!--head-->', () => head)
    .replace('<!--app-->', () => parts.html)
    .replace(/<(script|link|style)(?=[\s>])(?![^<>]*(?:\bnonce=|application\/json))/g, `<$1 nonce="${NONCE}"`)
    .split(NONCE);
  return createPage(pieces, NONCE_LENGTH);
}

const linksOf = ({ template }: PageParts) => template.match(moduleLinks)?.join('') ?? '';

/**
 * What paints comes first: styles, fonts and pictures. The scripts of a page that can be read without them stand aside in
 * templates, out of which `site/before-paint.js` takes them after the first paint, and `site/src/entry-client.ts` those of
 * a page that rests once it is touched. Members' files stand aside on every page: where there is a token, the script before
 * the first paint takes them at once, with all others.
 */
function templatesOf(parts: PageParts, scripts: string): string[] {
  const { readable, rests, links, calls, membersLinks, askEarly } = parts;
  const asides = {
    calls: `${calls}<script>${askEarly}</script>`,
    ...(readable && { files: linksOf(parts) + (rests ? '' : links), application: scripts }),
    ...(rests && { resting: links }),
    members: membersLinks,
  };
  return Object.entries(asides).map(
    ([id, content]) =>
      `<template id="${id}">${content.replaceAll(/ rel="modulepreload"| type="module"/g, '$& fetchpriority="low"')}</template>`,
  );
}

/** The brand's two fonts are wanted as soon as the styles are there, so they are fetched beside them. */
function fontLinks({ settings: { theme } }: Brand, { fontFiles, readable }: PageParts): string[] {
  // Where nothing can be read before the scripts have run, they go first.
  const priority = readable ? '' : ' fetchpriority="low"';
  return [...new Set([theme.headingFont, theme.textFont])].flatMap((family) => {
    const file = fontFiles.get(family);
    return file
      ? [`<link rel="preload" as="font" type="font/woff2" crossorigin${priority} href="${file}">`]
      : [];
  });
}

function themeColours({ theme: { light, dark } }: Brand): string[] {
  const meta = (scheme: string, colour = '#ffffff') =>
    `<meta name="theme-color" media="(prefers-color-scheme: ${scheme})" content="${colour}">`;
  return [meta('light', light['--paper']), meta('dark', dark['--paper'])];
}

export function freshNonce(): string {
  return randomBytes(16).toString('base64url');
}

/** What a browser may do with a document of ours. */
export const documentHeaders = {
  'cache-control': 'no-cache',
  'content-type': 'text/html; charset=utf-8',
  'cross-origin-opener-policy': 'same-origin',
  'permissions-policy': 'camera=(), microphone=(), geolocation=(), payment=(self)',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'x-frame-options': 'SAMEORIGIN',
};

/** Nothing runs that we did not serve. Styles in attributes are React's; they cannot run anything. */
export function contentSecurityPolicy(
  nonce: string,
  sources: { connect: readonly string[]; images: readonly string[]; banks: readonly string[] },
): string {
  const banks = ["'self'", ...sources.banks].join(' ');
  return [
    "default-src 'none'",
    `script-src 'nonce-${nonce}' 'strict-dynamic'`,
    `style-src 'self' 'nonce-${nonce}'`,
    "style-src-attr 'unsafe-inline'",
    `img-src 'self' data: blob: ${sources.images.join(' ')}`.trimEnd(),
    "font-src 'self'",
    `connect-src 'self' ${sources.connect.join(' ')}`.trimEnd(),
    "manifest-src 'self'",
    "worker-src 'self'",
    `frame-src ${banks}`,
    `form-action ${banks}`,
    "base-uri 'none'",
    "frame-ancestors 'self'",
  ].join('; ');
}
