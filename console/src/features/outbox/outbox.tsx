import { MailSearch, Mails, Search } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { NavLink, Outlet, useLocation, useParams, useSearchParams } from 'react-router';
import { FilterSelect } from '#console/shell/filter-select.tsx';
import { Moment } from '#console/shell/format.tsx';
import { Loaded, NextPage } from '#console/shell/loaded.tsx';
import { TabTitle, usePageTitle } from '#console/shell/page.tsx';
import { paths } from '#console/shell/paths.ts';
import { Button } from '#ui/button.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import { TextField } from '#ui/text-field.tsx';
import { StatusTag } from './mail.tsx';
import {
  type MailFilter,
  type MailRow,
  isFiltering,
  mailStatuses,
  matchMails,
  readFilter,
  useMails,
  writeFilter,
} from './mails.ts';

/** Two panes at a desk; on a phone the list, or the mail over it. */
export function Outbox() {
  const { mailId } = useParams();
  return (
    <div className="flex min-h-0 flex-1 flex-col lg:h-dvh lg:flex-none lg:flex-row">
      <TabTitle />
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
  const { t } = useTranslation(['outbox', 'shell']);
  const title = usePageTitle();
  const [search, setSearch] = useSearchParams();
  const filter = readFilter(search);
  const query = useMails();
  return (
    <>
      <header className="flex flex-col gap-3 px-4 pt-5 pb-3 lg:pt-7">
        <h1 id="outbox-title" tabIndex={-1} className="text-xl outline-none lg:text-2xl">
          {title}
        </h1>
        <FilterBar filter={filter} />
      </header>
      <div className="min-h-0 flex-1 overflow-y-auto border-t border-line">
        <Loaded query={query} skeleton={<ListSkeleton />}>
          {(all) => {
            const found = matchMails(all, filter);
            if (all.length === 0)
              return <EmptyState compact icon={<Mails />} title={t('empty')} text={t('emptyText')} />;
            return (
              <>
                {found.length > 0 ? (
                  <MailList mails={found} />
                ) : (
                  <EmptyState
                    compact
                    icon={<MailSearch />}
                    title={t('noneFound')}
                    text={t('noneFoundText', { count: all.length })}
                    action={
                      isFiltering({ ...filter, brand: '' }) && (
                        <Button
                          variant="secondary"
                          size="sm"
                          onClick={() => setSearch({}, { replace: true })}
                        >
                          {t('clear')}
                        </Button>
                      )
                    }
                  />
                )}
                {isFiltering(filter) ? (
                  <NextPage query={query} label={t('searchOlder')} />
                ) : (
                  <NextPage query={query} />
                )}
              </>
            );
          }}
        </Loaded>
      </div>
    </>
  );
}

function FilterBar({ filter }: { filter: MailFilter }) {
  const { t } = useTranslation(['outbox', 'shell']);
  const [, setSearch] = useSearchParams();
  const change = (part: Partial<MailFilter>) =>
    setSearch(writeFilter({ ...filter, ...part }), { replace: true });
  return (
    <search className="flex flex-col gap-2">
      <TextField
        dense
        type="search"
        label={t('search')}
        placeholder={t('search')}
        value={filter.words}
        onChange={(event) => change({ words: event.target.value })}
        start={<Search aria-hidden className="size-4" />}
      />
      <FilterSelect
        label={t('status')}
        any={t('anyStatus')}
        value={filter.status}
        options={mailStatuses.map((value) => ({ value, label: t(`state.${value}`) }))}
        onChange={(value) => change({ status: value })}
      />
    </search>
  );
}

function MailList({ mails }: { mails: readonly MailRow[] }) {
  const { t } = useTranslation(['outbox', 'shell']);
  const { search } = useLocation();
  return (
    <ul aria-label={t('page.outbox')} className="divide-y divide-line border-b border-line">
      {mails.map(({ id, subject, to, brand, createdAt, status }) => (
        <li key={id}>
          <NavLink
            to={{ pathname: paths.mail(id), search }}
            preventScrollReset
            className="flex flex-col gap-1 px-4 py-3 transition-colors -outline-offset-3 hover:bg-soft/60 aria-[current=page]:bg-soft aria-[current=page]:inset-shadow-[3px_0_0_var(--primary-line)]"
          >
            <span className="flex items-baseline justify-between gap-3">
              <span className="truncate font-semibold">{subject}</span>
              <Moment at={createdAt} className="shrink-0 text-xs text-muted" />
            </span>
            <span className="flex items-center justify-between gap-3 text-[0.8125rem] text-muted">
              <span className="truncate">{t('toOf', { to, brand })}</span>
              <StatusTag status={status} />
            </span>
          </NavLink>
        </li>
      ))}
    </ul>
  );
}

function NothingChosen() {
  const { t } = useTranslation(['outbox', 'shell']);
  const { data: mails = [] } = useMails();
  if (mails.length === 0) return null;
  return (
    <div className="m-auto">
      <EmptyState compact icon={<Mails />} title={t('choose')} text={t('chooseText')} />
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
