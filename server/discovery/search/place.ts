import { REGION_WIDENS_BELOW } from '#contract/kernel/constants.ts';
import { fail } from '#contract/kernel/errors.ts';
import type { Gender } from '#contract/kernel/fields.ts';
import { isBoundToRegion } from '#server/accounts/entitlements.ts';
import type { VisitorContext } from '#server/app.ts';
import { regionsOfTown } from '#server/countries/find-places.ts';
import { maySearch } from '#server/profiles/viewer.ts';
import type { Viewer } from '#server/profiles/viewer.ts';
import { criteriaOf } from './fields.ts';
import { skipPeople, NO_PEOPLE, countShown, segmentOf } from './views.ts';
import type { PeopleList, Positions } from './views.ts';

/** What a search asks for. */
export interface WantedPlace {
  region: string | null;
  city: string | null;
  /** Where a town has that name, the largest first. Looked up only where no region was named with it. */
  townRegions: readonly string[];
}

/** Where is looked in the end. No region: the whole country. */
export interface ChosenPlace {
  region: string | null;
  city: string | null;
  /** Not where was asked for, and this must be said. */
  widened: boolean;
}

export async function readWantedPlace(
  context: VisitorContext,
  asked: { region?: string | null | undefined; city?: string | null | undefined },
): Promise<WantedPlace> {
  const region = asked.region || null;
  const city = asked.city || null;
  const isUnplaced = city !== null && region === null;
  return { region, city, townRegions: isUnplaced ? await regionsOfTown(context, city) : [] };
}

/** The region that is named, or that of the town that is named: the viewer's own, where it has one of that name. */
export function namedRegion({ region, townRegions }: WantedPlace, viewer: Viewer | undefined): string | null {
  if (region !== null) return region;
  return townRegions.find((one) => one === viewer?.region) ?? townRegions[0] ?? null;
}

/** Where a search looks, unless too few people are there. It fails where that is not open to the viewer. */
export function choosePlace(wanted: WantedPlace, viewer: Viewer | undefined): ChosenPlace {
  const region = namedRegion(wanted, viewer);
  if (viewer && !maySearch(viewer, region)) fail('search.region_locked');
  if (region !== null) return { region, city: wanted.city, widened: false };
  // An unknown town is nowhere; the answer then says that more was searched.
  const home = viewer && isBoundToRegion(viewer) ? viewer.region : null;
  return { region: home, city: null, widened: wanted.city !== null };
}

/**
 * Whether so few people are there for a viewer who may look nowhere else that the whole country is open to them. Filters
 * do not count: they would be a way round.
 */
export function isSparse(list: PeopleList, viewer: Viewer, gender: Gender): boolean {
  if (viewer.region === null || !isBoundToRegion(viewer)) return false;
  const criteria = criteriaOf({
    filters: {},
    ai: viewer.flow?.ai ?? false,
    viewerGender: viewer.gender,
    thisYear: 0,
  });
  const all = segmentOf(list, criteria, viewer.region, null);
  return countShown({ all, skipped: unseenBy(list, viewer, gender) }) < REGION_WIDENS_BELOW;
}

/** A viewer sees neither themselves, nor whom they have blocked or who has blocked them. */
export function unseenBy(list: PeopleList, viewer: Viewer | undefined, sought: Gender): Positions {
  if (!viewer) return NO_PEOPLE;
  const { profileId, gender, blocked } = viewer;
  return skipPeople(list, profileId, gender === sought ? [...blocked, profileId] : blocked);
}

/** One's own town in one's own region, one's own region in the country. */
export function nearOf(
  region: string | null,
  viewer: Viewer | undefined,
): [string, string | null] | undefined {
  if (!viewer?.region) return undefined;
  if (region === null) return [viewer.region, null];
  return region === viewer.region && viewer.city ? [region, viewer.city] : undefined;
}
