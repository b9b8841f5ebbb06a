import type { FastifyInstance } from 'fastify';
import { listLegalVersions, readLegalText as legalEndpoint } from '#contract/brand/legal.ts';
import { brandChanged } from '#contract/brand/live.ts';
import * as editing from '#contract/staff/brand-editing.ts';
import * as making from '#contract/staff/brand-making.ts';
import { previewBrand as previewEndpoint } from '#contract/staff/brand-preview.ts';
import * as scheduling from '#contract/staff/brand-schedule.ts';
import * as texts from '#contract/staff/brand-texts.ts';
import type { App } from '#server/app.ts';
import { bind } from '#server/bind.ts';
import type { Module } from '#server/platform/module.ts';
import { createRefresher } from '#server/platform/refresher.ts';
import { exportBrand, importBrand } from './editing/brand-as-file.ts';
import { listBrandStates } from './editing/brand-states.ts';
import * as brandTexts from './editing/brand-texts.ts';
import * as drafts from './editing/drafts.ts';
import { checkHostname } from './editing/hostname.ts';
import { legalPagePreviewer, legalPageReader } from './editing/legal-pages.ts';
import { makeBrand } from './editing/make-brand.ts';
import * as publications from './editing/publications.ts';
import { scheduleQueue } from './editing/run-schedules.ts';
import * as schedules from './editing/schedules.ts';
import { listPictures } from './editing/uploaded-pictures.ts';
import type { ListKept } from './legal-facts.ts';
import { legalReader, listVersionsOfPage } from './legal-text.ts';
import { builtPages, sourcePages } from './pages/page-source.ts';
import { previewBrand } from './pages/preview.ts';
import { addPages } from './pages/routes.ts';
import type { PageReads } from './pages/site-pages.ts';

export const brandRoutes = ({ listKept }: { listKept: ListKept }) => [
  bind(legalEndpoint, legalReader(listKept)),
  bind(listLegalVersions, listVersionsOfPage),
  bind(editing.listBrandStates, listBrandStates),
  bind(editing.listParts, drafts.listParts),
  bind(editing.readPart, drafts.readPart),
  bind(editing.saveDraft, drafts.saveDraft),
  bind(editing.discardDraft, drafts.discardDraft),
  bind(editing.readDifference, publications.readDifference),
  bind(editing.checkProposal, publications.checkProposal),
  bind(editing.publishProposal, publications.publishProposal),
  bind(editing.listPublications, publications.listPublications),
  bind(editing.listVersions, publications.listVersions),
  bind(editing.readVersion, publications.readVersion),
  bind(scheduling.schedulePublication, schedules.schedulePublication),
  bind(scheduling.listSchedules, schedules.listSchedules),
  bind(scheduling.cancelSchedule, schedules.cancelSchedule),
  bind(previewEndpoint, previewBrand),
  bind(making.makeBrand, makeBrand),
  bind(making.checkHostname, checkHostname),
  bind(making.listPictures, listPictures),
  bind(making.exportBrand, exportBrand),
  bind(making.importBrand, importBrand),
  bind(texts.listTexts, brandTexts.listTexts),
  bind(texts.previewMail, brandTexts.previewMail),
  bind(texts.sendTestMail, brandTexts.sendTestMail),
  bind(texts.readLegalPage, legalPageReader(listKept)),
  bind(texts.previewLegalPage, legalPagePreviewer(listKept)),
];

/** Pages show a few figures of rooms above this one: those are handed in. */
export const brandsModule = (reads: PageReads): Module => ({
  name: 'brands',
  routes: brandRoutes(reads),
  queues: [scheduleQueue],
  addresses: {
    role: 'web',
    async add(app: App, server: FastifyInstance) {
      const { devServer } = app.config;
      const pages = devServer ? await sourcePages() : await builtPages();
      await addPages(app, server, { source: pages, reads, strict: !devServer });
    },
  },
  start({ brands: directory, log, realtime, sessions }: App) {
    directory.watch(({ id, version }) => {
      // A member who agreed to its terms before may have to again.
      sessions.forgetAll();
      realtime.emitToBrand(id, brandChanged, { version });
    });
    const refresh = createRefresher(
      () => directory.reload(),
      (error) => log.error({ err: error }, 'could not read the brands again'),
    );
    return { channels: { brand_changed: () => refresh.request() }, stop: () => refresh.stop() };
  },
});
