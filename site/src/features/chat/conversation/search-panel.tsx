import { useQuery } from '@tanstack/react-query';
import { Search, SearchX, X } from 'lucide-react';
import { useDeferredValue, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNow } from '#client/clock.ts';
import { queryClient } from '#client/query-client.ts';
import { type FoundMessage, searchConversation } from '#contract/chat/searching.ts';
import { FOUND_MESSAGES_MOST, SEARCH_WORDS_MAX_LETTERS } from '#contract/kernel/constants.ts';
import { foldLetters } from '#contract/kernel/text.ts';
import { call } from '#site/shell/api.ts';
import { Loaded } from '#site/shell/loaded.tsx';
import { useMember } from '#site/shell/session.ts';
import { EmptyState } from '#ui/empty-state.tsx';
import { IconButton } from '#ui/icon-button.tsx';
import { RowSkeletons } from '#ui/skeleton.tsx';
import { rowTime } from '../data/row-words.ts';

/** The server takes no fewer letters. */
const LEAST_LETTERS = 2;
const PAUSE_MS = 300;

type SearchPanelProps = {
  profileId: string;
  name: string;
  onClose: () => void;
  /** Leads to a message. */
  onFound: (number: number) => void;
};

/** Words are looked for in the conversation, over which the results lie until one is chosen. */
export function SearchPanel({ profileId, name, onClose, onFound }: SearchPanelProps) {
  const { t } = useTranslation('chat');
  const [words, setWords] = useState('');
  const input = useRef<HTMLInputElement>(null);
  const wanted = usePaused(words.trim());
  useEffect(() => input.current?.focus(), []);
  return (
    <div role="search" className="absolute inset-0 z-20 bg-chat">
      <div
        role="presentation"
        onKeyDown={(event) => {
          if (event.key !== 'Escape') return;
          event.stopPropagation();
          onClose();
        }}
        className="flex h-full flex-col"
      >
        <div className="flex items-center gap-1 border-b-(length:--stroke) border-line bg-surface px-3 py-2">
          <Search aria-hidden="true" className="size-5 shrink-0 text-muted" />
          <input
            ref={input}
            type="search"
            value={words}
            maxLength={SEARCH_WORDS_MAX_LETTERS}
            aria-label={t('search.label', { name })}
            placeholder={t('search.placeholder')}
            enterKeyHint="search"
            onChange={(event) => setWords(event.target.value)}
            className="min-h-11 min-w-0 flex-1 bg-transparent px-2 text-ink outline-none [&::-webkit-search-cancel-button]:hidden"
          />
          <IconButton
            label={t('search.close')}
            icon={<X aria-hidden="true" className="size-5" />}
            onClick={onClose}
          />
        </div>
        <div className="min-h-0 flex-1 overflow-y-auto overscroll-contain px-3 py-3">
          {wanted.length < LEAST_LETTERS ? (
            <p className="py-6 text-center text-pretty text-muted">{t('search.hint')}</p>
          ) : (
            <Results profileId={profileId} name={name} words={wanted} onFound={onFound} />
          )}
        </div>
      </div>
    </div>
  );
}

type ResultsProps = Pick<SearchPanelProps, 'profileId' | 'name' | 'onFound'> & { words: string };

function Results({ profileId, name, words, onFound }: ResultsProps) {
  const { t } = useTranslation('chat');
  const { trackerId } = useMember();
  const query = useQuery(
    {
      queryKey: [trackerId, 'messages', profileId, 'search', words],
      queryFn: ({ signal }) => call(searchConversation, { trackerId, profileId, words }, { signal }),
      placeholderData: (before) => before,
      // A message may have come or gone since.
      staleTime: 0,
      gcTime: 0,
    },
    queryClient,
  );
  return (
    <Loaded query={query} skeleton={<RowSkeletons rows={3} />}>
      {({ found }) =>
        found.length === 0 ? (
          <EmptyState
            icon={<SearchX aria-hidden="true" />}
            title={t('search.none')}
            text={t('search.noneText')}
          />
        ) : (
          <>
            <p role="status" className="px-1 pb-2 text-sm text-muted">
              {found.length === FOUND_MESSAGES_MOST
                ? t('search.newest', { count: found.length })
                : t('search.found', { count: found.length })}
            </p>
            <ul className="divide-y divide-line overflow-hidden rounded-card edge bg-surface">
              {found.map((message) => (
                <FoundRow
                  key={message.number}
                  message={message}
                  name={name}
                  words={words}
                  onFound={onFound}
                />
              ))}
            </ul>
          </>
        )
      }
    </Loaded>
  );
}

type FoundRowProps = Pick<ResultsProps, 'name' | 'words' | 'onFound'> & { message: FoundMessage };

function FoundRow({ message: { number, own, text, at }, name, words, onFound }: FoundRowProps) {
  const { t, i18n } = useTranslation('chat');
  const now = useNow();
  const [before, match, after] = partsOf(text, words);
  return (
    <li>
      <button
        type="button"
        onClick={() => onFound(number)}
        className="block w-full px-4 py-3 text-left -outline-offset-3 transition-colors hover:bg-soft"
      >
        <span className="flex items-baseline justify-between gap-3">
          <span className="font-semibold">{own ? t('quote.you') : name}</span>
          <time dateTime={new Date(at).toISOString()} className="shrink-0 text-xs text-muted tabular-nums">
            {rowTime(at, now, i18n.language)}
          </time>
        </span>
        <span className="line-clamp-2 text-[0.9375rem] wrap-anywhere text-muted">
          {before}
          <mark className="rounded-xs bg-accent-soft text-on-accent-soft">{match}</mark>
          {after}
        </span>
      </button>
    </li>
  );
}

/** What stands before the words, the words as they are written there, and what follows. Case and accents do not count. */
function partsOf(text: string, words: string): [before: string, match: string, after: string] {
  const at = foldLetters(text).indexOf(foldLetters(words));
  if (at < 0) return [text, '', ''];
  const seen = text.normalize('NFC');
  const end = at + words.normalize('NFC').length;
  return [seen.slice(0, at), seen.slice(at, end), seen.slice(end)];
}

/** The words once no key has been pressed for a moment. */
function usePaused(words: string): string {
  const [paused, setPaused] = useState(words);
  useEffect(() => {
    const timer = setTimeout(() => setPaused(words), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [words]);
  return useDeferredValue(paused);
}
