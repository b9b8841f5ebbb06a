interface Site {
  origin: string;
  /** Hostnames that a sign-up may be sent on to. */
  redirectHosts: readonly string[];
}

/** Where a sign-up that continues elsewhere may go: on this site, or to a host the brand has named. */
export function safeRedirect(address: string, { origin, redirectHosts }: Site): string | undefined {
  const url = parse(address, origin);
  if (!url || (url.protocol !== 'https:' && url.protocol !== 'http:')) return undefined;
  if (url.username || url.password) return undefined;
  if (url.origin === origin) return url.href;
  return redirectHosts.includes(url.hostname) ? url.href : undefined;
}

function parse(address: string, base: string): URL | undefined {
  try {
    return new URL(address, base);
  } catch {
    return undefined;
  }
}
