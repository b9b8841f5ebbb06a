import type { UseInfiniteQueryResult } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Button } from '../../../packages/ui/button.tsx';
import { explain } from '../lib/explain.ts';

type Paged = Pick<
  UseInfiniteQueryResult,
  'hasNextPage' | 'isFetchingNextPage' | 'isFetchNextPageError' | 'error' | 'fetchNextPage'
>;

export function LoadMore({ query, label }: { query: Paged; label: string }) {
  const { t } = useTranslation();
  if (!query.hasNextPage) return null;
  return (
    <div className="flex flex-col items-center gap-2 p-3">
      {query.isFetchNextPageError && (
        <p role="alert" className="text-[13px] text-danger-text">
          {explain(query.error, t)}
        </p>
      )}
      <Button
        variant="secondary"
        size="sm"
        loading={query.isFetchingNextPage}
        onClick={() => void query.fetchNextPage()}
      >
        {label}
      </Button>
    </div>
  );
}
