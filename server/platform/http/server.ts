import { timingSafeEqual } from 'node:crypto';
import type { Socket } from 'node:net';
import { fastifyCompress } from '@fastify/compress';
import { fastify } from 'fastify';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { countries } from '#contract/countries/list.ts';
import { hostPrefixes } from '#contract/kernel/endpoint.ts';
import { Failure, fail } from '#contract/kernel/errors.ts';
import { networkOf } from '../network.ts';
import type { Platform, SiteContext } from '../platform.ts';
import { createLocalRateLimiter } from '../security/rate-limits.ts';
import { hashToken } from '../security/sessions.ts';
import { ARRIVAL_PATH, answerArrival } from './arrival.ts';
import { languageOf, rawAnswer, sendFailure, toFailure } from './failures.ts';
import { findConsoleSite, findSite } from './origins.ts';
import {
  compileTrust,
  countryOfAddress,
  storableAddress,
  trustedProxies,
  askedHost,
  toOriginForm,
  userAgentOf,
} from './proxies.ts';
import { watchReadiness } from './readiness.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** A field of the reply that is null where the call fails, as the specification has it for sign-up. */
    nullOnFailure?: string;
    /** So many ordinary requests it counts for where those of one network are counted. */
    weight?: number;
  }
  interface FastifyRequest {
    visitor: SiteContext | undefined;
  }
}

/** The context that the first hook has put on the request. */
export function siteContext(request: FastifyRequest): SiteContext {
  if (!request.visitor) throw new Error('the request has no brand yet');
  return request.visitor;
}

/** Of what is no call of the contract: each of those has a limit of its own. */
const BODY_LIMIT = 16 * 1024;
/** The longest are of links with a token and a way back. Node refuses heads of more than 16 KiB altogether. */
const LONGEST_URL = 10 * 1024;
const RATE_WINDOW_MS = 10_000;
const PROVIDER_SHARE = 50;
const REQUEST_TIMEOUT_MS = 30_000;
const machinePaths = new Set(['/healthz', '/readyz', '/metrics']);
const callPrefixes = Object.values(hostPrefixes);

/** Whether a path is a call of the contract, by whole segments: `/pay/…` is, `/paymentPage` is not. */
export function isCall(path: string): boolean {
  return callPrefixes.some((prefix) => path === prefix || path.startsWith(`${prefix}/`));
}

export interface HttpServer {
  server: FastifyInstance;
  /**
   * From now on `/readyz` says no, so that a load balancer sends no new client. The present ones are still answered
   * until nothing runs any more, or until the time is up.
   */
  drain(patienceMilliseconds: number): Promise<void>;
  /** Clients that still wait when the time is up are cut off. */
  close(): Promise<void>;
}

export async function createHttpServer(app: Platform): Promise<HttpServer> {
  const requests = countRunning();
  const patience = new AbortController();
  let draining = false;
  let timer: NodeJS.Timeout | undefined;
  const { requestsPerAddress } = app.config.limits;
  const checkRate = createLocalRateLimiter(requestsPerAddress, RATE_WINDOW_MS);
  // A payment provider is one address for all who pay, and its webhooks must not be refused.
  const checkProvider = createLocalRateLimiter(requestsPerAddress * PROVIDER_SHARE, RATE_WINDOW_MS);
  const trust = compileTrust(app.config);
  const server = fastify({
    bodyLimit: BODY_LIMIT,
    requestTimeout: REQUEST_TIMEOUT_MS,
    trustProxy: trustedProxies(app.config),
    rewriteUrl: toOriginForm,
    frameworkErrors(error, request, reply) {
      void sendFailure(app, reply as never, toFailure(app, error, request.url), 'en');
    },
    clientErrorHandler: refuseBrokenRequest,
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 1_500 },
    forceCloseConnections: 'idle',
    return503OnClosing: false,
  });
  server.removeContentTypeParser('text/plain');
  await server.register(fastifyCompress, {
    encodings: ['br', 'gzip'],
    threshold: 2_048,
    brotliOptions: { params: { 0: 0, 1: 4 } },
  });

  server.decorateRequest('visitor', undefined);
  // These hooks stand before every answer, so they neither wait nor make what can be kept.
  server.addHook('onRequest', (request, reply, next) => {
    reply.header('x-content-type-options', 'nosniff');
    if (request.url.length > LONGEST_URL) fail('request.too_large');
    if (machinePaths.has(request.url) || request.url.startsWith(ARRIVAL_PATH)) return next();
    requests.begin();
    reply.raw.once('close', requests.end);
    const host = askedHost(request.raw, trust);
    const { brand, origin } =
      findSite(app, host) ?? findConsoleSite(app, host, request.url) ?? fail('brand.unknown');
    if (origin.startsWith('https:')) reply.header('strict-transport-security', 'max-age=31536000');
    request.visitor = {
      app,
      brand,
      brandId: brand.id,
      origin,
      ip: storableAddress(request.ip, request.socket.remoteAddress),
      addressCountry: countryOfAddress(request.raw, app.config, trust),
      userAgent: userAgentOf(request.raw),
      language: languageOf(request, countries[brand.settings.country].language),
    };
    const check = request.url.startsWith('/pay/webhooks/') ? checkProvider : checkRate;
    check(networkOf(request.visitor.ip), Date.now(), request.routeOptions.config.weight);
    next();
  });
  const secondsOf = keepTimers(app);
  server.addHook('onResponse', (request, reply, next) => {
    const route = request.routeOptions.url ?? 'none';
    secondsOf(route, reply.statusCode).observe(reply.elapsedTime / 1_000);
    if (app.log.isLevelEnabled('debug')) {
      app.log.debug({ route, status: reply.statusCode, ms: Math.round(reply.elapsedTime) }, 'answered');
    }
    next();
  });
  server.setErrorHandler((error, request, reply) => {
    if (isClientGone(request, error)) {
      app.log.debug(
        { err: error, route: request.routeOptions.url },
        'the client went before it was answered',
      );
      return reply.code(CLIENT_GONE).send();
    }
    const failure = toFailure(app, error, request.routeOptions.url ?? 'no route');
    const language = request.visitor?.language ?? languageOf(request, 'en');
    if (failure.code === 'brand.unknown' && !isCall(request.url))
      return reply.code(421).type('text/plain').send(UNKNOWN_HOST);
    return sendFailure(app, reply, failure, language, request.routeOptions.config.nullOnFailure);
  });
  server.setNotFoundHandler((request, reply) =>
    sendFailure(app, reply, new Failure('request.not_found', undefined), request.visitor?.language ?? 'en'),
  );
  addMachineRoutes(app, server, () => draining);
  return {
    server,
    async drain(patienceMilliseconds) {
      draining = true;
      const { promise: enough, resolve } = Promise.withResolvers<void>();
      patience.signal.addEventListener('abort', () => resolve());
      timer = setTimeout(() => patience.abort(), patienceMilliseconds);
      await Promise.race([requests.none(), enough]);
    },
    async close() {
      const cutOff = () => server.server.closeAllConnections();
      const closed = server.close();
      if (patience.signal.aborted) cutOff();
      else patience.signal.addEventListener('abort', cutOff);
      await closed;
      clearTimeout(timer);
    },
  };
}

function countRunning() {
  let running = 0;
  let onNone = () => {};
  return {
    begin() {
      running += 1;
    },
    end() {
      running -= 1;
      if (running === 0) onNone();
    },
    none: () => new Promise<void>((resolve) => (running === 0 ? resolve() : (onNone = resolve))),
  };
}

/**
 * What is not even HTTP gets the same sort of answer as everything else. Browsers open connections ahead: one on which nothing
 * has come in time is closed without a word, which the browser would take for the answer to what it sends there next.
 */
export function refuseBrokenRequest(error: NodeJS.ErrnoException, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) return;
  if (error.code === 'ERR_HTTP_REQUEST_TIMEOUT' && socket.bytesRead === 0) return void socket.destroy();
  const failure =
    error.code === 'HPE_HEADER_OVERFLOW'
      ? new Failure('request.too_large', undefined)
      : new Failure('request.malformed', { issues: [] });
  socket.end(rawAnswer(failure));
}

const thisMachine = new Set(['127.0.0.1', '::1', '::ffff:127.0.0.1']);

/** What proxies write down for a request whose client has gone. */
const CLIENT_GONE = 499;
const brokenStream = /^(?:ERR_STREAM_\w+|ERR_HTTP_HEADERS_SENT|ECONNRESET|EPIPE|ABORT_ERR)$/;

/** The connection is closed, and that is what failed. A bug of ours is one whether or not the client still waits. */
function isClientGone({ raw }: FastifyRequest, error: unknown): boolean {
  return (
    raw.socket.destroyed && error instanceof Error && 'code' in error && brokenStream.test(String(error.code))
  );
}

const UNKNOWN_HOST = 'No site lives at this address.\n';

/** One timer for each route and status; both come from a closed set. */
function keepTimers({ metrics }: Platform) {
  const kept = new Map<string, ReturnType<typeof metrics.requestSeconds.labels>>();
  return (route: string, status: number) => {
    const key = `${status} ${route}`;
    const known = kept.get(key);
    if (known) return known;
    const made = metrics.requestSeconds.labels({ route, status: String(status) });
    kept.set(key, made);
    return made;
  };
}

function addMachineRoutes(app: Platform, server: FastifyInstance, isDraining: () => boolean): void {
  server.get(`${ARRIVAL_PATH}:question`, async (request, reply) => {
    const { question } = request.params as { question: string };
    if (!/^[\w-]{20,100}$/.test(question)) return fail('request.not_found');
    return reply.type('text/plain; charset=utf-8').send(answerArrival(app, question));
  });
  server.get('/healthz', async () => ({ status: 'ok' }));
  const readReadiness = watchReadiness(app, isDraining);
  server.get('/readyz', async (_, reply) => {
    const readiness = await readReadiness();
    return reply.code(readiness.status === 'ready' ? 200 : 503).send(readiness);
  });
  server.get('/metrics', async (request, reply) => {
    if (!mayReadMetrics(app, request)) return fail('request.not_found');
    return reply.type(app.metrics.registry.contentType).send(await app.metrics.registry.metrics());
  });
}

/**
 * Callers with the token. Without one it is open to a developer's machine alone: behind a proxy on the same machine
 * every stranger comes from there.
 */
function mayReadMetrics({ config }: Platform, request: FastifyRequest): boolean {
  if (!config.metricsToken)
    return (
      config.environment !== 'production' &&
      thisMachine.has(request.socket.remoteAddress ?? '') &&
      thisMachine.has(request.ip)
    );
  const given = request.headers.authorization?.replace(/^Bearer /i, '') ?? '';
  return timingSafeEqual(hashToken(given), hashToken(config.metricsToken));
}
