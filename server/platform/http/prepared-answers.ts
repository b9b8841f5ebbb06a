/**
 * Answers that are the same for many: made once, kept as compressed bytes under a hash of their content. Making one may take
 * a tenth of a second (all towns of a country), sending it again takes no more than any small answer.
 */

import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { SECOND } from '../clock.ts';
import { createLoadCache } from '../coalesce.ts';
import { acceptsEncoding } from './accept-encoding.ts';

/** The same bytes in each way of packing them, the smallest first. */
interface PreparedAnswer {
  type: string;
  etag: string;
  plain: Buffer;
  packed: readonly { encoding: 'br' | 'gzip'; bytes: Buffer }[];
}

interface Content {
  type: string;
  content: string | Buffer;
}

interface Sending {
  /** Which answer it is, by all that it depends on. */
  key: string;
  make: () => Promise<Content> | Content;
  /** How long it is kept here; without it, until others push it out. */
  keepSeconds?: number;
  cacheControl: string;
}

/** Smaller ones would gain less than the headers cost. */
const WORTH_PACKING = 1_024;
const BROTLI_QUALITY = 9;
const MOST_KEPT = 1_000;

const [packBrotli, packGzip] = [promisify(brotliCompress), promisify(gzip)];

/** Sends such answers, and makes each once however many ask for it meanwhile. What fails is not kept. */
export function createPreparedAnswers(max = MOST_KEPT) {
  const kept = createLoadCache<PreparedAnswer>({ max });
  const find = ({ key, make, keepSeconds = Infinity }: Sending) =>
    kept(key, async () => prepare(await make()), keepSeconds * SECOND);

  return async (request: FastifyRequest, reply: FastifyReply, sending: Sending): Promise<FastifyReply> =>
    send(request, reply.header('cache-control', sending.cacheControl), await find(sending));
}

export type PreparedAnswers = ReturnType<typeof createPreparedAnswers>;

async function prepare({ type, content }: Content): Promise<PreparedAnswer> {
  const plain = Buffer.from(content);
  const digest = createHash('sha256').update(plain).digest('base64url').slice(0, 22);
  const answer = { type, plain, etag: `W/"${digest}"`, packed: [] };
  if (plain.length < WORTH_PACKING) return answer;
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY,
    [constants.BROTLI_PARAM_SIZE_HINT]: plain.length,
  };
  const [br, gz] = await Promise.all([packBrotli(plain, { params }), packGzip(plain)]);
  const packed = [
    { encoding: 'br', bytes: br },
    { encoding: 'gzip', bytes: gz },
  ] as const;
  return { ...answer, packed };
}

function send(request: FastifyRequest, reply: FastifyReply, answer: PreparedAnswer): FastifyReply {
  const { type, etag, plain, packed } = answer;
  reply.header('etag', etag);
  const varies = [reply.getHeader('vary'), packed.length > 0 && 'accept-encoding'].filter(Boolean);
  if (varies.length > 0) reply.header('vary', varies.join(', '));
  if (isKnown(request, etag)) return reply.code(304).send();
  const chosen = packed.find(({ encoding }) => acceptsEncoding(request, encoding));
  if (chosen) reply.header('content-encoding', chosen.encoding);
  return reply.type(type).send(chosen?.bytes ?? plain);
}

/** Whether the caller has this very answer already. Only what is read can be left out. */
function isKnown({ method, headers }: FastifyRequest, etag: string): boolean {
  const asked = headers['if-none-match'];
  if (asked === undefined || (method !== 'GET' && method !== 'HEAD')) return false;
  return asked.split(',').some((known) => known.trim().replace(/^W\//, '') === etag.slice(2));
}
