/** Requests to addresses that an operator has written: to servers of others on the public network, and nowhere else. */

import { lookup } from 'node:dns';
import type { LookupAddress } from 'node:dns';
import { request as httpRequest } from 'node:http';
import type { IncomingMessage } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { BlockList, isIP } from 'node:net';
import type { LookupFunction } from 'node:net';
import { LRUCache } from 'lru-cache';
import { createCircuitBreaker } from '../circuit-breaker.ts';
import type { CircuitBreaker } from '../circuit-breaker.ts';
import { SECOND } from '../clock.ts';
import type { Clock } from '../clock.ts';

const TIMEOUT = 10 * SECOND;
const MOST_HOSTS = 500;

/** Networks that are not the public one: this machine, private, shared, link-local, reserved, multicast. */
const notPublic = new BlockList();
for (const [network, bits] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
] as const)
  notPublic.addSubnet(network, bits, 'ipv4');
/** The global unicast addresses in use, without those that wrap or tunnel others. */
const publicSix = new BlockList();
publicSix.addSubnet('2000::', 3, 'ipv6');
const wrapped = new BlockList();
for (const [network, bits] of [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
] as const)
  wrapped.addSubnet(network, bits, 'ipv6');

export function isPublicAddress(address: string): boolean {
  const family = isIP(address);
  if (family === 4) return !notPublic.check(address, 'ipv4');
  return family === 6 && publicSix.check(address, 'ipv6') && !wrapped.check(address, 'ipv6');
}

/** The address is not one that we would ever ask. Trying again does not help. */
export class ForbiddenAddress extends Error {
  override readonly name = 'ForbiddenAddress';
}

export interface Outbound {
  /** Whether that host is asked at all now, after what became of earlier requests. */
  mayAsk(url: string): boolean;
  /** Answers with the status. No redirect is followed, and the body is not read. */
  get(url: string, headers: Record<string, string>, signal: AbortSignal): Promise<number>;
  /** The beginning of what stands at an address, however often that failed before. No redirect is followed. */
  read(url: string, options: ReadOptions): Promise<Answer>;
}

interface ReadOptions {
  mostBytes: number;
  /** Also in networks that are not public, and without encryption. */
  privateToo: boolean;
  signal: AbortSignal;
}

interface Answer {
  status: number;
  text: string;
}

/** With a sandbox every request goes there, its own host as the first part of the path. */
export function createOutbound({ clock, sandboxUrl }: { clock: Clock; sandboxUrl: string | undefined }) {
  const breakers = new LRUCache<string, CircuitBreaker>({ max: MOST_HOSTS });
  const breakerOf = (url: string) => {
    const { host } = new URL(url);
    const breaker = breakers.get(host) ?? createCircuitBreaker();
    breakers.set(host, breaker);
    return breaker;
  };
  const outbound: Outbound = {
    mayAsk: (url) => breakerOf(url).allowed(clock.now().getTime()) !== 'none',
    async get(url, headers, signal) {
      const breaker = breakerOf(url);
      try {
        const target = sandboxUrl === undefined ? checked(url) : inSandbox(url, sandboxUrl);
        const { status } = await ask(target, { headers, signal, isPublic: target.protocol === 'https:' });
        if (status >= 500) breaker.failed(clock.now().getTime());
        else breaker.succeeded();
        return status;
      } catch (error) {
        if (!(error instanceof ForbiddenAddress)) breaker.failed(clock.now().getTime());
        throw error;
      }
    },
    async read(url, { mostBytes, privateToo, signal }) {
      const target = privateToo ? new URL(url) : checked(url);
      return ask(target, { headers: {}, signal, isPublic: !privateToo, mostBytes });
    },
  };
  return outbound;
}

function inSandbox(url: string, sandboxUrl: string): URL {
  const { host, pathname, search } = new URL(url);
  return new URL(`${sandboxUrl.replace(/\/$/, '')}/${host}${pathname}${search}`);
}

function checked(url: string): URL {
  const target = new URL(url);
  const { protocol, username, password, hostname } = target;
  if (protocol !== 'https:' || username !== '' || password !== '')
    throw new ForbiddenAddress('not a plain https address');
  const literal = hostname.replace(/^\[|\]$/g, '');
  // A number needs no look-up, so it is checked here.
  if (isIP(literal) && !isPublicAddress(literal)) throw new ForbiddenAddress('not a public address');
  return target;
}

/** What a name stands for is checked at the very moment of connecting: it may have changed since any earlier look. */
const lookUpPublic: LookupFunction = (hostname, options, callback) => {
  lookup(hostname, { ...options, all: true }, (error, found: LookupAddress[]) => {
    const allowed = error ? [] : found.filter(({ address }) => isPublicAddress(address));
    const [first] = allowed;
    if (error) callback(error, '');
    else if (!first) callback(new ForbiddenAddress('not a public address'), '');
    else if (options.all) callback(null, allowed);
    else callback(null, first.address, first.family);
  });
};

interface Asking {
  headers: Record<string, string>;
  signal: AbortSignal;
  /** Whether the name may stand for public addresses alone. */
  isPublic: boolean;
  /** So much of the body is read. */
  mostBytes?: number;
}

function ask(target: URL, { headers, signal, isPublic, mostBytes = 0 }: Asking): Promise<Answer> {
  const { promise, resolve, reject } = Promise.withResolvers<Answer>();
  const secure = target.protocol === 'https:';
  const request = (secure ? httpsRequest : httpRequest)(target, {
    headers,
    agent: false,
    signal: AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT)]),
    ...(isPublic && { lookup: lookUpPublic }),
  });
  request.once('response', (response) => {
    readBeginning(response, mostBytes).then(
      (text) => resolve({ status: response.statusCode ?? 0, text }),
      reject,
    );
  });
  request.once('error', reject);
  request.end();
  return promise;
}

async function readBeginning(response: IncomingMessage, mostBytes: number): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  if (mostBytes > 0)
    for await (const chunk of response) {
      chunks.push(chunk as Buffer);
      if ((size += (chunk as Buffer).length) >= mostBytes) break;
    }
  response.destroy();
  return Buffer.concat(chunks).subarray(0, mostBytes).toString();
}
