import { MailSearch, Mails } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Outlet, useParams, useSearchParams } from 'react-router';
import { Button } from '../../../../packages/ui/button.tsx';
import { Skeleton } from '../../../../packages/ui/skeleton.tsx';
import { LoadMore } from '../../ui/load-more.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { Notice } from '../../ui/notice.tsx';
import { FilterBar } from './filter-bar.tsx';
import { brandsOf, isFiltering, matchMails, readFilter } from './filter.ts';
import { MailList } from './mail-list.tsx';
import { useMails } from './use-mails.ts';

/** Two panes at a desk; on a phone the list, or the mail over it. */
export function Outbox() {
  const { t } = useTranslation();
  const { mailId } = useParams();
  return (
    <div className="flex min-h-0 flex-1 flex-col lg:h-dvh lg:flex-none lg:flex-row">
      <title>{t('pageTitle', { title: t('section.outbox') })}</title>
      <section
        aria-labelledby="outbox-title"
        className={`min-h-0 w-full flex-col border-line lg:flex lg:w-96 lg:shrink-0 lg:border-e ${mailId ? 'hidden' : 'flex'}`}
      >
        <MailColumn />
      </section>
      <div className={`min-h-0 min-w-0 flex-1 flex-col lg:flex ${mailId ? 'flex' : 'hidden'}`}>
        {mailId ? <Outlet /> : <NothingChosen />}
      </div>
    </div>
  );
}

function MailColumn() {
  const { t } = useTranslation();
  const [search, setSearch] = useSearchParams();
  const filter = readFilter(search);
  const query = useMails();
  const mails = query.data ?? [];
  return (
    <>
      <header className="flex flex-col gap-3 px-4 pt-5 pb-3 lg:pt-7">
        <h1 id="outbox-title" tabIndex={-1} className="text-xl outline-none lg:text-2xl">
          {t('section.outbox')}
        </h1>
        <FilterBar filter={filter} brands={brandsOf(mails, filter.brand)} />
      </header>
      <div className="min-h-0 flex-1 overflow-y-auto border-t border-line">
        <Loaded query={query} skeleton={<ListSkeleton />}>
          {(all) => {
            const found = matchMails(all, filter);
            if (all.length === 0)
              return <Notice icon={Mails} title={t('outbox.empty')} text={t('outbox.emptyText')} />;
            return (
              <>
                {found.length > 0 ? (
                  <MailList mails={found} />
                ) : (
                  <Notice
                    icon={MailSearch}
                    title={t('outbox.noneFound')}
                    text={t('outbox.noneFoundText', { count: all.length })}
                  >
                    <Button variant="secondary" size="sm" onClick={() => setSearch({}, { replace: true })}>
                      {t('outbox.clear')}
                    </Button>
                  </Notice>
                )}
                <LoadMore
                  query={query}
                  label={isFiltering(filter) ? t('outbox.searchOlder') : t('loadMore')}
                />
              </>
            );
          }}
        </Loaded>
      </div>
    </>
  );
}

function NothingChosen() {
  const { t } = useTranslation();
  const { data: mails = [] } = useMails();
  if (mails.length === 0) return null;
  return (
    <div className="m-auto">
      <Notice icon={Mails} title={t('outbox.choose')} text={t('outbox.chooseText')} />
    </div>
  );
}

function ListSkeleton() {
  return (
    <div className="divide-y divide-line">
      {['a', 'b', 'c', 'd', 'e', 'f'].map((key) => (
        <div key={key} className="flex flex-col gap-2 px-4 py-3.5">
          <Skeleton className="w-2/3" />
          <Skeleton className="w-1/2" />
        </div>
      ))}
    </div>
  );
}
