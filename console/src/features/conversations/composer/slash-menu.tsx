import { type KeyboardEvent, type ReactNode, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useSnippets } from '#console/features/snippets/use-snippets.ts';
import { paths } from '#console/shell/paths.ts';
import type { Language } from '#contract/kernel/constants.ts';
import { languages } from '#contract/kernel/languages.ts';
import type { Snippet } from '#contract/staff/writing.ts';
import { Tag } from '#ui/badge.tsx';
import { type SlashQuery, matchSnippets, slashQueryAt } from './snippet-search.ts';

interface SlashMenuOptions {
  brand: string;
  text: string;
  caret: number;
  /** The member's. */
  language: Language | undefined;
  onPick: (snippet: Snippet, place: SlashQuery) => void;
}

/** Snippets by their name after a slash: the arrows choose, Enter and Tab take, Escape closes. */
export function useSlashMenu({ brand, text, caret, language, onPick }: SlashMenuOptions) {
  const listId = useId();
  const { data, isError } = useSnippets(brand);
  const [chosen, setChosen] = useState(0);
  const [closedAt, setClosedAt] = useState<number | null>(null);
  const query = slashQueryAt(text, caret);
  const isOpen = query !== null && query.start !== closedAt;
  const found = isOpen && data ? matchSnippets(data, query.name, language) : [];
  const active = Math.min(chosen, Math.max(0, found.length - 1));
  const optionId = (index: number) => `${listId}-${index}`;

  function pick(snippet: Snippet | undefined): void {
    if (!snippet || !query) return;
    setChosen(0);
    onPick(snippet, query);
  }

  /** Whether the key was meant for the menu. */
  function handleKey(event: KeyboardEvent): boolean {
    if (!isOpen || event.ctrlKey || event.metaKey || event.altKey) return false;
    const move = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (move !== undefined && found.length > 0) setChosen((active + move + found.length) % found.length);
    else if (event.key === 'Escape') setClosedAt(query.start);
    else if ((event.key === 'Enter' || event.key === 'Tab') && found.length > 0) pick(found[active]);
    else return false;
    event.preventDefault();
    return true;
  }

  const isEmpty = data?.length === 0;
  return {
    handleKey,
    /** For the field that it belongs to. */
    inputProps:
      isOpen && found.length > 0
        ? {
            'aria-autocomplete': 'list' as const,
            'aria-controls': listId,
            'aria-activedescendant': optionId(active),
          }
        : {},
    menu: isOpen && (
      <SlashWindow>
        {found.length > 0 ? (
          <SnippetList {...{ listId, optionId, found, active, language, onPick: pick }} />
        ) : (
          <NoSnippets isError={isError} isLoading={!data && !isError} isEmpty={isEmpty} />
        )}
      </SlashWindow>
    ),
  };
}

function SlashWindow({ children }: { children: ReactNode }) {
  return (
    <div
      role="presentation"
      // Keeps the caret in the field.
      onMouseDown={(event) => event.preventDefault()}
      className="absolute inset-x-0 bottom-full z-30 mb-1.5 max-h-72 overflow-y-auto overscroll-contain rounded-field edge bg-raised text-ink shadow-raised"
    >
      {children}
    </div>
  );
}

interface SnippetListProps {
  listId: string;
  optionId: (index: number) => string;
  found: readonly Snippet[];
  active: number;
  language: Language | undefined;
  onPick: (snippet: Snippet) => void;
}

function SnippetList({ listId, optionId, found, active, language, onPick }: SnippetListProps) {
  const { t } = useTranslation(['composer']);
  return (
    <div id={listId} role="listbox" aria-label={t('snippets.list')} className="p-1">
      {found.map((snippet, index) => (
        <button
          key={snippet.id}
          id={optionId(index)}
          type="button"
          role="option"
          tabIndex={-1}
          aria-selected={index === active}
          onClick={() => onPick(snippet)}
          className="flex min-h-9 w-full cursor-pointer items-baseline text-start gap-3 rounded-(--corner-check) px-2.5 py-1.5 text-sm hover:bg-soft aria-selected:bg-primary-soft aria-selected:text-on-primary-soft"
        >
          <span className="shrink-0 font-mono font-medium">/{snippet.name}</span>
          <span className="min-w-0 flex-1 truncate">{snippet.text}</span>
          {snippet.language !== language && <Tag>{languages[snippet.language].name}</Tag>}
        </button>
      ))}
    </div>
  );
}

function NoSnippets({ isError, isLoading, isEmpty }: Record<'isError' | 'isLoading' | 'isEmpty', boolean>) {
  const { t } = useTranslation(['composer', 'shell']);
  if (isLoading) return <p className="px-3 py-2.5 text-sm text-muted">{t('shell:loading')}</p>;
  return (
    <p role="status" className="flex flex-wrap gap-x-3 px-3 py-2.5 text-sm text-muted">
      {t(isError ? 'snippets.failed' : isEmpty ? 'snippets.empty' : 'snippets.none')}
      {!isError && (
        <Link to={paths.snippets} className="text-primary-text underline">
          {t('snippets.manage')}
        </Link>
      )}
    </p>
  );
}
