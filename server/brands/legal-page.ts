/** What an operator writes for a legal page, with the few tags that it may have. */

import sanitizeHtml from 'sanitize-html';
import { z } from 'zod';
import { LEGAL_TEXT_LONGEST, brandLegalPage } from '#contract/brand/legal.ts';
import { language } from '#contract/kernel/fields.ts';

/** A page of ours, a site elsewhere, a mail or a call. */
const allowedLink = /^(?:\/(?![/\\])|https:\/\/|mailto:|tel:)[^\s<>"'\\]{0,500}$/i;

const allowedTags = ['h2', 'h3', 'p', 'ul', 'ol', 'li', 'strong', 'em', 'a', 'br'];

const options: sanitizeHtml.IOptions = {
  allowedTags,
  allowedAttributes: { a: ['href'] },
  allowedSchemes: ['https', 'mailto', 'tel'],
  allowProtocolRelative: false,
  // What stands between these is no text.
  nonTextTags: [
    'script',
    'style',
    'template',
    'title',
    'textarea',
    'iframe',
    'noscript',
    'svg',
    'math',
    'option',
  ],
  transformTags: {
    // As editors and other programs write them.
    b: 'strong',
    i: 'em',
    div: 'p',
    h1: 'h2',
    h4: 'h3',
  },
};

/** A link that leads where it may not becomes a span, which the second pass takes away. */
const optionsForLinks: sanitizeHtml.IOptions = {
  ...options,
  allowedTags: [...allowedTags, 'span'],
  transformTags: {
    ...options.transformTags,
    a(_, { href = '' }) {
      const target = href.trim();
      return allowedLink.test(target)
        ? { tagName: 'a', attribs: { href: target } }
        : { tagName: 'span', attribs: {} };
    },
  },
};

/** The text with a few harmless tags in it, whatever was in it before. */
export function cleanLegalHtml(html: string): string {
  return sanitizeHtml(sanitizeHtml(html, optionsForLinks), options)
    .replaceAll(/<(p|li|h2|h3|strong|em)>(?:\s|&nbsp;|<br \/>)*<\/\1>/g, '')
    .trim();
}

/** As it is published: the one way in by which it is cleaned. */
export const legalPage = brandLegalPage.extend({
  text: z.partialRecord(language, z.string().max(LEGAL_TEXT_LONGEST).transform(cleanLegalHtml)).default({}),
});

/** Without its tags, a line each. */
export function linesOfHtml(html: string): string[] {
  return html
    .replaceAll(/<h[23]>/g, '\n# ')
    .replaceAll('<li>', '\n- ')
    .replaceAll(/<\/?(?:p|ul|ol|li|h[23]|br)\b[^<>]*>/g, '\n')
    .replaceAll(/<[^<>]*>/g, '')
    .replaceAll(/&(amp|lt|gt|quot|nbsp|#39);/g, (_, name: string) => entities[name] ?? '')
    .split('\n')
    .map((line) => line.replaceAll(/\s+/g, ' ').trim())
    .filter((line) => line !== '');
}

const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', nbsp: ' ', '#39': "'" };
