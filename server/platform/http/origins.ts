import type { Config } from '../config/config.ts';
import type { Brand, Platform } from '../platform.ts';

/** Where browsers find our sites: a brand's hostname, with one scheme and port for all. No request has a say in it. */
export interface Origins {
  of(hostname: string): string;
  /** Where `PORT` asks for any free port, it is known only now. */
  listeningAt(port: number): void;
}

export function createOrigins({ environment, port, publicScheme, publicPort }: Config): Origins {
  let listeningPort = port;
  // Asked for with every request and every photo, and there are only as many as hostnames are configured.
  const known = new Map<string, string>();

  function originOf(hostname: string): string {
    // Nothing stands in front of a developer's machine, nor of a name that only means this machine.
    const direct = environment !== 'production' || isThisMachine(hostname);
    const scheme = publicScheme ?? (direct ? 'http' : 'https');
    const usualPort = scheme === 'https' ? 443 : 80;
    const openPort = publicPort ?? (direct ? listeningPort : usualPort);
    return `${scheme}://${hostname}${openPort === usualPort ? '' : `:${openPort}`}`;
  }

  return {
    of(hostname) {
      const origin = known.get(hostname) ?? originOf(hostname);
      known.set(hostname, origin);
      return origin;
    },
    listeningAt(actual) {
      listeningPort = actual;
      known.clear();
    },
  };
}

export function isThisMachine(hostname: string): boolean {
  return hostname === 'localhost' || hostname.endsWith('.localhost') || hostname === '127.0.0.1';
}

/** The whole of a Host header: a name, and perhaps a port. Nothing that another reader could take for more. */
const hostHeader = /^([a-z0-9.-]{1,253})(?::([1-9]\d{0,4}))?$/i;

export interface Site {
  brand: Brand;
  /** The configured address of the hostname that was asked for. */
  origin: string;
}

/** Which of our sites a Host header names. The port is checked and then forgotten: a proxy may have another one. */
export function findSite(
  { brands, origins }: Pick<Platform, 'brands' | 'origins'>,
  host: string,
): Site | undefined {
  const [, name, port = '1'] = hostHeader.exec(host) ?? [];
  if (name === undefined || Number(port) > 65_535) return undefined;
  const hostname = name.toLowerCase();
  const brand = brands.byHostname(hostname);
  return brand && { brand, origin: origins.of(hostname) };
}

/** Until there is a brand, the console is reached at any hostname that leads here, and nothing else is. */
export function findConsoleSite(
  { brands, origins }: Pick<Platform, 'brands' | 'origins'>,
  host: string,
  path: string,
): Site | undefined {
  const brand = brands.beforeFirst();
  const [, name, port = '1'] = hostHeader.exec(host) ?? [];
  if (!brand || name === undefined || Number(port) > 65_535) return undefined;
  return /^\/(?:console|staff)(?=[/?]|$)/.test(path)
    ? { brand, origin: origins.of(name.toLowerCase()) }
    : undefined;
}

/** The address of a brand's site at its first hostname, for whatever must be the same for all readers. */
export function siteOrigin({ origins }: Pick<Platform, 'origins'>, { settings }: Brand): string {
  const [hostname = settings.domain] = settings.hostnames;
  return origins.of(hostname);
}
