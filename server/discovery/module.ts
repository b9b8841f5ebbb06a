import type { Module } from '../platform/module.ts';
import { deckRoutes } from './deck/routes.ts';
import { reactionJobs } from './reactions/held-reactions.ts';
import { reactionEvents, reactionRoutes } from './reactions/routes.ts';
import { LIST_MADE, LIST_CHANGED, listFrom, scheduleBuilds, searchCron, searchJobs } from './search/jobs.ts';
import { searchRoutes } from './search/routes.ts';

export const discovery: Module = {
  name: 'discovery',
  routes: [...searchRoutes, ...deckRoutes, ...reactionRoutes],
  events: reactionEvents,
  jobs: [...searchJobs, ...reactionJobs],
  cron: searchCron,
  start(app) {
    const { searchLists, config } = app;
    const builds = scheduleBuilds(app);
    return {
      channels: {
        [LIST_MADE](payload) {
          const list = listFrom(payload);
          if (list) searchLists.invalidate(list);
          else searchLists.resume();
        },
        ...(config.roles.includes('worker') && { [LIST_CHANGED]: builds.handleChange }),
      },
      caches: [searchLists],
      stop() {
        builds.stop();
        searchLists.stop();
      },
    };
  },
};
