import { pino } from 'pino';
import type { DestinationStream, Logger as PinoLogger } from 'pino';
import type { Config } from './config.ts';

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

const cardNumber = /\b(?:\d[ -]?){12,18}\d\b/g;
const bearer = /\b(Bearer\s+)[\w.~+/=-]+/gi;
const urlPassword = /(\w+:\/\/[^\s:/@]*:)[^\s@]+@/g;
const linkToken = /([?&](?:token|mail|email)=)[^&\s"]+/gi;

/** Takes out of a text what must never be kept: card numbers, bearer tokens, passwords in addresses, link tokens. */
export function redact(text: string): string {
  return text
    .replace(cardNumber, '[digits]')
    .replace(bearer, '$1[token]')
    .replace(urlPassword, '$1[password]@')
    .replace(linkToken, '$1[hidden]');
}

export function createLogger(
  config: Pick<Config, 'logLevel' | 'logFormat'>,
  destination?: DestinationStream,
): Logger {
  const options = {
    level: config.logLevel,
    base: null,
    redact: { paths: redactedPaths, censor: '[hidden]' },
    formatters: { level: (label: string) => ({ level: label }) },
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
