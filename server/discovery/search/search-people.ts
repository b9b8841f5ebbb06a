/** A search: where a viewer may look, who is found, and who of them comes first. */

import type { countRegion } from '#contract/discovery/places.ts';
import type { FoundPeople, searchPeople as contract } from '#contract/discovery/search.ts';
import { SEARCH_PAGE_SIZE, SEARCH_WIDENS_BELOW } from '#contract/kernel/constants.ts';
import type { InputOf } from '#contract/kernel/endpoint.ts';
import { fail } from '#contract/kernel/errors.ts';
import type { MemberContext, VisitorContext } from '#server/app.ts';
import { flowOfVisitor } from '#server/brands/flows.ts';
import { readTeasers } from '#server/profiles/people.ts';
import { maySearch, mayTurnTo } from '#server/profiles/viewer.ts';
import type { Viewer } from '#server/profiles/viewer.ts';
import { findAsViewer } from './believed-viewer.ts';
import { idAt } from './columns.ts';
import { criteriaOf } from './fields.ts';
import type { Criteria } from './fields.ts';
import { choosePlace, isSparse, namedRegion, readWantedPlace, unseenBy } from './place.ts';
import type { ChosenPlace, WantedPlace } from './place.ts';
import { NO_PEOPLE, countShown, pageOf, segmentOf } from './views.ts';
import type { PeopleList, Positions } from './views.ts';

type Search = InputOf<typeof contract>;
/** The outcome of a search: what was found, and who is on the page. */
type Found = Omit<FoundPeople, 'people'> & { ids: string[] };

/** A page of people, nearby and lately active first: whole for a member, a first glance for a visitor. */
export async function searchPeople(
  context: VisitorContext | MemberContext,
  search: Search,
): Promise<{ result: FoundPeople }> {
  const isMember = 'accountId' in context;
  return { result: await (isMember ? searchAsMember(context, search) : searchAsVisitor(context, search)) };
}

async function searchAsMember(context: MemberContext, search: Search): Promise<FoundPeople> {
  await context.app.limits.hit('searchAccount', context.accountId);
  const wanted = await readWantedPlace(context, search);
  const page = search.page ?? 1;
  const { found, people } = await findAsViewer(context, {
    isOpenTo: (viewer) => mayTurnTo(viewer, page) && maySearch(viewer, namedRegion(wanted, viewer)),
    find(viewer) {
      if (!mayTurnTo(viewer, page)) fail('search.page_locked');
      return findIds(context, search, wanted, viewer);
    },
  });
  return { people, ...found };
}

async function searchAsVisitor(context: VisitorContext, search: Search): Promise<FoundPeople> {
  if ((search.page ?? 1) > 1) fail('session.missing');
  await context.app.limits.hit('searchAddress', context.ip);
  const wanted = await readWantedPlace(context, search);
  const { ids, ...found } = await findIds(context, search, wanted);
  return { people: ids.length > 0 ? await readTeasers(context, ids) : [], ...found };
}

async function findIds(
  { app: { clock, searchLists }, brand, brandId }: VisitorContext,
  search: Search,
  wanted: WantedPlace,
  viewer?: Viewer,
): Promise<Found> {
  const page = search.page ?? 1;
  const gender = search.seeks ?? viewer?.seeks ?? 'female';
  const chosen = choosePlace(wanted, viewer);
  const list = await searchLists.find({ brandId, gender }, search.version);
  if (!list) return { ids: [], total: 0, page, version: 0, ...chosen };
  const flow = viewer ? viewer.flow : flowOfVisitor(brand, search.flowId);
  const criteria = criteriaOf({
    filters: search.filters ?? {},
    ai: flow?.ai ?? false,
    viewerGender: viewer?.gender ?? null,
    thisYear: clock.now().getUTCFullYear(),
  });
  const skipped = unseenBy(list, viewer, gender);
  const isSparsePlace = viewer !== undefined && isSparse(list, viewer, gender);
  const { place, ...order } = arrange(list, criteria, { chosen, skipped, viewer, isSparsePlace });
  const positions = pageOf(order, (page - 1) * SEARCH_PAGE_SIZE, SEARCH_PAGE_SIZE);
  return {
    ids: positions.map((position) => idAt(list, position)),
    total: countShown(order),
    page,
    version: list.version,
    ...place,
  };
}

interface Whereabouts {
  chosen: ChosenPlace;
  skipped: Positions;
  viewer: Viewer | undefined;
  /** So few are in their region that it is widened to the country. */
  isSparsePlace: boolean;
}

/** Who is found where, and who of them is nearby and comes first. */
function arrange(
  list: PeopleList,
  criteria: Criteria,
  { chosen, skipped, viewer, isSparsePlace }: Whereabouts,
) {
  const { region, city } = chosen;
  const inPlace = (inRegion: string | null, inCity: string | null) =>
    segmentOf(list, criteria, inRegion, inCity);
  const inTown = city === null ? NO_PEOPLE : inPlace(region, city);
  if (city !== null && countShown({ all: inTown, skipped }) >= SEARCH_WIDENS_BELOW)
    return { place: chosen, all: inTown, first: NO_PEOPLE, skipped };
  const widest = isSparsePlace ? null : region;
  const place = { region: widest, city: null, widened: chosen.widened || city !== null || isSparsePlace };
  // A search for a town gets its few people before those around it.
  const near = nearOf(widest, viewer);
  const first = city !== null ? inTown : near ? inPlace(...near) : NO_PEOPLE;
  return { place, all: inPlace(widest, null), first, skipped };
}

/** One's own town in one's own region, one's own region in the country. */
function nearOf(region: string | null, viewer: Viewer | undefined): [string, string | null] | undefined {
  if (!viewer?.region) return undefined;
  if (region === null) return [viewer.region, null];
  return region === viewer.region && viewer.city ? [region, viewer.city] : undefined;
}

/**
 * The true number of profiles this visitor could find in a region, or in the brand's country where none is named, as of
 * the last list. It costs the database nothing.
 */
export async function countAvailable(
  { app: { searchLists }, brand, brandId }: VisitorContext,
  { region, seeks = 'female', flowId }: Omit<InputOf<typeof countRegion>, 'country'>,
): Promise<{ total: number }> {
  const flow = flowOfVisitor(brand, flowId);
  const list = await searchLists.find({ brandId, gender: seeks });
  const criteria = criteriaOf({ filters: {}, ai: flow?.ai ?? false, viewerGender: null, thisYear: 0 });
  return { total: list ? segmentOf(list, criteria, region || null, null).length : 0 };
}
