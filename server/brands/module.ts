import type { FastifyInstance } from 'fastify';
import { readLegalText as legalEndpoint } from '#contract/brand/legal.ts';
import type { App } from '#server/app.ts';
import { bind } from '#server/bind.ts';
import type { Module } from '#server/platform/module.ts';
import { createRefresher } from '#server/platform/refresher.ts';
import type { ListKept } from './legal-facts.ts';
import { legalReader } from './legal-text.ts';
import { builtPages, sourcePages } from './pages/page-source.ts';
import { addPages } from './pages/routes.ts';
import type { PageReads } from './pages/site-pages.ts';

export const brandRoutes = ({ listKept }: { listKept: ListKept }) => [
  bind(legalEndpoint, legalReader(listKept)),
];

/** Pages show a few figures of rooms above this one: those are handed in. */
export const brandsModule = (reads: PageReads): Module => ({
  name: 'brands',
  routes: brandRoutes(reads),
  addresses: {
    role: 'web',
    async add(app: App, server: FastifyInstance) {
      const { devServer } = app.config;
      const pages = devServer ? await sourcePages() : await builtPages();
      await addPages(app, server, { source: pages, reads, strict: !devServer });
    },
  },
  start({ brands: directory, log }: App) {
    const refresh = createRefresher(
      () => directory.reload(),
      (error) => log.error({ err: error }, 'could not read the brands again'),
    );
    return { channels: { brand_changed: () => refresh.request() }, stop: () => refresh.stop() };
  },
});
