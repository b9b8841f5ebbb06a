import type { FilterChoice, SearchFilters } from '#contract/discovery/search.ts';
import { AGE_MAX, AGE_MIN } from '#contract/kernel/constants.ts';
import { details, isChoice, searchableNames } from '#contract/profile/details.ts';
import type { DetailFilterChoice, DetailFilters, SearchableName } from '#contract/profile/details.ts';

export function choiceOf({ ageFrom, ageTo, kinds, ...others }: SearchFilters): FilterChoice {
  return {
    ageFrom: ageFrom ?? AGE_MIN,
    ageTo: ageTo ?? AGE_MAX,
    verified: others.verified ?? false,
    isNew: others.isNew ?? false,
    activeLately: others.activeLately ?? false,
    kinds: kinds ?? [],
    ...(Object.fromEntries(
      searchableNames.map((name) => [name, others[name] ?? anyAnswer(name)]),
    ) as DetailFilterChoice),
  };
}

const anyAnswer = (name: SearchableName) =>
  isChoice(name) ? [] : ([details[name].from, details[name].to] as const);

/** A filter that leaves no person out is left out itself, so that equal searches look equal. */
export function filtersOf(choice: FilterChoice, kindsOffered: number): SearchFilters {
  const { ageFrom, ageTo, verified, isNew, activeLately } = choice;
  const kinds = choice.kinds.toSorted();
  return {
    ...(ageFrom > AGE_MIN && { ageFrom }),
    ...(ageTo < AGE_MAX && { ageTo }),
    ...(verified && { verified }),
    ...(isNew && { isNew }),
    ...(activeLately && { activeLately }),
    ...(kinds.length > 0 && kinds.length < kindsOffered && { kinds }),
    ...detailFiltersOf(choice),
  };
}

/** Those who have said nothing fit only where anything does. */
function detailFiltersOf(choice: DetailFilterChoice): DetailFilters {
  const chosen = searchableNames.flatMap((name) => {
    const wanted = isChoice(name) ? choice[name].toSorted() : choice[name];
    return String(wanted) === String(anyAnswer(name)) ? [] : [[name, wanted] as const];
  });
  return Object.fromEntries(chosen);
}

/** How many things are filtered by. An age range is one of them. */
export function countFilters({ ageFrom, ageTo, ...others }: SearchFilters): number {
  const ages = ageFrom !== undefined || ageTo !== undefined ? 1 : 0;
  return ages + Object.values(others).filter((value) => value !== undefined && value !== false).length;
}
