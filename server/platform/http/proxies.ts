import type { IncomingMessage } from 'node:http';
import type { compileTrust } from './client-address.ts';

/** The host that was asked for: what the nearest proxy says, where it is one of ours, or the request itself. */
export function askedHost(
  { headers, socket }: IncomingMessage,
  trust: ReturnType<typeof compileTrust>,
): string {
  const forwarded = headers['x-forwarded-host'];
  if (forwarded === undefined || !trust(socket.remoteAddress ?? '', 0)) return headers.host ?? '';
  return String(forwarded).split(',').at(-1)?.trim() ?? '';
}

/**
 * A request may name its site in its target (`GET http://host/path`), which then counts instead of the Host header.
 * Turned into the usual shape here, so that everything after sees one path and one host.
 */
export function toOriginForm(request: IncomingMessage): string {
  const { url = '/' } = request;
  if (url.startsWith('/')) return url;
  const [, host, path = ''] = /^[a-z][a-z0-9+.-]*:\/\/([^/?#]*)(.*)$/is.exec(url) ?? [];
  if (host === undefined) return url;
  request.headers.host = host;
  return path.startsWith('/') ? path : `/${path}`;
}
