import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../../../packages/ui/button.tsx';
import type { useConversations } from './use-conversations.ts';

/** How far below the list its end may be when more of it is fetched. */
const AHEAD = '400px';

/** Fetches the older ones when the end of the list comes near, or with the button. */
export function OlderConversations({ query }: { query: ReturnType<typeof useConversations>['query'] }) {
  const { t } = useTranslation('chats');
  const { hasNextPage, isFetching, isFetchNextPageError, fetchNextPage } = query;
  const end = useRef<HTMLDivElement>(null);
  // After a failure only the button asks again, so that nobody asks for ever.
  const goesOn = hasNextPage && !isFetching && !isFetchNextPageError;
  useEffect(() => {
    if (!goesOn || !end.current) return undefined;
    const near = new IntersectionObserver(
      (seen) => {
        if (seen.some(({ isIntersecting }) => isIntersecting)) void fetchNextPage();
      },
      { root: end.current.parentElement, rootMargin: AHEAD },
    );
    near.observe(end.current);
    return () => near.disconnect();
  }, [goesOn, fetchNextPage]);
  if (!hasNextPage) return null;
  return (
    <div ref={end} className="py-4 text-center">
      {isFetchNextPageError && (
        <p role="alert" className="mb-3 text-muted">
          {t('moreFailed')}
        </p>
      )}
      <Button variant="secondary" loading={isFetching} onClick={() => void fetchNextPage()}>
        {t('more')}
      </Button>
    </div>
  );
}
