/** Everything that search, deck, likes and visits add to the program. */

import { readDeck as deckEndpoint, takeBackLike as takeBackEvent } from '#contract/discovery/deck.ts';
import { countRegion } from '#contract/discovery/places.ts';
import * as preferences from '#contract/discovery/preferences.ts';
import { searchPeople as searchEndpoint } from '#contract/discovery/search.ts';
import { readPerson as readPersonEndpoint, recordVisit } from '#contract/profile/people.ts';
import * as staff from '#contract/staff/staff.ts';
import type { App } from '#server/app.ts';
import { bind, bindEvent } from '#server/bind.ts';
import type { Module } from '#server/platform/module.ts';
import { readDeck } from './deck/read-deck.ts';
import { standingJobs } from './rank/standing.ts';
import { reactionJobs } from './reactions/held-reactions.ts';
import { visitPerson } from './reactions/likes-and-visits.ts';
import { staffLike, staffVisit } from './reactions/staff-reactions.ts';
import { takeBackLike } from './reactions/take-back.ts';
import { readPerson } from './read-person.ts';
import { countPeople } from './search/count-people.ts';
import { LIST_MADE, LIST_CHANGED, listFrom, scheduleBuilds, searchJobs } from './search/jobs.ts';
import { readPreferences, savePreferences } from './search/preferences.ts';
import { countAvailable, searchPeople } from './search/search-people.ts';

export const discovery = {
  name: 'discovery',
  routes: [
    bind(searchEndpoint, searchPeople),
    bind(countRegion, countAvailable),
    bind(preferences.countPeople, countPeople),
    bind(preferences.readPreferences, readPreferences),
    bind(preferences.savePreferences, savePreferences),
    bind(deckEndpoint, readDeck),
    bind(readPersonEndpoint, readPerson),
    bind(recordVisit, visitPerson),
    bind(staff.staffLike, staffLike),
    bind(staff.staffVisit, staffVisit),
  ],
  events: [bindEvent(takeBackEvent, takeBackLike)],
  jobs: [...searchJobs, ...reactionJobs, ...standingJobs],
  start(app: App) {
    const { searchLists, exposure, config } = app;
    exposure.start();
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
      async stop() {
        await Promise.all([builds.stop(), searchLists.stop(), exposure.stop()]);
      },
    };
  },
} satisfies Module;
