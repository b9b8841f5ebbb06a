import type { RefObject } from 'react';
import { flushSync } from 'react-dom';
import { useTranslation } from 'react-i18next';
import { MESSAGE_MAX_LETTERS } from '#contract/kernel/constants.ts';
import { placeholdersIn } from '#contract/staff/placeholders.ts';
import { useToast } from '#ui/toast.tsx';
import type { Place } from '../conversation-data.ts';
import { draftOf, keepDraft, useDraft } from '../drafts.ts';

export type ComposerText = ReturnType<typeof useComposerText>;

/** What the host writes, and how tools put words into it: nothing that was typed is lost. */
export function useComposerText(place: Place, inputRef: RefObject<HTMLTextAreaElement | null>) {
  const { t } = useTranslation(['composer']);
  const toast = useToast();
  const text = useDraft(place);

  function put(next: string, from: number, to = from): void {
    flushSync(() => keepDraft(place, next));
    const input = inputRef.current;
    input?.focus();
    input?.setSelectionRange(from, to);
  }

  /** Marks what has no value yet, so that the next letter takes its place. */
  function selectGap(): boolean {
    const [name] = placeholdersIn(draftOf(place));
    const found = name === undefined ? null : /\{\{[^{}]*\}\}/.exec(draftOf(place));
    if (!found) return false;
    put(draftOf(place), found.index, found.index + found[0].length);
    return true;
  }

  function fits(next: string): boolean {
    if (next.length <= MESSAGE_MAX_LETTERS) return true;
    toast({ kind: 'danger', text: t('tooLong', { most: MESSAGE_MAX_LETTERS }), name: 'composer' });
    return false;
  }

  return {
    text,
    set: (next: string) => keepDraft(place, next),
    /** Puts words in the place of a part, and the caret behind them or at their first gap. */
    insert(words: string, start: number, end: number) {
      const now = draftOf(place);
      const next = now.slice(0, start) + words + now.slice(end);
      if (!fits(next)) return;
      put(next, start + words.length);
      selectGap();
    },
    /** Puts words in the place of all. What stood there can be had back. */
    replace(words: string) {
      const before = draftOf(place);
      if (!fits(words)) return;
      put(words, words.length);
      selectGap();
      if (before.trim() === '' || before === words) return;
      toast({
        text: t('replaced'),
        name: 'composer',
        action: { label: t('undo'), onClick: () => put(before, before.length) },
      });
    },
    selectGap,
  };
}
