import { isIP } from 'node:net';
import { z } from 'zod';

/** The kinds of values that environment variables have, and what is said of one that does not fit. */

export function withDefault<Value>(schema: z.ZodType<Value, string>, value: string, description: string) {
  return schema.prefault(value).meta({ description, default: value });
}

/** `shown` is the usual value where the default depends on other variables. */
export function optional<Value>(schema: z.ZodType<Value, string>, description: string, shown = '') {
  return schema.optional().meta({ description, default: shown });
}

export function oneOf<const Choice extends string>(choices: readonly Choice[]): z.ZodType<Choice, string> {
  const message = `must be one of ${choices.join(', ')}`;
  return z.string().pipe(z.enum(choices, message));
}

export function listOf<const Choice extends string>(choices: readonly Choice[]): z.ZodType<Choice[], string> {
  const message = `must be a list, separated by commas, of ${choices.join(', ')}`;
  return z
    .string()
    .transform(splitList)
    .pipe(z.array(z.enum(choices, message)).min(1, message))
    .transform((chosen) => [...new Set(chosen)]);
}

export function truth(): z.ZodType<boolean, string> {
  return oneOf(['true', 'false']).transform((text) => text === 'true');
}

export function wholeNumber(least: number, most: number): z.ZodType<number, string> {
  const message = `must be a whole number from ${least} to ${most}`;
  return z
    .string()
    .regex(/^\d+$/, message)
    .transform(Number)
    .refine((number) => number >= least && number <= most, message);
}

export function limit() {
  return wholeNumber(1, 1_000_000);
}

export function address(...schemes: string[]): z.ZodType<string, string> {
  const known = (text: string) => schemes.includes(URL.parse(text)?.protocol.slice(0, -1) ?? '');
  return z.string().refine(known, `must be an address that starts with ${schemes.join(':// or ')}://`);
}

export function hostAddress(what: string, ...schemes: string[]) {
  const plain = address(...(schemes.length > 0 ? schemes : ['http', 'https']));
  return optional(
    plain.transform((text) => text.replace(/(?<!\/)\/+$/, '')),
    `Where browsers find ${what}, if not on the brand's own address; {host} stands for the brand's host name.`,
  );
}

/** `true` is refused on purpose: then every client could claim any address. */
export function proxies(): z.ZodType<false | number | string[], string> {
  const message = 'must be false, a number of proxies, or a list of addresses and networks';
  return z.string().transform((text, context) => {
    if (text === 'false') return false;
    if (/^\d{1,2}$/.test(text)) return Number(text);
    const networks = splitList(text);
    if (networks.length > 0 && networks.every(isNetwork)) return networks;
    context.addIssue(message);
    return z.NEVER;
  });
}

function isNetwork(text: string): boolean {
  if (['loopback', 'linklocal', 'uniquelocal'].includes(text)) return true;
  const [ip = '', bits] = text.split('/', 2);
  const longest = isIP(ip) === 6 ? 128 : 32;
  return isIP(ip) > 0 && (bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= longest));
}

function splitList(text: string): string[] {
  return text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');
}

/**
 * At least 32 bytes, as tools print them: in hex, in base64 or in its form for addresses. What is read of hex as if it were base64 is
 * longer than 32 bytes and no less random.
 */
function holdsKey(text: string): boolean {
  if (/^[0-9a-f]+$/i.test(text)) return text.length >= 64;
  return /^[\w+/-]+={0,2}$/.test(text) && Buffer.from(text, 'base64url').length >= 32;
}

export function secretKey(): z.ZodType<string, string> {
  const message = 'must be at least 32 random bytes in base64 or hex: `openssl rand -base64 32` makes them';
  return z.string().refine(holdsKey, message);
}
