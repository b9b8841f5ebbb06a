/** Everything that is fetched by address rather than called: pages, their files, icons, pictures. */

import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fastifyStatic } from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { providers } from '#contract/billing/providers.ts';
import { LANGUAGES } from '#contract/kernel/constants.ts';
import { fail } from '#contract/kernel/errors.ts';
import { themeCss } from '#contract/theme/theme.ts';
import type { App, VisitorContext } from '#server/app.ts';
import { visitorContext } from '#server/bind.ts';
import { createPreparedAnswers } from '#server/platform/http/prepared-answers.ts';
import { isCall } from '#server/platform/http/server.ts';
import { opensWaiting, photoOrigins } from '../photo-address.ts';
import { openUploaded, picturesFolder } from '../pictures.ts';
import { isSection, renderReference } from './api-reference.ts';
import { serveBuiltFiles } from './built-files.ts';
import { NONCE, contentSecurityPolicy, documentHeaders, freshNonce } from './html.ts';
import { createIconCache, iconSizes, iconSvg, webManifest } from './installed-app.ts';
import { describeApi } from './open-api.ts';
import { isListed, robotsText, sitemapXml } from './search-engines.ts';
import { createShareCache, sharePath } from './share-picture.ts';
import { createSitePages } from './site-pages.ts';
import type { SiteOptions } from './site-pages.ts';
import { CHANGE_PASSWORD_PAGE, securityText } from './well-known.ts';

const dist = join(import.meta.dirname, '../../../dist');
const FOREVER = 'public, max-age=31536000, immutable';
const AN_HOUR = 'public, max-age=3600';
const JSON_TYPE = 'application/json; charset=utf-8';

/** Everything that is fetched by address rather than called: pages, their files, pictures. */
export async function addPages(app: App, server: FastifyInstance, options: SiteOptions): Promise<void> {
  const send = createPreparedAnswers();
  const { sendPage, sendBoot } = createSitePages({ ...options, send });
  const icon = createIconCache();
  const share = createShareCache(app.storage);

  for (const [prefix, folder] of [
    ['/assets/', 'site/assets'],
    ['/console/assets/', 'console/assets'],
    ['/console/preview/assets/', 'preview/assets'],
  ] as const) {
    const root = join(dist, folder);
    if (existsSync(root)) await serveBuiltFiles(server, prefix, root);
  }

  await server.register(fastifyStatic, {
    root: picturesFolder,
    prefix: '/brand-pictures/',
    decorateReply: false,
    cacheControl: false,
    setHeaders: (reply) => {
      reply.header('cache-control', AN_HOUR);
    },
  });
  server.get('/brand-uploads/*', async (request, reply) => {
    const { '*': picture } = request.params as { '*': string };
    const file = await openUploaded(app.storage, picture);
    if (!file) return fail('request.not_found');
    return reply
      .header('cache-control', FOREVER)
      .header('content-length', file.size)
      .type(file.contentType)
      .send(file.stream);
  });
  server.get('/boot.json', sendBoot);
  server.get('/openapi.json', { config: { weight: 5 } }, (request, reply) =>
    send(request, reply, {
      key: 'openapi',
      make: () => ({ type: JSON_TYPE, content: JSON.stringify(describeApi()) }),
      cacheControl: AN_HOUR,
    }),
  );
  if (app.config.environment !== 'production') {
    server.get('/docs', sendReference);
    server.get('/docs/:section', sendReference);
  }
  /** What a brand says at one of its hostnames in one language, until it changes. */
  const sendOfBrand = (
    request: FastifyRequest,
    reply: FastifyReply,
    type: string,
    make: (context: VisitorContext) => Promise<string> | string,
  ) => {
    const context = visitorContext(request);
    const { brand, origin, language } = context;
    return send(request, reply, {
      key: [request.routeOptions.url, brand.id, brand.version, origin, language].join(' '),
      make: async () => ({ type, content: await make(context) }),
      cacheControl: AN_HOUR,
    });
  };
  server.get('/manifest.webmanifest', (request, reply) =>
    sendOfBrand(request, reply, 'application/manifest+json; charset=utf-8', async (context) =>
      JSON.stringify(await webManifest(context)),
    ),
  );
  // For pages that stay open while their brand changes its look; a page that opens has it inside.
  server.get('/theme.css', (request, reply) =>
    sendOfBrand(request, reply, 'text/css; charset=utf-8', ({ brand }) => themeCss(brand.settings.theme)),
  );
  server.get('/icons/icon.svg', (request, reply) =>
    sendOfBrand(request, reply, 'image/svg+xml', ({ brand }) => iconSvg(brand)),
  );
  server.get('/favicon.ico', (_, reply) => reply.redirect('/icons/icon.svg', 301));
  for (const size of iconSizes) {
    server.get(`/icons/${size}.png`, async (request, reply) =>
      reply
        .header('cache-control', AN_HOUR)
        .type('image/png')
        .send(await icon(visitorContext(request).brand, size)),
    );
  }
  server.get('/.well-known/apple-developer-merchantid-domain-association', (request, reply) => {
    const { wallet } = visitorContext(request).brand.settings;
    if (!wallet?.appleDomainAssociation) return fail('request.not_found');
    return reply
      .header('cache-control', AN_HOUR)
      .type('text/plain; charset=utf-8')
      .send(wallet.appleDomainAssociation);
  });
  server.get('/.well-known/security.txt', (request, reply) =>
    reply
      .header('cache-control', AN_HOUR)
      .type('text/plain; charset=utf-8')
      .send(securityText(visitorContext(request))),
  );
  server.get('/.well-known/change-password', (_, reply) =>
    reply.header('cache-control', 'no-store').redirect(CHANGE_PASSWORD_PAGE),
  );
  server.get('/robots.txt', (request, reply) =>
    sendOfBrand(request, reply, 'text/plain; charset=utf-8', robotsText),
  );
  server.get('/sitemap.xml', (request, reply) => {
    if (!isListed(visitorContext(request).brand)) return fail('request.not_found');
    return sendOfBrand(request, reply, 'application/xml; charset=utf-8', (context) =>
      sitemapXml(context, options.source.indexedPaths),
    );
  });
  server.get('/share/:name', (request, reply) => sendSharePicture(share, request, reply));
  if (existsSync(join(dist, 'site/sw.js'))) {
    await server.register(fastifyStatic, { root: join(dist, 'site'), serve: false });
    server.get('/sw.js', (_, reply) =>
      reply.header('cache-control', 'no-cache').sendFile('sw.js', { cacheControl: false }),
    );
  }

  server.get('/media/*', (request, reply) => sendMedia(app, request, reply));
  const sendPageOfConsole = (template: string, reply: FastifyReply) => {
    const nonce = freshNonce();
    if (options.strict) {
      // The console works across brands, and each brand's photos are at its own address.
      const images = app.brands.all().flatMap((brand) => photoOrigins({ app, brand }));
      const sources = { connect: [], images: [...new Set(images)], banks: [] };
      reply.header('content-security-policy', contentSecurityPolicy(nonce, sources));
    }
    reply.header('x-robots-tag', 'noindex');
    return reply.headers(documentHeaders).send(template.replaceAll(NONCE, nonce));
  };
  const { consoleTemplate, previewTemplate } = options.source;
  const sendConsole = (_: FastifyRequest, reply: FastifyReply) => sendPageOfConsole(consoleTemplate, reply);
  // The console shows it in a frame of its own: the members' app over made-up answers.
  server.get('/console/preview', (_, reply) => sendPageOfConsole(previewTemplate, reply));
  server.get('/console', sendConsole);
  server.get('/console/*', sendConsole);

  for (const { returnPage } of Object.values(providers))
    server.get(returnPage.path, (request, reply) =>
      request.headers['sec-fetch-dest'] === 'iframe' ? sendBack(reply) : sendPage(request, reply),
    );
  server.get('/*', (request, reply) => {
    const [path = ''] = request.url.split('?', 1);
    if (isCall(path) || /\.\w{1,12}$/.test(path)) return fail('request.not_found');
    return sendPage(request, reply);
  });
}

/**
 * The bank has asked in a frame, and sends it back. There is nothing to see in it: the page around it goes on as soon as
 * the frame has come here, and need not wait for the whole site to start in there.
 */
function sendBack(reply: FastifyReply) {
  return reply
    .headers(documentHeaders)
    .header('content-security-policy', "default-src 'none'; frame-ancestors 'self'")
    .send('<!doctype html><title>…</title>');
}

/** A photo in one of its widths, or the blurred one that visitors get. Nothing else in the storage is public. */
const isPicture =
  /^(?:photos\/[0-9a-f-]{36}\/[0-9a-f-]{36}\/\d{1,4}|blurred\/[0-9a-f-]{36}\/[0-9a-f-]{36})\.webp$/;

/** A photo that is not approved yet, for its owner and for moderators. */
const isWaitingPicture = /^waiting\/[0-9a-f-]{36}\/[0-9a-f-]{36}\/\d{1,4}\.webp$/;

/** What is approved never changes under its address and may be kept for ever; what waits is kept by no cache. */
async function sendMedia(app: App, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const key = (request.params as { '*': string })['*'];
  const { brandId } = visitorContext(request);
  const waits = isWaitingPicture.test(key) && opensWaiting(app, key, request.query as object);
  // A brand's pictures are served on its own hostnames only.
  if (!(waits || isPicture.test(key)) || key.split('/')[1] !== brandId) return fail('request.not_found');
  const file = await app.storage.get(key);
  if (!file) return fail('request.not_found');
  return (
    reply
      .header('cache-control', waits ? 'private, no-store' : FOREVER)
      .header('content-length', file.size)
      // Pages at a brand's other hostnames show them too, and the console those of all brands.
      .header('cross-origin-resource-policy', 'cross-origin')
      .type(file.contentType)
      .send(file.stream)
  );
}

/** The contract to read, for developers. */
function sendReference(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const { section = 'overview' } = request.params as { section?: string };
  if (!isSection(section)) return fail('request.not_found');
  const nonce = freshNonce();
  const sources = { connect: [], images: [], banks: [] };
  return reply
    .headers(documentHeaders)
    .header('content-security-policy', contentSecurityPolicy(nonce, sources))
    .header('x-robots-tag', 'noindex')
    .send(renderReference(section, nonce));
}

/** A version that is gone leads to the picture of today: links that were shared live for years. */
async function sendSharePicture(
  draw: ReturnType<typeof createShareCache>,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { brand } = visitorContext(request);
  const { name } = request.params as { name: string };
  const [, wanted] = /^(\w\w)-[0-9a-f]{12}\.png$/.exec(name) ?? [];
  const language = LANGUAGES.find((each) => each === wanted);
  if (!language) return fail('request.not_found');
  const path = sharePath(brand, language);
  if (path !== `/share/${name}`) return reply.header('cache-control', AN_HOUR).redirect(path);
  return reply
    .header('cache-control', FOREVER)
    .header('cross-origin-resource-policy', 'cross-origin')
    .type('image/png')
    .send(await draw(brand, language));
}
