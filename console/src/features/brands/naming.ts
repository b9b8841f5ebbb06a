const LONGEST_KEY = 32;

/** A key from a brand's name: "Caffè Aurora" becomes "caffe-aurora". */
export function keyFor(title: string): string {
  return title
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replace(/^[-0-9]+/, '')
    .slice(0, LONGEST_KEY)
    .replace(/-$/, '');
}

/** A name that leads to this very machine wherever the console is looked at, so that it works at once. */
export function hostnameFor(key: string): string {
  return key === '' ? '' : `${key}.localhost`;
}
