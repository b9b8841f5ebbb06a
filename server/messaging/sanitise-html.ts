/** Tags that may stand in what the house says, and nothing else of HTML. */
const allowed = new Set(['p', 'br', 'b', 'strong', 'i', 'em', 'u', 'ul', 'ol', 'li', 'a']);
/** What stands between these is no text. */
const silent = /<(script|style|template|title|textarea|iframe|noscript|svg|math)\b[^]*?(?:<\/\1\s*>|$)/gi;
const comment = /<!--[^]*?(?:-->|$)/g;
const tag = /<(\/?)([a-z][a-z0-9]*)((?:[^<>"']|"[^"]*"|'[^']*')*)>/gi;
const entity = /&(?:[a-z][a-z0-9]{1,30}|#\d{1,7}|#x[\da-f]{1,6});/iy;

/** Escapes what could be read as HTML, and leaves entities as they are. */
function escapeText(text: string): string {
  return text.replace(/[<>"']|&/g, (sign, place: number) => {
    entity.lastIndex = place;
    if (sign === '&') return entity.test(text) ? '&' : '&amp;';
    return { '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }[sign] ?? '';
  });
}

/** For words that are put into HTML and are none. */
export function escapeHtml(text: string): string {
  return escapeText(text.replaceAll('&', '&amp;'));
}

/** A path of this site, a page elsewhere by https, or an address to write to. */
function linkOf(attributes: string): string | undefined {
  const [, , quoted, single] = /(^|\s)href\s*=\s*(?:"([^"]*)"|'([^']*)')/i.exec(attributes) ?? [];
  const target = (quoted ?? single ?? '').trim();
  const fits = /^(?:https:\/\/[^\s"'<>\\]+|mailto:[^\s"'<>\\&?]+|\/(?![/\\])[^\s"'<>\\]*)$/i.test(target);
  return fits && target.length <= 500 ? target : undefined;
}

/**
 * HTML with a few harmless tags and links in it, whatever was in it before. Tags are written anew, so that nothing of
 * an unknown attribute is left; what is not closed is closed; all else is text.
 */
export function sanitiseHtml(html: string): string {
  const source = html.replace(comment, '').replace(silent, '');
  const open: string[] = [];
  let clean = '';
  let place = 0;
  const close = (name: string) => {
    if (!open.includes(name)) return;
    for (let last = open.pop(); last !== undefined; last = open.pop()) {
      clean += `</${last}>`;
      if (last === name) return;
    }
  };
  for (const match of source.matchAll(tag)) {
    clean += escapeText(source.slice(place, match.index));
    place = match.index + match[0].length;
    const [, slash, written = '', attributes = ''] = match;
    const name = written.toLowerCase();
    if (!allowed.has(name)) continue;
    if (name === 'br') clean += '<br>';
    else if (slash) close(name);
    else {
      const link = name === 'a' ? linkOf(attributes) : undefined;
      if (name === 'a' && link === undefined) continue;
      clean += link === undefined ? `<${name}>` : `<a href="${escapeText(link)}">`;
      open.push(name);
    }
  }
  clean += escapeText(source.slice(place));
  return (
    clean +
    open
      .toReversed()
      .map((name) => `</${name}>`)
      .join('')
  );
}

const entities: Record<string, string> = { lt: '<', gt: '>', quot: '"', '#39': "'", nbsp: ' ', amp: '&' };

/** The words of it alone. */
export function plainTextOf(html: string): string {
  return html
    .replace(/<br>|<\/(?:p|li|ul|ol)>/g, '\n')
    .replace(/<[^>]*>/g, '')
    .replace(/&(lt|gt|quot|#39|nbsp|amp);/g, (_, name: string) => entities[name] ?? '')
    .replace(/\n{2,}/g, '\n')
    .trim();
}
