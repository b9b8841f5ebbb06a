/** The pages of the site: rendered once, kept for a minute, sent with a nonce of their own. */

import type { FastifyReply, FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import { arrivalNames } from '#contract/brand/boot.ts';
import { LEGAL_PAGES } from '#contract/brand/legal.ts';
import { originsOfPixels } from '#contract/insight/pixels.ts';
import { AVAILABLE_PEOPLE_SHOWN_FROM } from '#contract/kernel/constants.ts';
import type { VisitorContext } from '#server/app.ts';
import { visitorContext } from '#server/bind.ts';
import { isAway } from '#server/platform/away.ts';
import { MINUTE, SECOND } from '#server/platform/clock.ts';
import { coalesceLoads } from '#server/platform/coalesce.ts';
import type { Config } from '#server/platform/config/config.ts';
import { acceptsEncoding } from '#server/platform/http/accept-encoding.ts';
import type { PreparedAnswers } from '#server/platform/http/prepared-answers.ts';
import type { Brand } from '../directory.ts';
import { pathOf, resolveFlow } from '../flows.ts';
import type { Arrival } from '../flows.ts';
import type { ListKept } from '../legal-facts.ts';
import { legalHtml, versionsOfPage } from '../legal-text.ts';
import { photoOrigins } from '../photo-address.ts';
import { bootKey, createBootCache } from './boot.ts';
import { NONCE, assemblePage, contentSecurityPolicy, documentHeaders, freshNonce } from './html.ts';
import type { Page } from './page-copies.ts';
import type { PageData, PageSource } from './page-source.ts';
import { isListed } from './search-engines.ts';

const landingPaths = new Set(['/', '/signup', '/asignup', '/ms', '/find']);

const KEPT_PAGES = 500;
const KEPT_PATHS = 1_000;
/** A longer address is not asked for twice. */
const LONGEST_PATH = 200;
const PAGE_LIVES = MINUTE;
/** A page without its figures, since they could not be read. */
const BARE_PAGE_LIVES = 5 * SECOND;
/** A page without a request meanwhile shows figures and reviews of long ago, and is not served once more. */
const SERVED_PAST_ITS_LIFE = MINUTE;
const noData: PageData = { availablePeople: null, reviews: null, legal: null, trust: null };

interface Kept {
  page: Page;
  status: number;
  listed: boolean;
  /** The page's policy in pieces, to be joined by the nonce as well. */
  policy: readonly string[];
  until: number;
}

/** What pages show of people and sessions, read by rooms that stand above this one. */
export interface PageReads {
  /** The flow of the member whose session a request shows, if there is one. */
  readOwnFlow(
    context: VisitorContext,
    authorization: string | undefined,
  ): Promise<{ flowId: string; brand: Brand } | undefined>;
  countAvailable(context: VisitorContext, wanted: { flowId: string }): Promise<{ total: number }>;
  listReviews(context: VisitorContext): Promise<NonNullable<PageData['reviews']>>;
  listKept: ListKept;
  readTrust(context: VisitorContext): Promise<NonNullable<PageData['trust']>>;
}

export interface SiteOptions {
  source: PageSource;
  reads: PageReads;
  /** Whether pages are bound to a content security policy; the development server's scripts would not run. */
  strict: boolean;
}

export function createSitePages({ source, reads, strict, send }: SiteOptions & { send: PreparedAnswers }) {
  const boot = createBootCache();
  const kept = new LRUCache<string, Kept>({ max: KEPT_PAGES });
  const makeOnce = coalesceLoads<Kept>();
  const paths = new LRUCache<string, string>({ max: KEPT_PATHS });

  /** To go through all routes of the site costs a fifth of a page. */
  function preparedPath(asked: string): string {
    const known = paths.get(asked);
    if (known !== undefined) return known;
    const path = source.preparedPath(asked);
    if (asked.length <= LONGEST_PATH) paths.set(asked, path);
    return path;
  }

  async function makePage(
    key: string,
    context: VisitorContext,
    arrival: Arrival,
    path: string,
  ): Promise<Kept> {
    const bootJson = boot(context, arrival).toString();
    const { pageData, lives } = await readOrLeaveOut(context, () =>
      readPageData(reads, context, arrival, path),
    );
    const made = await source.render({
      boot: JSON.parse(bootJson),
      pageData,
      url: path,
      language: context.language,
    });
    for (const err of made.faults)
      context.app.log.error({ err, path }, 'a part of a page could not be rendered');
    const fresh = {
      page: await assemblePage({ ...source, ...made, context, path, bootJson, pageData }),
      status: made.status,
      listed: made.indexed && isListed(context.brand),
      policy: contentSecurityPolicy(NONCE, sourcesOf(context)).split(NONCE),
      until: context.app.clock.now().getTime() + lives,
    };
    kept.set(key, fresh);
    return fresh;
  }

  /** A page a little past its minute serves on while the next one is made, and any for as long as that fails. */
  async function findPage(context: VisitorContext, request: FastifyRequest): Promise<Kept> {
    const asked = pathOf(request.url);
    const path = preparedPath(asked);
    const arrival = arrivalOf(request, asked);
    const key = `${path} ${bootKey(context, arrival)}`;
    const known = kept.get(key);
    const now = context.app.clock.now().getTime();
    if (known && known.until > now) return known;
    const made = makeOnce(key, () => makePage(key, context, arrival, path));
    if (!known) return made;
    const orKnown = made.catch((error: unknown) => {
      context.app.log.warn({ err: error, path }, 'a page could not be made anew');
      return known;
    });
    return known.until + SERVED_PAST_ITS_LIFE > now ? known : orKnown;
  }

  async function sendPage(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const context = visitorContext(request);
    const { page, status, policy, listed } = await findPage(context, request);
    const nonce = freshNonce();
    if (strict) reply.header('content-security-policy', policy.join(nonce));
    if (!listed) reply.header('x-robots-tag', 'noindex');
    reply.code(status).headers(documentHeaders).header('vary', 'cookie, accept-encoding');
    if (!acceptsEncoding(request, 'gzip')) return reply.send(page.copyFor(nonce, reply.raw));
    return reply.header('content-encoding', 'gzip').send(page.packedFor(nonce, reply.raw));
  }

  async function sendBoot(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const query = request.query as Record<string, unknown>;
    const visitor = visitorContext(request);
    const own = await reads.readOwnFlow(visitor, request.headers.authorization);
    const context = own ? { ...visitor, brand: own.brand } : visitor;
    const arrival = {
      ...arrivalOf(request, '/'),
      path: textOf(query[arrivalNames.path]) ?? '/',
      ownFlowId: own?.flowId,
    };
    return send(request, reply.header('vary', 'cookie, authorization'), {
      key: `boot ${bootKey(context, arrival)}`,
      make: () => ({ type: 'application/json; charset=utf-8', content: boot(context, arrival) }),
      cacheControl: 'no-cache',
    });
  }

  return { sendPage, sendBoot };
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

function arrivalOf(request: FastifyRequest, path: string): Arrival {
  const query = request.query as Record<string, unknown>;
  return {
    flowId: textOf(query[arrivalNames.flowId[0]]) ?? textOf(query[arrivalNames.flowId[1]]),
    trackerId: textOf(query[arrivalNames.trackerId]),
    campaignId: textOf(query[arrivalNames.campaignId]),
    path,
  };
}

/** While the database is away the page comes without its figures: it still says who we are, and what is the matter. */
async function readOrLeaveOut(
  { app: { log } }: VisitorContext,
  read: () => Promise<PageData>,
): Promise<{ pageData: PageData; lives: number }> {
  try {
    return { pageData: await read(), lives: PAGE_LIVES };
  } catch (error) {
    if (!isAway(error)) throw error;
    log.warn({ err: error }, 'a page goes out without its figures');
    return { pageData: noData, lives: BARE_PAGE_LIVES };
  }
}

async function readPageData(
  reads: PageReads,
  context: VisitorContext,
  arrival: Arrival,
  path: string,
): Promise<PageData> {
  const page = LEGAL_PAGES.find((name) => path === `/legal/${name}`);
  if (page)
    return {
      ...noData,
      legal: {
        page,
        versions: versionsOfPage(context.brand, page),
        html: legalHtml({ ...context.brand, listKept: reads.listKept }, page, context.language),
      },
    };
  if (path === '/trust') return { ...noData, trust: await reads.readTrust(context) };
  if (!landingPaths.has(path)) return noData;
  const { total } = await reads.countAvailable(context, { flowId: resolveFlow(context.brand, arrival).id });
  const reviews = await reads.listReviews(context);
  return {
    ...noData,
    availablePeople: total >= AVAILABLE_PEOPLE_SHOWN_FROM ? total : null,
    reviews: reviews.total > 0 ? reviews : null,
  };
}

/** Where a browser looks up Google Pay before it opens its own sheet for it. No script comes from there. */
const googlePay = ['https://google.com', 'https://www.google.com', 'https://pay.google.com'];

/** Hosts that were moved elsewhere must still be reachable from the page. */
function sourcesOf(context: VisitorContext) {
  const { config } = context.app;
  const { brand, origin } = context;
  const { host } = new URL(origin);
  const moved = Object.values(config.hosts).flatMap((address) =>
    address ? [address.replaceAll('{host}', host)] : [],
  );
  const socket = origin.replace(/^http/, 'ws');
  const connect = [socket, ...moved.map((address) => new URL(address).origin)];
  if (brand.settings.wallet) connect.push(...googlePay);
  const pixels = originsOfPixels(brand.settings.pixels);
  return {
    connect: [...connect, ...pixels.connect],
    images: [...photoOrigins(context), ...pixels.images],
    banks: banksOf(config),
  };
}

/** A bank asks its customer on a page of its own, which may be anywhere; the stand-ins' are on this machine. */
function banksOf({ environment, payments: { sandboxUrl } }: Config): string[] {
  if (environment === 'production') return ['https:'];
  const elsewhere = sandboxUrl ? [new URL(sandboxUrl).origin] : [];
  return ['https:', 'http://localhost:*', 'http://127.0.0.1:*', ...elsewhere];
}
