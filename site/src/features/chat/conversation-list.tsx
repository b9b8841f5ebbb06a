import { CheckCheck } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Loaded } from '../../shell/loaded.tsx';
import { PageHeading } from '../../shell/page-heading.tsx';
import { Button } from '../../../../packages/ui/button.tsx';
import { EmptyState } from '../../../../packages/ui/empty-state.tsx';
import { Skeleton, SkeletonText } from '../../../../packages/ui/skeleton.tsx';
import { ConversationRow } from './conversation-row.tsx';
import { ListFilter } from './list-filter.tsx';
import { NoConversations } from './no-conversations.tsx';
import { OlderConversations } from './older-conversations.tsx';
import { useConversations, useNow } from './use-conversations.ts';
import { useKeptScroll } from './use-kept-scroll.ts';
import { useRowKeys } from './use-row-keys.ts';

/** All conversations, newest first. It stays where it was while one of them is open. */
export function ConversationList({ openId }: { openId: string | undefined }) {
  const { t } = useTranslation(['chats', 'shell']);
  const { query, rows = [] } = useConversations();
  const [unreadOnly, setUnreadOnly] = useState(false);
  const now = useNow();
  // Whatever is open stays in sight, also when reading it has taken it out of the choice.
  const shown = unreadOnly
    ? rows.filter(({ unread, profileId }) => unread > 0 || profileId === openId)
    : rows;
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
        {(unreadOnly || rows.some(({ unread }) => unread > 0)) && (
          <ListFilter unreadOnly={unreadOnly} onChange={setUnreadOnly} />
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
                {shown.length === 0 && (
                  <EmptyState
                    icon={<CheckCheck aria-hidden="true" />}
                    title={t('filter.none')}
                    text={t('filter.noneText')}
                    action={
                      <Button variant="secondary" onClick={() => setUnreadOnly(false)}>
                        {t('filter.all')}
                      </Button>
                    }
                  />
                )}
                <ul aria-label={t('list')} className="pb-3" {...keys.list}>
                  {shown.map((row) => (
                    <ConversationRow
                      key={row.profileId}
                      row={row}
                      now={now}
                      isOpen={row.profileId === openId}
                      isReachable={row.profileId === keys.reachable}
                    />
                  ))}
                </ul>
                <OlderConversations query={query} />
              </>
            )
          }
        </Loaded>
      </div>
    </>
  );
}

function ListSkeleton() {
  return [0, 1, 2, 3, 4, 5].map((key) => (
    <div key={key} className="flex items-center gap-4 p-3.5">
      <Skeleton shape="circle" className="w-14 shrink-0" />
      <SkeletonText lines={2} className="flex-1" />
    </div>
  ));
}
