import { isIPv6 } from 'node:net';

/** Who has one IPv6 address has its whole /64, so that counts as one. */
export function networkOf(address: string): string {
  if (!address.includes(':')) return address;
  const [ip = ''] = address.split('%', 1);
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(ip)?.[1];
  if (mapped) return mapped;
  if (!isIPv6(ip)) return ip;
  // A URL writes the address in its shortest form, without an IPv4 tail.
  const short = new URL(`http://[${ip}]/`).hostname.slice(1, -1);
  const [head = '', tail] = short.split('::');
  const before = head === '' ? [] : head.split(':');
  const after = tail === undefined || tail === '' ? [] : tail.split(':');
  const groups = [...before, ...Array<string>(8 - before.length - after.length).fill('0'), ...after];
  return `${groups.slice(0, 4).join(':')}::/64`;
}
