import { UsersRound } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { AVAILABLE_PEOPLE_SHOWN_FROM } from '../../../../../contract/kernel/constants.ts';
import { useShell } from '../../../shell/boot.ts';
import { useAvailablePeople } from './use-available-people.ts';

/** The true number of people one could meet; a handful would only sound lonely. */
export function PeopleCount() {
  const { t } = useTranslation('home');
  const { brand } = useShell();
  const count = useAvailablePeople();
  if (count === null || count < AVAILABLE_PEOPLE_SHOWN_FROM) return null;
  return (
    <p className="mt-4 flex items-center justify-center gap-2.5 text-[0.9375rem] font-medium text-ink">
      <UsersRound aria-hidden="true" className="size-5 text-muted" />
      {t('people', { count, where: brand.countryWords.within })}
    </p>
  );
}
