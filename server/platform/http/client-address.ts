import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';
import proxyAddr from '@fastify/proxy-addr';
import type { Config } from '../config/config.ts';

/** Whose `X-Forwarded-*` headers count, as Fastify and what it asks want to be told. */
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
export function storableAddress(told: string, remoteAddress: string | undefined): string {
  const [ip = ''] = told.split('%', 1);
  return isIP(ip) ? ip : (remoteAddress ?? '0.0.0.0');
}
