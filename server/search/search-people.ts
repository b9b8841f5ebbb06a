import { SEARCH_PAGE_SIZE, SEARCH_WIDENS_BELOW } from '../../contract/constants.ts';
import type { InputOf } from '../../contract/endpoint.ts';
import { fail } from '../../contract/errors.ts';
import type { Gender } from '../../contract/fields.ts';
import type { FoundPeople, searchPeople as contract } from '../../contract/search.ts';
import type { MemberContext, VisitorContext } from '../core/app.ts';
import { lookAtPeople, readTeasers } from '../profiles/read-people.ts';
import { maySearch, readViewer, requireRegion } from '../profiles/read-viewer.ts';
import type { Viewer } from '../profiles/read-viewer.ts';
import { idAt } from './entries.ts';
import { isSameViewer, recallViewer, rememberViewer } from './known-viewers.ts';
import { skipPeople } from './skip-people.ts';
import { NOBODY, countShown, criteriaOf, pageOf, segmentOf } from './views.ts';
import type { Criteria, PeopleList, Positions } from './views.ts';

type Search = InputOf<typeof contract>;
/** Where somebody stands in a search: what was found, and who is on the page. */
type Found = Omit<FoundPeople, 'people'> & { ids: string[] };

const MOST_TRIES = 3;

/** A page of people, nearby and lately active first: whole for a member, a first glance for a visitor. */
export async function searchPeople(
  context: VisitorContext | MemberContext,
  search: Search,
): Promise<{ result: FoundPeople }> {
  const isMember = 'accountId' in context;
  return { result: await (isMember ? searchAsMember(context, search) : searchAsVisitor(context, search)) };
}

/**
 * Who searched a moment ago is believed to be as he was then, and the one statement that reads the people says whether
 * he is. If not, he searches once more as he is now.
 */
async function searchAsMember(context: MemberContext, search: Search): Promise<FoundPeople> {
  await context.limits.hit('searchAccount', context.accountId);
  const region = search.region || null;
  const believed = recallViewer(context);
  let viewer = believed && maySearch(believed, region) ? believed : await readViewer(context);
  for (let tries = 1; ; tries += 1) {
    requireRegion(viewer, region);
    const { ids, ...found } = await findIds(context, search, search.seeks ?? viewer.seeks, viewer);
    const looked = await lookAtPeople(context, viewer.profileId, ids);
    rememberViewer(context, looked.viewer);
    // Whoever changes all the time gets what there is.
    if (isSameViewer(looked.viewer, viewer) || tries === MOST_TRIES)
      return { people: looked.people, ...found };
    viewer = looked.viewer;
  }
}

async function searchAsVisitor(context: VisitorContext, search: Search): Promise<FoundPeople> {
  if ((search.page ?? 1) > 1) fail('session.missing');
  await context.limits.hit('searchAddress', context.ip);
  const { ids, ...found } = await findIds(context, search, search.seeks ?? 'female');
  return { people: ids.length > 0 ? await readTeasers(context, ids) : [], ...found };
}

async function findIds(
  { brand, brandId, clock, searchLists }: VisitorContext,
  search: Search,
  gender: Gender,
  viewer?: Viewer,
): Promise<Found> {
  const page = search.page ?? 1;
  const region = search.region || null;
  // A town is one of its region: there may be others of its name.
  const city = (region && search.city) || null;
  const list = await searchLists.find({ brandId, gender }, search.version);
  if (!list) return { ids: [], total: 0, page, version: 0, region, city, widened: false };
  const flow = viewer ? viewer.flow : brand.flows.get(brand.settings.defaultFlow);
  const criteria = criteriaOf({
    filters: search.filters ?? {},
    ai: flow?.ai ?? false,
    viewerGender: viewer?.gender ?? null,
    thisYear: clock.now().getUTCFullYear(),
  });
  const skipped = viewer ? skipPeople(list, viewer.profileId, unseenBy(viewer, gender)) : undefined;
  const place = choosePlace(list, criteria, { region, city, skipped, viewer });
  const positions = pageOf(place, (page - 1) * SEARCH_PAGE_SIZE, SEARCH_PAGE_SIZE);
  return {
    ids: positions.map((position) => idAt(list, position)),
    total: countShown(place),
    page,
    version: list.version,
    region,
    city: place.widened ? null : city,
    widened: place.widened,
  };
}

/** Nobody sees himself, nor whom he has blocked or who has blocked him. */
function unseenBy({ profileId, gender, blocked }: Viewer, sought: Gender): readonly string[] {
  return gender === sought ? [...blocked, profileId] : blocked;
}

interface Whereabouts {
  region: string | null;
  city: string | null;
  skipped: Positions | undefined;
  viewer: Viewer | undefined;
}

/** Who is found where, and who of them is nearby and comes first. */
function choosePlace(list: PeopleList, criteria: Criteria, whereabouts: Whereabouts) {
  const { region, city, skipped = NOBODY, viewer } = whereabouts;
  const inPlace = (inRegion: string | null, inCity: string | null) =>
    segmentOf(list, criteria, inRegion, inCity);
  const everybody = inPlace(region, city);
  if (city !== null) {
    const widened = countShown({ everybody, skipped }) < SEARCH_WIDENS_BELOW;
    // Whoever asked for a town gets its few people before those of the region around it.
    if (widened) return { everybody: inPlace(region, null), first: everybody, skipped, widened };
    return { everybody, first: NOBODY, skipped, widened };
  }
  const near = nearOf(region, viewer);
  return { everybody, first: near ? inPlace(...near) : NOBODY, skipped, widened: false };
}

/** One's own town in one's own region, one's own region in the country. */
function nearOf(region: string | null, viewer: Viewer | undefined): [string, string | null] | undefined {
  if (!viewer?.region) return undefined;
  if (region === null) return [viewer.region, null];
  return region === viewer.region && viewer.city ? [region, viewer.city] : undefined;
}
