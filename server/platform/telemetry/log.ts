import { pino } from 'pino';
import type { DestinationStream, Logger as PinoLogger } from 'pino';
import type { Config } from '../config/config.ts';

export type Logger = PinoLogger;

const secretNames = [
  'authorization',
  'cookie',
  'password',
  'password_hash',
  'passwordHash',
  'token',
  'secret',
  'secretKey',
  'cardNumber',
  'cardSecurityCode',
  'cvv',
  'pan',
  'number',
  'card',
  'email',
  'phone',
  'recipient',
  'privateKey',
  'databaseUrl',
  'redisUrl',
  'smtpUrl',
];
const redactedPaths = secretNames.flatMap((name) => [name, `*.${name}`, `*.*.${name}`]);

/**
 * A card number: also in groups, in an address, and between letters, since an escaped line break looks like one. An id
 * that begins where it could is taken whole, and stays.
 */
const cardNumber =
  /(?<id>[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})|(?<!\d)(?:\d(?:[\s.-]|%20)?){12,18}\d(?!\d)/g;
/** The least that a card number can be worth if it is written as a number, and more than any time in milliseconds. */
const CARD_SIZED = 10 ** 13;
const bearer = /\b(Bearer\s+)[\w.~+/=-]+/gi;
const urlPassword = /(?<!\w)(\w+:\/\/[^\s:/@]*:)[^\s/@]+@/g;
/** A token in the compact form of JWT and JWE, wherever it stands: of an invitation it stands behind the hash of an address. */
const compactToken = /(?<![\w-])eyJ[\w-]*(?:\.[\w-]*){2,4}/g;
const linkToken = /([?&](?:token|mail|email)=)[^&\s"]+/gi;

/** Takes out of a text what must never be kept: card numbers, bearer tokens, passwords in addresses, link tokens. */
export function redact(text: string): string {
  return text
    .replace(cardNumber, (_, id: string | undefined) => id ?? '[digits]')
    .replace(bearer, '$1[token]')
    .replace(urlPassword, '$1[password]@')
    .replace(linkToken, '$1[hidden]')
    .replace(compactToken, '[token]');
}

const DEEPEST = 4;

/** The same for all that a line carries beside its words. */
function redactFields(value: unknown, depth = 0): unknown {
  if (typeof value === 'string') return redact(value);
  if (typeof value === 'number') return Math.abs(value) < CARD_SIZED ? value : '[digits]';
  if (typeof value !== 'object' || value === null || depth > DEEPEST) return value;
  if (Array.isArray(value)) return value.map((one) => redactFields(one, depth + 1));
  // Errors and the like have a way of their own to be written.
  if (Object.getPrototypeOf(value) !== Object.prototype) return value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, redactFields(one, depth + 1)]));
}

export function createLogger(
  config: Pick<Config, 'logLevel' | 'logFormat'>,
  destination?: DestinationStream,
): Logger {
  const options = {
    level: config.logLevel,
    base: null,
    redact: { paths: redactedPaths, censor: '[hidden]' },
    formatters: {
      level: (label: string) => ({ level: label }),
      log: (fields: object) => redactFields(fields) as Record<string, unknown>,
    },
    serializers: {
      err: (error: unknown) =>
        error instanceof Error
          ? { type: error.name, message: redact(error.message), stack: redact(error.stack ?? '') }
          : { message: redact(String(error)) },
    },
    hooks: {
      logMethod(this: Logger, args: Parameters<pino.LogFn>, method: pino.LogFn) {
        method.apply(
          this,
          args.map((part: unknown) => (typeof part === 'string' ? redact(part) : part)) as typeof args,
        );
      },
    },
  };
  if (destination) return pino(options, destination);
  if (config.logFormat === 'pretty') {
    return pino({
      ...options,
      transport: {
        target: 'pino-pretty',
        options: { ignore: 'pid,hostname', translateTime: 'SYS:HH:MM:ss' },
      },
    });
  }
  return pino(options);
}
