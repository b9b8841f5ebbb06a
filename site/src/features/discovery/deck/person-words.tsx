import {
  ArrowLeft,
  ArrowRight,
  BadgeCheck,
  CornerDownLeft,
  Delete,
  type LucideIcon,
  Sparkles,
} from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { DECK_DESCRIPTION_LETTERS } from '../../../../../contract/kernel/constants.ts';
import type { Person } from '../../../../../contract/profile/people.ts';
import { Tag } from '../../../../../packages/ui/badge.tsx';
import { cutWords } from './cut-words.ts';

/** Beside the deck, where there is room: what the person says, and the keys. */
export function PersonWords({ person }: { person: Person }) {
  const { t } = useTranslation(['match', 'people']);
  const { about, description, lookingFor } = person;
  const said = cutWords(description || about, DECK_DESCRIPTION_LETTERS);
  const sought = cutWords(lookingFor, DECK_DESCRIPTION_LETTERS);
  return (
    <div className="flex flex-col gap-8">
      <div key={person.id} className="animate-appear space-y-6">
        {(person.verified || person.isNew) && (
          <p className="flex flex-wrap gap-2">
            {person.verified && (
              <Tag tone="success" icon={<BadgeCheck aria-hidden="true" className="size-4" />}>
                {t('people:verified')}
              </Tag>
            )}
            {person.isNew && (
              <Tag tone="highlight" icon={<Sparkles aria-hidden="true" className="size-4" />}>
                {t('people:new')}
              </Tag>
            )}
          </p>
        )}
        {said && <Words title={t('aboutTitle', { name: person.screenName })} text={said} />}
        {sought && <Words title={t('lookingForTitle')} text={sought} />}
        {!said && !sought && <p className="text-muted">{t('noWords', { name: person.screenName })}</p>}
      </div>
      <KeyHints />
    </div>
  );
}

function Words({ title, text }: { title: string; text: string }) {
  return (
    <div>
      <h3 className="text-xl">{title}</h3>
      <p className="mt-2 text-lg leading-relaxed wrap-anywhere whitespace-pre-line">{text}</p>
    </div>
  );
}

const hints = [
  { Icon: ArrowLeft, words: 'keys.dislike' },
  { Icon: ArrowRight, words: 'keys.like' },
  { Icon: CornerDownLeft, words: 'keys.open' },
  { Icon: Delete, words: 'keys.undo' },
] as const satisfies readonly { Icon: LucideIcon; words: string }[];

function KeyHints() {
  const { t } = useTranslation('match');
  return (
    <ul
      aria-label={t('keys.label')}
      className="grid grid-cols-[auto_auto] justify-start gap-x-8 gap-y-2.5 border-t-(length:--stroke) border-line pt-5 text-sm text-muted pointer-coarse:hidden"
    >
      {hints.map(({ Icon, words }) => (
        <li key={words} className="flex items-center gap-2">
          <kbd className="grid size-7 place-items-center rounded-(--corner-check) edge bg-surface">
            <Icon aria-hidden="true" className="size-4" />
          </kbd>
          {t(words)}
        </li>
      ))}
    </ul>
  );
}
