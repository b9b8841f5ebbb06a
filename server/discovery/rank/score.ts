/**
 * In which order people are shown to a member: the one function of it, a sum of named terms between 0 and 1, each times
 * its weight. What a member or their partner has paid is no fact of it.
 */

import { WEIGHED_TERMS } from '#contract/discovery/preferences.ts';
import type { Importance, Preferences } from '#contract/discovery/preferences.ts';
import { REASONS_MOST, TERMS } from '#contract/discovery/reasons.ts';
import type { Term } from '#contract/discovery/reasons.ts';

/** What is known of one person as another one looks at them. */
export interface Facts {
  /** The person likes the viewer. */
  likesViewer: boolean;
  /** Between the centres of their towns. Null where one of the two has named none. */
  kilometres: number | null;
  daysSinceActive: number;
  interestsInCommon: number;
  /** Besides the country's own. */
  languagesInCommon: number;
  /** How many of the first messages they answer within a day, of one. Null where there were too few to say so. */
  answersWithinDay: number | null;
  daysHere: number;
  /** How often they were shown to others this week. */
  shownThisWeek: number;
  /** Likes and first messages of this week for each that they answer in one. */
  demand: number;
}

export type Weights = Readonly<Record<Term, number>>;

const NEW_DAYS = 14;
/** Half of the nearness is left at this distance, and of the activity after so many days. */
const NEAR_KILOMETRES = 20;
const ACTIVE_DAYS = 2;
/** What the first interest in common leaves for all others, and the second of those that are left. */
const INTERESTS_LEFT = 0.6;
/** Half of the fairness is left to a person who was shown so often this week, and to one who gets twice what they answer. */
const OFTEN_SHOWN = 60;

const terms: Record<Term, (facts: Facts) => number> = {
  likesYou: ({ likesViewer }) => (likesViewer ? 1 : 0),
  nearness: ({ kilometres }) => (kilometres === null ? 0 : NEAR_KILOMETRES / (NEAR_KILOMETRES + kilometres)),
  activity: ({ daysSinceActive }) => ACTIVE_DAYS / (ACTIVE_DAYS + daysSinceActive),
  interests: ({ interestsInCommon }) => 1 - INTERESTS_LEFT ** interestsInCommon,
  languages: ({ languagesInCommon }) => Math.min(1, languagesInCommon / 2),
  answers: ({ answersWithinDay }) => answersWithinDay ?? 0,
  newness: ({ daysHere }) => Math.max(0, 1 - daysHere / NEW_DAYS),
  fairness: ({ shownThisWeek, demand }) =>
    (OFTEN_SHOWN / (OFTEN_SHOWN + shownThisWeek)) * (1 / Math.max(1, demand)),
};

/** What each term weighs unless the member says otherwise. Learning from likes would replace these alone. */
export const usualWeights: Weights = {
  likesYou: 3,
  nearness: 2,
  activity: 2,
  interests: 2.5,
  languages: 1,
  answers: 1,
  newness: 0.5,
  fairness: 1.5,
};

/** What one term adds to a score. */
export function partOf(term: Term, facts: Facts, weights: Weights): number {
  return weights[term] * terms[term](facts);
}

export function scoreOf(facts: Facts, weights: Weights): number {
  let sum = 0;
  for (const term of TERMS) sum += partOf(term, facts, weights);
  return sum;
}

/** A part that is smaller than this share of its weight is no reason: a person at 100 kilometres is not near. */
const LEAST_OF_TERM = 0.25;

/** The largest parts of a score, which are why a person is shown. Those that may not be said are passed over. */
export function reasonsOf(facts: Facts, weights: Weights, mayBeSaid: (term: Term) => boolean): Term[] {
  return TERMS.filter((term) => mayBeSaid(term) && weights[term] > 0 && terms[term](facts) >= LEAST_OF_TERM)
    .toSorted((one, other) => partOf(other, facts, weights) - partOf(one, facts, weights))
    .slice(0, REASONS_MOST);
}

/** By how much a term weighs more or less for a member who says so. */
const factors: Record<Importance, number> = { none: 0, usual: 1, much: 2.5 };

export function weightsOf(chosen: Preferences['weights']): Weights {
  const own = WEIGHED_TERMS.map((term) => [term, usualWeights[term] * factors[chosen[term]]] as const);
  return { ...usualWeights, ...Object.fromEntries(own) };
}
