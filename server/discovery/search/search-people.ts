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
import { fittingIn } from './both-ways.ts';
import { idAt } from './columns.ts';
import { criteriaOf } from './fields.ts';
import { choosePlace, isSparse, namedRegion, nearOf, readWantedPlace, unseenBy } from './place.ts';
import type { ChosenPlace, WantedPlace } from './place.ts';
import { rankedFirst } from './ranking.ts';
import { momentOf, seekerOf } from './seeker.ts';
import { knownLikers } from './verdicts.ts';
import { NO_PEOPLE, countShown, pageOf, segmentOf } from './views.ts';
import type { Positions } from './views.ts';

const NO_LIKERS: ReadonlySet<number> = new Set();

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
  { app, brand, brandId }: VisitorContext,
  search: Search,
  wanted: WantedPlace,
  viewer?: Viewer,
): Promise<Found> {
  const { clock, searchLists } = app;
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
  const { thisYear } = momentOf({ app, brand });
  const seeker = viewer && seekerOf(viewer, momentOf({ app, brand }), search.filters);
  const skipped = unseenBy(list, viewer, gender);
  const isSparsePlace = viewer !== undefined && isSparse(list, viewer, gender);
  const inPlace = (region: string | null, city: string | null) =>
    fittingIn(list, criteria, { seeker, thisYear }, [region, city]);
  const { place, ...order } = arrange(inPlace, { chosen, skipped, viewer, isSparsePlace });
  const likers = viewer
    ? knownLikers(searchLists.verdicts, { brandId, profileId: viewer.profileId }, list)
    : NO_LIKERS;
  const ranked = seeker?.profiling
    ? rankedFirst(list, seeker, criteria, {
        ...order,
        likers,
        nearFirst: chosen.city !== null || place.region === null,
      })
    : undefined;
  const positions = pageOf(ranked ?? order, (page - 1) * SEARCH_PAGE_SIZE, SEARCH_PAGE_SIZE);
  const ids = positions.map((position) => idAt(list, position));
  if (viewer) app.exposure.count(brandId, ids);
  return { ids, total: countShown(order), page, version: list.version, ...place };
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
  inPlace: (region: string | null, city: string | null) => Positions,
  { chosen, skipped, viewer, isSparsePlace }: Whereabouts,
) {
  const { region, city } = chosen;
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
