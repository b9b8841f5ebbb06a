import { Readable } from 'node:stream';
import fastifyMultipart from '@fastify/multipart';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { BRAND_VERSION_HEADER } from '#contract/kernel/constants.ts';
import { hostPrefixes } from '#contract/kernel/endpoint.ts';
import type { Endpoint } from '#contract/kernel/endpoint.ts';
import { Failure, commonErrors, fail } from '#contract/kernel/errors.ts';
import { SEAL_KEY_HEADER } from '#contract/kernel/sealing.ts';
import type { Platform, SiteContext } from '../platform.ts';
import { decode } from './failures.ts';
import { bodyLimitOf } from './largest-json.ts';
import { createPreparedAnswers } from './prepared-answers.ts';
import type { PreparedAnswers } from './prepared-answers.ts';
import { takeUpload } from './uploads.ts';

/** An endpoint of the contract and what answers it. `server/bind.ts` makes sure that the two fit. */
export interface Binding {
  endpoint: Endpoint;
  handler: (context: never, input: never) => unknown;
  beforeUpload?: (context: never, input: never) => unknown;
}

type Plain = Record<string, unknown>;

function decodePart(schema: z.ZodType | undefined, value: unknown): Plain {
  return schema ? (decode(schema, value ?? {}) as Plain) : {};
}

async function openSealed(app: Platform, { sealed }: Endpoint, body: unknown): Promise<Plain> {
  if (!sealed) return {};
  const jwe = (body as Plain | null | undefined)?.[sealed.wire];
  if (typeof jwe !== 'string') return fail('request.not_sealed');
  const content = await app.sealingKeys.open(sealed.key, jwe);
  return { [sealed.name]: decodePart(sealed.content, content) };
}

/** Seals the named field of a wire reply, where it holds an object, to the key the caller sent. */
function sealReply(app: Platform, endpoint: Endpoint, request: FastifyRequest, wire: Plain): Plain {
  const field = endpoint.sealedReply;
  if (!field || typeof wire[field] !== 'object' || wire[field] === null) return wire;
  return {
    ...wire,
    [field]: app.sealingKeys.sealReply(String(request.headers[SEAL_KEY_HEADER]), wire[field]),
  };
}

function requireSealKey(app: Platform, endpoint: Endpoint, request: FastifyRequest): void {
  if (!endpoint.sealedReply) return;
  const header = request.headers[SEAL_KEY_HEADER];
  if (typeof header !== 'string' || !app.sealingKeys.acceptsReplyKey(header))
    fail('request.seal_key_missing');
}

function requireOwner({ owner, access }: Endpoint, context: SiteContext, input: Plain): void {
  // A visitor has no owner to compare with, whatever name they give, and a member need not say who they are.
  if (access === 'visitor-or-member' && (!('accountId' in context) || !input[owner ?? ''])) return;
  if (owner && input[owner] !== (context as { trackerId?: string }).trackerId) fail('session.not_yours');
}

/** A use case may fail only as its endpoint declares; anything else is a bug of ours and answered as one. */
function requireDeclared({ errors, path }: Endpoint, failure: Failure): Failure {
  const implied = [
    'session.missing',
    'session.dead',
    'session.not_yours',
    'request.not_sealed',
    'request.seal_key_missing',
    'staff.forbidden',
    'staff.factor_missing',
    'consent.missing',
    'region.missing',
    'walk.stops_here',
  ];
  if (errors.includes(failure.code) || commonErrors.includes(failure.code) || implied.includes(failure.code))
    return failure;
  throw new Error(`${path} failed with ${failure.code}, which it does not declare`, { cause: failure });
}

function sendFile(reply: FastifyReply, { file }: Endpoint, blob: Blob): FastifyReply {
  if (file?.keepSeconds !== undefined) reply.header('cache-control', `private, max-age=${file.keepSeconds}`);
  return reply
    .type(file?.contentType ?? 'application/octet-stream')
    .header('content-disposition', 'attachment')
    .header('content-length', blob.size)
    .send(Readable.fromWeb(blob.stream()));
}

/** All that a reply which is the same for the visitors of a brand may depend on, besides the input. */
function placeOf({ brand, language, origin }: SiteContext): string {
  return [brand.id, brand.version, language, origin].join(' ');
}

function encodeShared({ reply, html }: Endpoint, plain: unknown): { type: string; content: string } {
  const wire = z.encode(reply, plain);
  return html
    ? { type: 'text/html; charset=utf-8', content: String(wire) }
    : { type: 'application/json; charset=utf-8', content: JSON.stringify(wire) };
}

/** Finds out who calls, or fails. */
export type Identify<A extends Platform> = (
  app: A,
  endpoint: Endpoint,
  request: FastifyRequest,
) => Promise<SiteContext>;

/** Texts of law in every version and language of some brands. */
const MOST_SHARED = 300;

/** Registers every binding: identify, decode, call, encode, seal. */
export function mount<A extends Platform>(
  app: A,
  server: FastifyInstance,
  bindings: readonly Binding[],
  identify: Identify<A>,
): void {
  const sendShared = createPreparedAnswers(MOST_SHARED);
  const add = (scope: FastifyInstance, binding: Binding) =>
    addRoute(app, scope, binding, { identify, sendShared });
  const uploads = bindings.filter(({ endpoint }) => endpoint.upload);
  const lenient = bindings.filter(({ endpoint }) => endpoint.anyBody);
  for (const binding of bindings)
    if (!binding.endpoint.upload && !binding.endpoint.anyBody) add(server, binding);
  if (lenient.length > 0)
    void server.register(async (scope) => {
      scope.removeContentTypeParser('application/json');
      scope.addContentTypeParser('application/json', { parseAs: 'string' }, readAnything);
      for (const binding of lenient) add(scope, binding);
    });
  if (uploads.length === 0) return;
  // Only these read multipart; elsewhere it stays a type that is refused.
  void server.register(async (scope) => {
    await scope.register(fastifyMultipart);
    for (const binding of uploads) add(scope, binding);
  });
}

/** JSON that is an object, or an empty one. */
function readAnything(
  _: FastifyRequest,
  text: string | Buffer,
  done: (error: null, body: object) => void,
): void {
  let read: unknown;
  try {
    read = JSON.parse(String(text));
  } catch {
    // What cannot be read says nothing.
  }
  done(null, typeof read === 'object' && read !== null && !Array.isArray(read) ? read : {});
}

function addRoute<A extends Platform>(
  app: A,
  server: FastifyInstance,
  { endpoint, handler, beforeUpload }: Binding,
  { identify, sendShared }: { identify: Identify<A>; sendShared: PreparedAnswers },
): void {
  if (endpoint.shared && endpoint.access !== 'visitor')
    throw new Error(`${endpoint.path} is not for everybody, and its answer cannot be shared`);
  type Call = (context: SiteContext, input: Plain) => unknown;
  const declared =
    (call: Call): Call =>
    async (context, input) => {
      try {
        return await call(context, input);
      } catch (error) {
        throw error instanceof Failure ? requireDeclared(endpoint, error) : error;
      }
    };
  const answer = declared(handler as Call);
  const { shared } = endpoint;
  const send = shared?.most === undefined ? sendShared : createPreparedAnswers(shared.most);
  const admit = declared((beforeUpload ?? (() => {})) as Call);
  server.route({
    method: endpoint.method,
    // The root of a host is the same with and without its slash, as every address is here.
    url: hostPrefixes[endpoint.host] + endpoint.path,
    config: {
      weight: endpoint.weight ?? 1,
      ...(endpoint.sealedReply === 'result' && { nullOnFailure: 'result' }),
    },
    bodyLimit: bodyLimitOf(endpoint),
    handler: async (request, reply) => {
      const context = await identify(app, endpoint, request);
      reply.header(BRAND_VERSION_HEADER, context.brand.version);
      requireSealKey(app, endpoint, request);
      const input = {
        ...decodePart(endpoint.headers, request.headers),
        ...decodePart(endpoint.params, request.params),
        ...decodePart(endpoint.query, request.query),
        ...decodePart(endpoint.body, request.body),
        ...(await openSealed(app, endpoint, request.body)),
      };
      requireOwner(endpoint, context, input);
      if (shared)
        return send(request, reply, {
          key: `${endpoint.path} ${JSON.stringify([shared.by === 'brand' && placeOf(context), input])}`,
          make: async () => encodeShared(endpoint, await answer(context, input)),
          keepSeconds: shared.seconds,
          // What a brand says differs by cookie and may change at any time, so that browsers ask each time.
          cacheControl: shared.by === 'address' ? `public, max-age=${shared.seconds}` : 'no-cache',
        });
      const plain = endpoint.upload
        ? await takeUpload(app, { upload: endpoint.upload, request, context }, async (read) => {
            await admit(context, input);
            return answer(context, { ...input, ...(await read()) });
          })
        : await answer(context, input);
      reply.header('cache-control', 'no-store');
      if (endpoint.file) return sendFile(reply, endpoint, plain as Blob);
      const wire = z.encode(endpoint.reply, plain);
      if (endpoint.html) return reply.type('text/html; charset=utf-8').send(wire);
      return Array.isArray(wire) ? wire : sealReply(app, endpoint, request, wire as Plain);
    },
  });
}
