import { z } from 'zod';
import { claimed, ignored } from '../kernel/claims.ts';
import { AGE_MAX, AGE_MIN, SEARCH_PAGE_SIZE } from '../kernel/constants.ts';
import { endpoint } from '../kernel/endpoint.ts';
import { flowId, gender, placeName, profileKind, trackerId } from '../kernel/fields.ts';
import { as, spelled } from '../kernel/spelling.ts';
import { detailFilterForm, detailFilters } from '../profile/details.ts';
import { person } from '../profile/people.ts';

const age = z.int().min(AGE_MIN).max(AGE_MAX);

/** Whom to leave out. Nothing is left out by what is absent. */
export const searchFilters = spelled({
  ageFrom: as('etaDa', age.optional()),
  ageTo: as('etaA', age.optional()),
  verified: as('verificate', z.boolean().optional()),
  isNew: as('nuove', z.boolean().optional()),
  activeLately: as('attive', z.boolean().optional()),
  kinds: as('tipi', z.array(profileKind).max(3).optional()),
  ...detailFilters,
});
export type SearchFilters = z.output<typeof searchFilters>;

/** The filters as a form holds them: everything has a value, and where nothing is ticked anything fits. */
export const filterForm = z.object({
  ageFrom: age,
  ageTo: age,
  verified: z.boolean(),
  isNew: z.boolean(),
  activeLately: z.boolean(),
  kinds: z.array(profileKind).max(3),
  ...detailFilterForm,
});
export type FilterChoice = z.output<typeof filterForm>;

/** A place as a form holds it: without a region the whole country, without a town the whole region. */
export const placeForm = z.object({ region: placeName.nullable(), city: placeName.nullable() });

/** Where to look, as search and deck take it. What is claimed of level and flow is ignored: the server knows. */
export const placeOfSearch = {
  country: as('country', ignored()),
  page: as('page', z.int().min(1).max(1_000_000).optional()),
  vertical: as('vertical', ignored()),
  /** Empty or absent: the town's own, where one is named; else one's own, and at the top level the whole country. */
  region: as('region', placeName.nullable().optional()),
  city: as('city', placeName.nullable().optional()),
  premiumLevel: as('premiumLevel', ignored()),
  remarketingId: as('remarketing_clickid', ignored()),
};

/**
 * A page of people: for members with everything, for visitors a first page with blurred photos.
 * `version` is the list that was searched; naming it again keeps the order from page to page.
 */
export const searchPeople = endpoint({
  host: 'dispenser',
  method: 'POST',
  path: '/',
  whileWalking: true,
  access: 'visitor-or-member',
  owner: 'trackerId',
  needsRegion: true,
  summary: 'A page of people, nearby and lately active first.',
  body: spelled({
    ...placeOfSearch,
    trackerId: as('trackerId', trackerId.nullable().optional()),
    seeks: as('cerco', gender.optional()),
    filters: as('filtri', searchFilters.optional()),
    /** A visitor's flow, which decides which kinds they are shown. A member's own is known. */
    flowId: as('fluxId', claimed(flowId)),
    version: as('versione', z.int().min(0).max(2_000_000_000).optional()),
  }),
  reply: z.object({
    result: spelled({
      people: as('profili', z.array(person).max(SEARCH_PAGE_SIZE)),
      total: as('totali', z.int()),
      page: as('pagina', z.int()),
      version: as('versione', z.int()),
      /** Where was searched in the end. No region: in the whole country. */
      region: as('region', placeName.nullable()),
      city: as('city', placeName.nullable()),
      /** So few people are there that the town's region, or the whole country, was searched instead. */
      widened: as('allargata', z.boolean()),
    }),
  }),
  sealedReply: 'result',
  errors: ['search.region_locked', 'search.page_locked'],
});
export type FoundPeople = z.output<typeof searchPeople.reply>['result'];
