import { useEffect, useRef } from 'react';
import { Button } from './button.tsx';

type LoadMoreProps = {
  /** An infinite query, as far as it is looked at. */
  query: {
    hasNextPage: boolean;
    isFetching: boolean;
    isFetchNextPageError: boolean;
    fetchNextPage: () => Promise<unknown>;
  };
  label: string;
  /** Says that the next page could not be fetched. */
  failed: string;
  /** What scrolls: the page, or the box that this stands in. Without it only the button fetches. */
  scrolls?: 'page' | 'box';
};

/** How far below the window the end of the list may be when more of it is fetched. */
const AHEAD = '400px';

/** Fetches the next page when the end of a list comes near, or with the button. */
export function LoadMore({ query, label, failed, scrolls }: LoadMoreProps) {
  const { hasNextPage, isFetching, isFetchNextPageError, fetchNextPage } = query;
  const end = useRef<HTMLDivElement>(null);
  // After a failure only the button asks again, so that the page does not ask for ever.
  const goesOn = scrolls !== undefined && hasNextPage && !isFetching && !isFetchNextPageError;
  useEffect(() => {
    if (!goesOn || !end.current) return undefined;
    const near = new IntersectionObserver(
      (seen) => {
        if (seen.some(({ isIntersecting }) => isIntersecting)) void fetchNextPage();
      },
      { root: scrolls === 'box' ? end.current.parentElement : null, rootMargin: AHEAD },
    );
    near.observe(end.current);
    return () => near.disconnect();
  }, [goesOn, fetchNextPage, scrolls]);
  if (!hasNextPage) return null;
  return (
    <div ref={end} className="px-4 py-5 text-center">
      {isFetchNextPageError && (
        <p role="alert" className="mb-3 text-muted">
          {failed}
        </p>
      )}
      <Button variant="secondary" loading={isFetching} onClick={() => void fetchNextPage()}>
        {label}
      </Button>
    </div>
  );
}
