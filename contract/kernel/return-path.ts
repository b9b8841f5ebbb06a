const LONGEST = 2000;

/** A path on this site that it is safe to go on to. */
export function safePath(path: unknown): string | undefined {
  if (typeof path !== 'string' || path.length > LONGEST) return undefined;
  // Browsers read a backslash as a slash and leave out control characters, so "/\" and "/<tab>/" name another host.
  return /^\/(?!\/)[^\\\p{Cc}]*$/u.test(path) ? path : undefined;
}

/** Reads `red`: the base64 of a path on this site. Anything else counts as missing. */
export function decodeReturnPath(text: string | null | undefined): string | undefined {
  if (!text || text.length > LONGEST * 2) return undefined;
  // A plus sign that was not escaped in an address arrives as a space.
  const standard = text.replaceAll(' ', '+').replaceAll('-', '+').replaceAll('_', '/');
  if (!/^[A-Za-z0-9+/]+={0,2}$/.test(standard)) return undefined;
  try {
    const bytes = Uint8Array.from(atob(standard), (letter) => letter.charCodeAt(0));
    return safePath(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch {
    return undefined;
  }
}
