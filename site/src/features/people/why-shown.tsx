import { Info } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { Reason } from '#contract/discovery/reasons.ts';
import type { Person } from '#contract/profile/people.ts';
import { useDetailWords } from '#site/shell/detail-words.ts';
import { classNames } from '#ui/class-names.ts';

/** Why a person is shown, in the one or two facts that counted most. Nothing where nothing is said. */
export function WhyShown({ person, onPhoto = false }: { person: Person; onPhoto?: boolean }) {
  const { t } = useTranslation('meeting');
  const wordsOf = useReasonWords(person);
  if (person.reasons.length === 0) return null;
  return (
    <div
      className={classNames(
        'rounded-field px-3.5 py-2.5 text-sm leading-snug',
        onPhoto ? 'bg-overlay/60 text-on-photo backdrop-blur-sm' : 'mt-4 bg-soft',
      )}
    >
      <p className="flex items-center gap-1.5 font-semibold">
        <Info aria-hidden="true" className="size-4 shrink-0" />
        {t(`reasons.title_${person.gender}`)}
      </p>
      <p className="mt-0.5">{capitalized(person.reasons.map(wordsOf).join(' · '))}</p>
    </div>
  );
}

function useReasonWords({ gender, within }: Person): (reason: Reason) => string {
  const { t, i18n } = useTranslation('meeting');
  const { oneOf } = useDetailWords();
  const list = new Intl.ListFormat(i18n.language, { type: 'unit' });
  return ({ why, shared }) => {
    switch (why) {
      case 'nearness':
        return within === null ? t('reasons.nearness') : t('reasons.nearnessWithin', { count: within });
      case 'interests':
      case 'languages':
        return t(`reasons.${why}`, { list: list.format(shared.map((one) => oneOf(why, one))) });
      case 'answers':
      case 'newness':
        return t(`reasons.${why}`);
      case 'likesYou':
      case 'activity':
      case 'fairness':
        return t(`reasons.${why}_${gender}`);
    }
  };
}

const capitalized = (text: string) => text.charAt(0).toLocaleUpperCase() + text.slice(1);
