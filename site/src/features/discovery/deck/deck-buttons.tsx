import { Heart, Info, Undo2, X } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { Person } from '../../../../../contract/profile/people.ts';
import { IconButton, IconLink } from '../../../../../packages/ui/icon-button.tsx';
import { paths } from '../../../shell/paths.ts';
import type { Verdict } from './deck.ts';
import { keys } from './use-deck-keys.ts';

type DeckButtonsProps = {
  person: Person;
  canUndo: boolean;
  onVerdict: (verdict: Verdict) => void;
  onUndo: () => void;
};

/** The same as swiping, for everybody who would rather press. */
export function DeckButtons({ person, canUndo, onVerdict, onUndo }: DeckButtonsProps) {
  const { t } = useTranslation(['match', 'people']);
  const name = person.screenName;
  return (
    <div className="flex items-center justify-center gap-4 sm:gap-5">
      <IconButton
        variant="surface"
        label={t('undo')}
        aria-keyshortcuts={keys.undo}
        // Not `disabled`: the keyboard's focus would be lost with the press that uses it up.
        aria-disabled={!canUndo}
        onClick={onUndo}
        icon={<Undo2 aria-hidden="true" className="size-5" />}
        className="aria-disabled:cursor-not-allowed aria-disabled:opacity-50 aria-disabled:shadow-none"
      />
      <IconButton
        variant="surface"
        size="lg"
        label={t('dislike', { name })}
        aria-keyshortcuts={keys.dislike}
        onClick={() => onVerdict('dislike')}
        icon={<X aria-hidden="true" className="size-7 stroke-[2.5]" />}
      />
      <IconButton
        variant="primary"
        size="xl"
        label={t('people:like.give', { name })}
        aria-keyshortcuts={keys.like}
        onClick={() => onVerdict('like')}
        icon={<Heart aria-hidden="true" className="size-8 fill-current" />}
      />
      <IconLink
        variant="surface"
        label={t('open', { name })}
        aria-keyshortcuts={keys.open}
        to={paths.person(person.id)}
        icon={<Info aria-hidden="true" className="size-5" />}
      />
    </div>
  );
}
