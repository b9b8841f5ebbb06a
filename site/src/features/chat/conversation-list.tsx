import { useInfiniteQuery } from '@tanstack/react-query';
import { CheckCheck, MessageCircleHeart } from 'lucide-react';
import { useState, useMemo, useEffect, useRef } from 'react';
import type { RefObject } from 'react';
import { useTranslation } from 'react-i18next';
import { useNow } from '#client/clock.ts';
import { queryClient } from '#client/query-client.ts';
import type { ConversationRow as Row } from '#contract/chat/conversations.ts';
import { PLAIN_FLOW_ID } from '#contract/kernel/constants.ts';
import { useShell } from '#site/shell/boot.ts';
import { Loaded } from '#site/shell/loaded.tsx';
import { PageHeading } from '#site/shell/page-heading.tsx';
import { paths } from '#site/shell/paths.ts';
import { useMember } from '#site/shell/session.ts';
import { Button, ButtonLink } from '#ui/button.tsx';
import { classNames } from '#ui/class-names.ts';
import { EmptyState } from '#ui/empty-state.tsx';
import { LoadMore } from '#ui/load-more.tsx';
import { ConversationRow } from './conversation-row.tsx';
import { rowsOf } from './data/conversation-list.ts';
import { conversationsQuery } from './data/conversations-data.ts';
import { ListSkeleton } from './skeletons.tsx';
import { useRowKeys } from './use-row-keys.ts';

/** All conversations, newest first. It stays where it was while one of them is open. */
export function ConversationList({ openId }: { openId: string | undefined }) {
  const { t } = useTranslation(['chats', 'shell']);
  const { query, rows = [] } = useConversations();
  const [choice, setChoice] = useState<Choice>('all');
  const now = useNow();
  // Whatever is open stays in sight, also when reading it has taken it out of the choice.
  const chosen = rows.filter((row) => isChosen(row, choice) || row.profileId === openId);
  // Those who wait for an answer stand apart.
  const owed = choice === 'unread' ? [] : chosen.filter((row) => row.owed);
  const others = chosen.filter((row) => !owed.includes(row));
  const shown = [...owed, ...others];
  const owedInAll = query.data?.pages[0]?.owed ?? 0;
  const scroll = useKeptScroll();
  const keys = useRowKeys(
    shown.map(({ profileId }) => profileId),
    openId,
  );
  const title = t('shell:titles.chats');
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-x-3 px-4 sm:pt-5 sm:pb-2 lg:px-5">
        {openId ? (
          <h2 className="text-3xl max-sm:sr-only">{title}</h2>
        ) : (
          <PageHeading className="sm:text-3xl!">{title}</PageHeading>
        )}
        {(choice !== 'all' || owedInAll > 0 || rows.some(({ unread }) => unread > 0)) && (
          <ListFilter choice={choice} owed={owedInAll} onChange={setChoice} />
        )}
      </div>
      <div
        ref={scroll}
        className="flex min-h-0 flex-1 flex-col overflow-y-auto overscroll-contain px-1 sm:px-2"
      >
        <Loaded query={query} skeleton={<ListSkeleton />}>
          {() =>
            rows.length === 0 ? (
              <NoConversations />
            ) : (
              <>
                {shown.length === 0 && <NothingChosen choice={choice} onAll={() => setChoice('all')} />}
                <div {...keys.list}>
                  {owed.length > 0 && (
                    <h3 className="px-3 pt-3 pb-1 font-text text-sm font-semibold">
                      {t('turn.title')}{' '}
                      <span className="font-normal text-muted">{t('turn.count', { count: owedInAll })}</span>
                    </h3>
                  )}
                  {[owed, others].map(
                    (part) =>
                      part.length > 0 && (
                        <ul
                          key={part === owed ? 'owed' : 'others'}
                          aria-label={part === owed ? t('turn.title') : t('list')}
                          className={
                            part === owed && others.length > 0 ? 'mb-2 border-b border-line pb-2' : 'pb-3'
                          }
                        >
                          {part.map((row) => (
                            <ConversationRow
                              key={row.profileId}
                              row={row}
                              now={now}
                              isOpen={row.profileId === openId}
                              isReachable={row.profileId === keys.reachable}
                            />
                          ))}
                        </ul>
                      ),
                  )}
                </div>
                <LoadMore query={query} label={t('more')} failed={t('moreFailed')} scrolls="box" />
              </>
            )
          }
        </Loaded>
      </div>
    </>
  );
}

/** No messages yet, and what leads to some, as far as the member's flow has it. */
function NoConversations() {
  const { t } = useTranslation('chats');
  const { flow } = useShell();
  const hasDeck = flow.id !== PLAIN_FLOW_ID;
  return (
    <EmptyState
      className="my-auto"
      icon={<MessageCircleHeart aria-hidden="true" />}
      title={t('empty.title')}
      text={t('empty.text')}
      action={
        <div className="flex flex-col gap-2.5">
          {hasDeck && <ButtonLink to={paths.match}>{t('empty.match')}</ButtonLink>}
          {!flow.invites && (
            <ButtonLink to={paths.find} variant={hasDeck ? 'ghost' : 'primary'}>
              {t('empty.find')}
            </ButtonLink>
          )}
        </div>
      }
    />
  );
}

type Choice = 'all' | 'owed' | 'unread';

function isChosen({ owed, unread }: Row, choice: Choice): boolean {
  return choice === 'all' || (choice === 'owed' ? owed : unread > 0);
}

/** None is left of those that were asked for. */
function NothingChosen({ choice, onAll }: { choice: Choice; onAll: () => void }) {
  const { t } = useTranslation('chats');
  return (
    <EmptyState
      icon={<CheckCheck aria-hidden="true" />}
      title={choice === 'owed' ? t('turn.none') : t('filter.none')}
      text={choice === 'owed' ? t('turn.noneText') : t('filter.noneText')}
      action={
        <Button variant="secondary" onClick={onAll}>
          {t('filter.all')}
        </Button>
      }
    />
  );
}

type ListFilterProps = { choice: Choice; owed: number; onChange: (choice: Choice) => void };

/** All conversations, those that wait for an answer, or those with something unread. */
function ListFilter({ choice: current, owed, onChange }: ListFilterProps) {
  const { t } = useTranslation('chats');
  const choice = (label: string, value: Choice) => (
    <button
      type="button"
      aria-pressed={current === value}
      onClick={() => onChange(value)}
      className={classNames(
        'touch-target relative min-h-9 rounded-button px-3.5 text-sm font-semibold transition-colors',
        current === value ? 'bg-inverse text-on-inverse' : 'text-muted hover:bg-soft hover:text-ink',
      )}
    >
      {label}
    </button>
  );
  return (
    <div role="group" aria-label={t('filter.label')} className="-ml-1 flex flex-wrap gap-1 py-1">
      {choice(t('filter.all'), 'all')}
      {(owed > 0 || current === 'owed') && choice(t('turn.title'), 'owed')}
      {choice(t('filter.unread'), 'unread')}
    </div>
  );
}

/** The member's conversations, as far as they have been fetched. */
export function useConversations() {
  const { trackerId } = useMember();
  const query = useInfiniteQuery(conversationsQuery(trackerId), queryClient);
  const rows = useMemo(() => query.data && rowsOf(query.data), [query.data]);
  return { query, rows };
}

/** Where the list was left, also while another page is shown. */
let kept = 0;

/** Finds the list where it was, whenever it comes back into sight: one that was hidden has lost its place. */
function useKeptScroll(): RefObject<HTMLDivElement | null> {
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const element = list.current;
    if (!element) return undefined;
    let inSight = false;
    const sized = new ResizeObserver(() => {
      const isShown = element.clientHeight > 0;
      if (isShown && !inSight) element.scrollTop = kept;
      inSight = isShown;
    });
    const follow = () => {
      if (inSight) kept = element.scrollTop;
    };
    sized.observe(element);
    element.addEventListener('scroll', follow, { passive: true });
    return () => {
      sized.disconnect();
      element.removeEventListener('scroll', follow);
    };
  }, []);
  return list;
}
