import type { FilterChoice, SearchFilters } from '#contract/discovery/search.ts';
import { AGE_MAX, AGE_MIN } from '#contract/kernel/constants.ts';

export function choiceOf({ ageFrom, ageTo, kinds, ...flags }: SearchFilters): FilterChoice {
  return {
    ageFrom: ageFrom ?? AGE_MIN,
    ageTo: ageTo ?? AGE_MAX,
    verified: flags.verified ?? false,
    isNew: flags.isNew ?? false,
    activeLately: flags.activeLately ?? false,
    kinds: kinds ?? [],
  };
}

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
  };
}

/** How many things are filtered by. An age range is one of them. */
export function countFilters({ ageFrom, ageTo, ...others }: SearchFilters): number {
  const ages = ageFrom !== undefined || ageTo !== undefined ? 1 : 0;
  return ages + Object.values(others).filter((value) => value !== undefined && value !== false).length;
}
