import { Heart, Info, Undo2, X } from 'lucide-react';
import { useEffect, useEffectEvent } from 'react';
import { useTranslation } from 'react-i18next';
import type { Person } from '#contract/profile/people.ts';
import { paths } from '#site/shell/paths.ts';
import { popupStore } from '#site/shell/popups.ts';
import { IconButton, IconLink } from '#ui/icon-button.tsx';
import type { Verdict } from './deck.ts';

type DeckButtonsProps = {
  person: Person;
  canUndo: boolean;
  onVerdict: (verdict: Verdict) => void;
  onUndo: () => void;
};

/** The same as swiping, for all who would rather press. */
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

/** No letters: they belong to those who speak to their device. */
const keys = {
  dislike: 'ArrowLeft',
  like: 'ArrowRight',
  undo: 'Backspace',
  open: 'Enter',
} as const;

type DeckKeys = Record<keyof typeof keys, () => void>;

const byKey = new Map(Object.entries(keys).map(([act, key]) => [key as string, act as keyof DeckKeys]));

/** The deck by keyboard, wherever on the page the focus is. */
export function useDeckKeys(acts: DeckKeys): void {
  const press = useEffectEvent((event: KeyboardEvent) => {
    const act = byKey.get(event.key);
    if (!act || isBusyWith(event)) return;
    event.preventDefault();
    acts[act]();
  });
  useEffect(() => {
    window.addEventListener('keydown', press);
    return () => window.removeEventListener('keydown', press);
  }, []);
}

/** Whether the key is meant for something else: a field, a dialog, the link or button that has the focus. */
function isBusyWith(event: KeyboardEvent): boolean {
  const { defaultPrevented, repeat, altKey, ctrlKey, metaKey, shiftKey, target, key } = event;
  if (defaultPrevented || repeat || altKey || ctrlKey || metaKey || shiftKey || popupStore.get()) return true;
  if (!(target instanceof Element)) return false;
  if (target.closest('input, textarea, select, [contenteditable], [role=dialog]')) return true;
  return key === keys.open && target.closest('a, button') !== null;
}
