/** A member who looks for others, as lists have to know them: what they want, and what others may want of them. */

import { countries } from '#contract/countries/list.ts';
import { dealbreakerNames, dealbreakers } from '#contract/discovery/dealbreakers.ts';
import type { DealbreakerName } from '#contract/discovery/dealbreakers.ts';
import type { Preferences } from '#contract/discovery/preferences.ts';
import type { SearchFilters } from '#contract/discovery/search.ts';
import { interestNumbers } from '#contract/profile/interests.ts';
import { spokenNumbers } from '#contract/profile/spoken-languages.ts';
import type { VisitorContext } from '#server/app.ts';
import type { Viewer } from '#server/profiles/viewer.ts';
import type { Centre } from './distances.ts';

/** The filters that hold until a member changes them. */
export type OwnFilters = Pick<Preferences, 'ageFrom' | 'ageTo' | 'distance' | 'intentions' | 'dealbreakers'>;

export interface Seeker {
  /** The same for those who are left the same people. */
  key: string;
  profileId: string;
  ownFilters: OwnFilters;
  age: number | null;
  centre: Centre | null;
  intention: Viewer['details']['intention'];
  /** By which of the dealbreakers others may leave them out. */
  tripped: readonly DealbreakerName[];
  /** Numbers of these. */
  interests: readonly number[];
  /** Besides the country's own. */
  languages: readonly number[];
  weights: Preferences['weights'];
  profiling: boolean;
}

/** The year, and the language that all people speak there. */
interface Moment {
  thisYear: number;
  ownLanguage: string;
}

export function momentOf({ app: { clock }, brand }: Pick<VisitorContext, 'app' | 'brand'>): Moment {
  return {
    thisYear: clock.now().getUTCFullYear(),
    ownLanguage: countries[brand.settings.country].language,
  };
}

/** What is named in a search stands before what the settings say of the same. */
export function seekerOf(
  viewer: Viewer,
  { thisYear, ownLanguage }: Moment,
  filters: SearchFilters = {},
): Seeker {
  const { birthYear, details, centre, preferences, profileId } = viewer;
  const namesAges = filters.ageFrom !== undefined || filters.ageTo !== undefined;
  const { weights, profiling, ...settings } = preferences;
  const ownFilters: OwnFilters = {
    ...settings,
    ...(namesAges && { ageFrom: null, ageTo: null }),
    ...(filters.intention?.length && { intentions: [] }),
  };
  const age = birthYear === null ? null : thisYear - birthYear;
  const tripped = dealbreakerNames.filter((name) => {
    const { detail, refused } = dealbreakers[name];
    const said = details[detail];
    return said !== null && (refused as readonly string[]).includes(said);
  });
  const { intention } = details;
  return {
    key: JSON.stringify([ownFilters, age, centre, intention, tripped]),
    profileId,
    ownFilters,
    age,
    centre,
    intention,
    tripped,
    interests: (details.interests ?? []).map((interest) => interestNumbers[interest]),
    languages: (details.languages ?? [])
      .filter((language) => language !== ownLanguage)
      .map((language) => spokenNumbers[language]),
    weights,
    profiling,
  };
}
