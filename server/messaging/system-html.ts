import sanitizeHtml from 'sanitize-html';

/** A path of this site, a page elsewhere by https, or an address to write to. */
const allowedLink = /^(?:https:\/\/[^\s"'<>\\]+|mailto:[^\s"'<>\\&?]+|\/(?![/\\])[^\s"'<>\\]*)$/i;
const LONGEST_LINK = 500;

const allowedTags = ['p', 'br', 'b', 'strong', 'i', 'em', 'u', 'ul', 'ol', 'li', 'a'];
const options: sanitizeHtml.IOptions = {
  allowedTags,
  allowedAttributes: { a: ['href'] },
  allowedSchemes: ['https', 'mailto'],
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
};
/** A link that leads where it may not becomes a span. */
const optionsForLinks: sanitizeHtml.IOptions = {
  ...options,
  allowedTags: [...allowedTags, 'span'],
  transformTags: {
    a(_, { href = '' }) {
      const target = href.trim();
      const isAllowed = allowedLink.test(target) && target.length <= LONGEST_LINK;
      return isAllowed ? { tagName: 'a', attribs: { href: target } } : { tagName: 'span', attribs: {} };
    },
  },
};

/** What the system sender writes, with a few harmless tags and links in it, whatever was in it before. */
export function sanitiseHtml(html: string): string {
  // The span goes in a second pass, over tags that are closed by now: in one pass the end of it may stay behind.
  return sanitizeHtml(sanitizeHtml(html, optionsForLinks), options);
}

const entities: Record<string, string> = { lt: '<', gt: '>', quot: '"', '#39': "'", amp: '&' };

/** The words alone of what was sanitised. */
export function plainTextOf(html: string): string {
  return html
    .replace(/<br \/>|<\/(?:p|li|ul|ol)>/g, '\n')
    .replace(/<[^>]*>/g, '')
    .replace(/&(lt|gt|quot|#39|amp);/g, (_, name: string) => entities[name] ?? '')
    .replaceAll('\u00a0', ' ')
    .replace(/\n{2,}/g, '\n')
    .trim();
}
