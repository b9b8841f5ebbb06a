import { useTranslation } from 'react-i18next';
import type { Person } from '../../../../../contract/profile/people.ts';
import { useNameAge, useWhereabouts } from './use-person-words.ts';

/** Tells a screen reader who lies on top now. */
export function NowShown({ person }: { person: Person | undefined }) {
  return (
    <p role="status" className="sr-only">
      {person && <Introduction person={person} />}
    </p>
  );
}

function Introduction({ person }: { person: Person }) {
  const { t } = useTranslation(['match', 'shell']);
  const who = useNameAge(person);
  const where = useWhereabouts(person);
  const kind = person.kind === 'member' ? null : t(`shell:kind.${person.kind}`);
  return t('shown', { who: [who, where, kind].filter(Boolean).join(' · ') });
}
