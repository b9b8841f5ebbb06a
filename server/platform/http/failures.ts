import { STATUS_CODES } from 'node:http';
import { join } from 'node:path';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { LANGUAGES } from '#contract/kernel/constants.ts';
import type { Language } from '#contract/kernel/constants.ts';
import { Failure, encodeFailure } from '#contract/kernel/errors.ts';
import type { ErrorCode } from '#contract/kernel/errors.ts';
import { LANGUAGE_PARAMETER } from '#contract/kernel/languages.ts';
import en from '#contract/locales/en.json' with { type: 'json' };
import { isAway } from '../away.ts';
import { newId } from '../ids.ts';
import type { Platform } from '../platform.ts';
import { readTexts } from '../texts.ts';

const sentences = readTexts<Record<ErrorCode, string>>(
  join(import.meta.dirname, '../../../contract/locales'),
  en,
);

/** A failure's sentence in the person's language. */
export function sentenceOf(code: ErrorCode, language: Language): string {
  return sentences[language][code];
}

const codeOfFrameworkError: Record<string, ErrorCode> = {
  FST_ERR_CTP_BODY_TOO_LARGE: 'request.too_large',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'request.media_type',
  FST_ERR_CTP_EMPTY_TYPE: 'request.media_type',
};

const AWAY_RETRY_SECONDS = 5;

/** Turns whatever was thrown into a failure a client may see. An unexpected one is logged under an id. */
export function toFailure(app: Platform, error: unknown, where: string): Failure {
  if (error instanceof Failure) return error;
  if (isAway(error)) {
    app.log.warn({ err: error, where }, 'a part we lean on is away');
    return new Failure('server.unavailable', { retryAfter: AWAY_RETRY_SECONDS });
  }
  const { code = '', statusCode } = error as { code?: string; statusCode?: number };
  const known = codeOfFrameworkError[code];
  if (known) return new Failure(known as 'request.too_large', undefined);
  if (code.startsWith('FST_') && statusCode !== undefined && statusCode < 500) {
    return new Failure('request.malformed', { issues: [] });
  }
  const id = newId();
  app.log.error({ err: error, where, id }, 'unexpected failure');
  return new Failure('server.fault', { id });
}

/** The address's language, else the one that was chosen, else the country's. */
export function languageOf(request: FastifyRequest, fallback: Language): Language {
  const named = (request.query as Record<string, unknown> | undefined)?.[LANGUAGE_PARAMETER];
  const chosen = /(?:^|;\s*)language=(\w\w)(?:;|$)/.exec(request.headers.cookie ?? '')?.[1];
  const known = (wanted: unknown) => LANGUAGES.find((language) => language === wanted);
  return known(named) ?? known(chosen) ?? fallback;
}

export function sendFailure(
  app: Platform,
  reply: FastifyReply,
  failure: Failure,
  language: Language,
  nullField?: string,
): FastifyReply {
  app.metrics.failures.inc({ code: failure.code });
  const { retryAfter } = (failure.details ?? {}) as { retryAfter?: number };
  if (retryAfter !== undefined) reply.header('retry-after', retryAfter);
  return reply
    .code(failure.status)
    .header('cache-control', 'no-store')
    .send({
      ...(nullField === undefined ? {} : { [nullField]: null }),
      ...encodeFailure(failure, sentenceOf(failure.code, language)),
    });
}

/** The same where there is no reply to send it with: a request that is none, or one that would open a socket. */
export function rawAnswer(failure: Failure): string {
  const body = JSON.stringify(encodeFailure(failure, sentenceOf(failure.code, 'en')));
  const { retryAfter } = (failure.details ?? {}) as { retryAfter?: number };
  const head = [
    `HTTP/1.1 ${failure.status} ${STATUS_CODES[failure.status]}`,
    'content-type: application/json; charset=utf-8',
    `content-length: ${Buffer.byteLength(body)}`,
    ...(retryAfter === undefined ? [] : [`retry-after: ${retryAfter}`]),
    'connection: close',
  ];
  return `${head.join('\r\n')}\r\n\r\n${body}`;
}

/** Nothing of ours is nested nearly as deep. */
const DEEPEST = 32;

/** Reads what came from outside by its schema, or fails with the names of what is wrong. */
export function decode<S extends z.ZodType>(schema: S, value: unknown): z.output<S> {
  if (isTooDeep(value)) {
    throw new Failure('request.malformed', { issues: [{ path: '', problem: 'too deep' }] });
  }
  const decoded = z.safeDecode(schema, value as z.input<S>);
  if (decoded.success) return decoded.data;
  const issues = decoded.error.issues
    .slice(0, 20)
    .map(({ path, message }) => ({ path: path.join('.'), problem: message }));
  throw new Failure('request.malformed', { issues });
}

/** Undeclared fields are dropped before they are read; they may still cost time. */
function isTooDeep(value: unknown, depth = 0): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return depth === DEEPEST || Object.values(value).some((part) => isTooDeep(part, depth + 1));
}
