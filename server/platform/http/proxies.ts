import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';
import proxyAddr from '@fastify/proxy-addr';
import { readCountryCode } from '#contract/countries/vat-rates.ts';
import type { Config } from '../config/config.ts';

/** Whose `X-Forwarded-*` headers count, in the form that Fastify takes. */
export function trustedProxies({ trustProxy }: Pick<Config, 'trustProxy'>) {
  if (typeof trustProxy === 'number') return (_: string, hop: number) => hop < trustProxy;
  return trustProxy === false ? false : [...trustProxy];
}

/** Whether an address is one of those proxies, so many hops away. */
export function compileTrust(config: Pick<Config, 'trustProxy'>): (address: string, hop: number) => boolean {
  const trusted = trustedProxies(config);
  return typeof trusted === 'function' ? trusted : proxyAddr.compile(trusted === false ? [] : trusted);
}

/** Where a request comes from that Fastify does not see: one that opens a socket. */
export function clientAddresses(config: Pick<Config, 'trustProxy'>): (request: IncomingMessage) => string {
  const trust = compileTrust(config);
  return (request) => storableAddress(proxyAddr(request, trust), request.socket.remoteAddress);
}

/** What a proxy passes on is a text like any other until it is seen to be an address. */
export function storableAddress(given: string, remoteAddress: string | undefined): string {
  const [ip = ''] = given.split('%', 1);
  return isIP(ip) ? ip : (remoteAddress ?? '0.0.0.0');
}

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
 * Where a request comes from, by the header that a proxy of ours puts it into. The same header from another sender is
 * ignored.
 */
export function countryOfAddress(
  { headers, socket }: IncomingMessage,
  { countryHeader }: Pick<Config, 'countryHeader'>,
  trust: ReturnType<typeof compileTrust>,
): string | undefined {
  if (countryHeader === undefined || !trust(socket.remoteAddress ?? '', 0)) return undefined;
  return readCountryCode(headers[countryHeader]);
}

/**
 * A request may name its site in its target (`GET http://host/path`), which then counts instead of the Host header.
 * Turned into the usual shape here, so that everything after sees one path and one host.
 */
export function toOriginForm(request: IncomingMessage): string {
  const { url = '/' } = request;
  if (url.startsWith('/')) return url;
  const [scheme, host] = /^[a-z][a-z0-9+.-]*:\/\/([^/?#]*)/i.exec(url) ?? [];
  if (scheme === undefined || host === undefined) return url;
  const path = url.slice(scheme.length);
  request.headers.host = host;
  return path.startsWith('/') ? path : `/${path}`;
}

const LONGEST_USER_AGENT = 1_000;

/** What a browser says of itself. Real ones need a fifth of that. */
export function userAgentOf({ headers }: IncomingMessage): string {
  return (headers['user-agent'] ?? '').slice(0, LONGEST_USER_AGENT);
}
