import { useShell } from '../../../shell/boot.ts';
import type { Place } from './search-state.ts';

/** A place in words: a town with its region, a region, or the country. */
export function usePlaceWords(): (place: Place) => string {
  const { whole } = useShell().brand.countryWords;
  const wholeCountry = whole.charAt(0).toUpperCase() + whole.slice(1);
  return ({ region, city }) =>
    [city, region].filter((name) => name !== null && name !== '').join(', ') || wholeCountry;
}
