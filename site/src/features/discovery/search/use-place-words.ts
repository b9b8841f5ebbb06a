import { useTranslation } from 'react-i18next';
import { useShell } from '../../../shell/boot.ts';
import type { Place } from './search-state.ts';

/** A place in words: a town with its region, a region, or the country. */
export function usePlaceWords(): (place: Place) => string {
  const { t } = useTranslation('find');
  const { brand } = useShell();
  return ({ region, city }) =>
    [city, region].filter((name) => name !== null && name !== '').join(', ') || t(`country.${brand.country}`);
}
