/** As much of a node of a document as is looked at. */
export interface SourceNode {
  nodeName: string;
  textContent: string | null;
  childNodes: Iterable<SourceNode>;
  getAttribute?: (name: string) => string | null;
}

/** What may be shown of it: words, a few tags without attributes, and links to pages. */
export type Shown =
  | string
  | { tag: Tag; children: readonly Shown[] }
  | { href: string; children: readonly Shown[] };

const tags = ['p', 'br', 'b', 'strong', 'i', 'em', 'u', 'ul', 'ol', 'li'] as const;
type Tag = (typeof tags)[number];

/** What stands in these is not meant to be read. */
const silent = new Set([
  'SCRIPT',
  'STYLE',
  'TEMPLATE',
  'TITLE',
  'TEXTAREA',
  'IFRAME',
  'NOSCRIPT',
  'SVG',
  'MATH',
]);
const DEEPEST = 20;

/** Reads HTML into what may be shown of it. Nothing of the source itself ever enters the page. */
export function parseSystemHtml(html: string): readonly Shown[] {
  return allowedIn(new DOMParser().parseFromString(html, 'text/html').body);
}

export function allowedIn(parent: SourceNode, depth = 0): readonly Shown[] {
  if (depth > DEEPEST) return [];
  return [...parent.childNodes].flatMap((node): readonly Shown[] => {
    const name = node.nodeName.toUpperCase();
    if (name === '#TEXT') return [node.textContent ?? ''];
    // Comments and the like have names that begin so too.
    if (name.startsWith('#') || silent.has(name)) return [];
    const children = allowedIn(node, depth + 1);
    const href = name === 'A' ? safeLink(node.getAttribute?.('href') ?? '') : undefined;
    if (href !== undefined) return [{ href, children }];
    const tag = tags.find((one) => one.toUpperCase() === name);
    return tag ? [{ tag, children }] : children;
  });
}

/** A path of this site, a page elsewhere by https, or an address to write to. */
function safeLink(target: string): string | undefined {
  return /^(?:https:\/\/[^\s"'<>\\]+|mailto:[^\s"'<>\\&?]+|\/(?![/\\])[^\s"'<>\\]*)$/i.test(target)
    ? target
    : undefined;
}

/** The words alone. */
export function wordsIn(parts: readonly Shown[]): string {
  return parts
    .map((part) => (typeof part === 'string' ? part : `${wordsIn(part.children)}${ending(part)}`))
    .join('');
}

function ending(part: Exclude<Shown, string>): string {
  return 'tag' in part && ['p', 'br', 'li'].includes(part.tag) ? '\n' : '';
}
