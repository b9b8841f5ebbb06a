import { useTranslation } from 'react-i18next';
import type { Person } from '../../../../../contract/profile/people.ts';

/** "Ginevra, 38", or the name alone where the age is not known. */
export function useNameAge({ screenName: name, age }: Person): string {
  const { t } = useTranslation('people');
  return age === null ? name : t('nameAge', { name, age });
}

/** "Roma · In linea oggi" */
export function useWhereabouts({ city, region, activity }: Person): string {
  const { t } = useTranslation('people');
  return [city ?? region, t(`activity.${activity}`)].filter(Boolean).join(' · ');
}
