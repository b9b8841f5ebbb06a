/** The next people of a deck: who suits the viewer best of those they have not decided on. */

import type { readDeck as readDeckEndpoint } from '#contract/discovery/deck.ts';
import type { Reason } from '#contract/discovery/reasons.ts';
import { DECK_SIZE } from '#contract/kernel/constants.ts';
import type { InputOf, ReplyOf } from '#contract/kernel/endpoint.ts';
import type { Gender } from '#contract/kernel/fields.ts';
import type { Person } from '#contract/profile/people.ts';
import { isBoundToRegion } from '#server/accounts/entitlements.ts';
import type { MemberContext } from '#server/app.ts';
import { maySearch } from '#server/profiles/viewer.ts';
import type { Viewer } from '#server/profiles/viewer.ts';
import { findAsViewer } from '../search/believed-viewer.ts';
import { fittingIn } from '../search/both-ways.ts';
import { idAt, positionOf } from '../search/columns.ts';
import { criteriaOf } from '../search/fields.ts';
import { choosePlace, isSparse, namedRegion, nearOf, readWantedPlace, unseenBy } from '../search/place.ts';
import type { ChosenPlace, WantedPlace } from '../search/place.ts';
import { rankPeople, reasonsFor, sayableTo } from '../search/ranking.ts';
import type { Audience } from '../search/ranking.ts';
import { momentOf, seekerOf } from '../search/seeker.ts';
import type { Seeker } from '../search/seeker.ts';
import { readVerdicts } from '../search/verdicts.ts';
import type { Verdicts } from '../search/verdicts.ts';
import { NO_PEOPLE } from '../search/views.ts';
import type { PeopleList, Positions } from '../search/views.ts';

type Input = Pick<InputOf<typeof readDeckEndpoint>, 'region' | 'city' | 'seeks'>;

/** One more than is shown says whether any person is left. */
const WANTED = DECK_SIZE + 1;
/** So many are read before a deck is called empty whose people have all hidden since its list was built. */
const MOST_TRIES = 5;

/**
 * The next people to decide on. Everyone who fits comes before anyone comes twice, since no one who was decided on comes
 * again. Reading changes nothing that a member would notice.
 */
export async function readDeck(
  context: MemberContext,
  input: Input,
): Promise<ReplyOf<typeof readDeckEndpoint>> {
  const { app, brandId } = context;
  const wanted = await readWantedPlace(context, input);
  const gone = new Set<string>();
  for (let tries = 1; ; tries += 1) {
    const { found, people, decided } = await findAsViewer(context, {
      isOpenTo: (viewer) => maySearch(viewer, namedRegion(wanted, viewer)),
      find: (viewer) => findNext(context, wanted, { viewer, gender: input.seeks ?? viewer.seeks, gone }),
    });
    const { asked, complete, place, reasons } = found;
    // Another node may know of decisions that are not in this one's memory yet.
    const isEmpty = people.length === 0 && !complete;
    if ((isEmpty || decided.length > 0) && tries < MOST_TRIES) {
      for (const id of isEmpty ? asked : decided) gone.add(id);
      continue;
    }
    const shown = people.filter(({ locked }) => !locked);
    app.exposure.count(
      brandId,
      shown.map(({ id }) => id),
    );
    const withReasons = (person: Person) => ({ ...person, reasons: reasons(person.id) });
    return { result: { people: shown.map(withReasons), complete, ...place } };
  }
}

interface Next {
  ids: string[];
  asked: readonly string[];
  /** No one is left after them. */
  complete: boolean;
  /** Where was looked in the end. */
  place: ChosenPlace;
  reasons: (id: string) => Reason[];
}

interface Looking {
  viewer: Viewer;
  gender: Gender;
  gone: ReadonlySet<string>;
}

async function findNext(context: MemberContext, wanted: WantedPlace, looking: Looking): Promise<Next> {
  const { app, brandId } = context;
  const { viewer, gender } = looking;
  const chosen = choosePlace(wanted, viewer);
  const list = await app.searchLists.find({ brandId, gender });
  const isWidened = list !== undefined && isBoundToRegion(viewer) && isSparse(list, viewer, gender);
  const place = isWidened ? { region: null, city: null, widened: true } : chosen;
  const verdicts = await readVerdicts(app, { brandId, profileId: viewer.profileId });
  const { takenBack } = verdicts;
  const first = takenBack === null ? [] : [takenBack];
  if (!list) return { ids: first, asked: first, complete: true, place, reasons: () => [] };
  const seeker = seekerOf(viewer, momentOf(context));
  const next = dealFrom(list, { ...looking, seeker, place, verdicts }, momentOf(context).thisYear);
  const ids = [...new Set([...first, ...next.map((position) => idAt(list, position))])];
  const positions = new Map(next.map((position) => [idAt(list, position), position]));
  const explain = reasonsFor(list, seeker, verdicts.marksIn(list).likers, sayableTo(viewer));
  return {
    ids: ids.slice(0, DECK_SIZE),
    asked: ids.slice(0, DECK_SIZE),
    complete: ids.length <= DECK_SIZE,
    place,
    reasons(id) {
      const position = positions.get(id) ?? positionOf(list, id);
      return position === undefined ? [] : explain(position);
    },
  };
}

interface Deal extends Looking {
  seeker: Seeker;
  place: ChosenPlace;
  verdicts: Verdicts;
}

/** Those who come next, of a town first and then of the rest of its region. */
function dealFrom(list: PeopleList, deal: Deal, thisYear: number): number[] {
  const { viewer, gender, gone, seeker, place, verdicts } = deal;
  const criteria = criteriaOf({
    filters: {},
    ai: viewer.flow?.ai ?? false,
    withoutReserved: viewer.keptFromReserved,
    viewerGender: viewer.gender,
    thisYear,
  });
  const { decided, likers } = verdicts.marksIn(list);
  const unseen = new Set(unseenBy(list, viewer, gender));
  const found: number[] = [];
  const isLeftOut = (position: number) =>
    decided[position] === 1 ||
    unseen.has(position) ||
    found.includes(position) ||
    (gone.size > 0 && gone.has(idAt(list, position)));
  const inPlace = (region: string | null, city: string | null) =>
    fittingIn(list, criteria, { seeker, thisYear }, [region, city]);
  const parts: Positions[] =
    place.region !== null && place.city !== null ? [inPlace(place.region, place.city)] : [];
  for (const all of [...parts, inPlace(place.region, null)]) {
    const near = nearOf(place.region, viewer);
    const wanted = WANTED - found.length;
    const audience = { all, near: near ? inPlace(...near) : NO_PEOPLE, likers, isLeftOut };
    found.push(
      ...(seeker.profiling ? rankPeople(list, seeker, audience, wanted) : nearestOf(audience, wanted)),
    );
    if (found.length >= WANTED) break;
  }
  return found;
}

/** Without profiling: those of one's own town or region, then the others, each as they were last here. */
function nearestOf(
  { all, near, isLeftOut }: Pick<Audience, 'all' | 'near' | 'isLeftOut'>,
  wanted: number,
): number[] {
  const found = new Set<number>();
  for (const positions of [near, all]) {
    for (const position of positions) {
      if (found.size === wanted) break;
      if (!isLeftOut(position)) found.add(position);
    }
  }
  return [...found];
}
