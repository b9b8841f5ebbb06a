import { ChevronDown, MapPin, SlidersHorizontal, MapPinned } from 'lucide-react';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { Ref } from 'react';
import { useTranslation } from 'react-i18next';
import { useOverlay } from '#client/overlays.ts';
import type { FoundPeople as Found } from '#contract/discovery/search.ts';
import { useShell } from '#site/shell/boot.ts';
import { useCurrentRoute } from '#site/shell/current-route.ts';
import { lazyOverlay } from '#site/shell/lazy-part.tsx';
import { Loaded } from '#site/shell/loaded.tsx';
import { PageHeading } from '#site/shell/page-heading.tsx';
import { openPopup } from '#site/shell/popups.ts';
import { CountBadge } from '#ui/badge.tsx';
import { Button } from '#ui/button.tsx';
import { Notice } from '#ui/notice.tsx';
import { Pager } from '#ui/pager.tsx';
import { VisuallyHidden } from '#ui/visually-hidden.tsx';
import { MeetingButton } from '../meeting/meeting-button.tsx';
import { EndOfList, EmptyResults } from './empty-results.tsx';
import { countFilters } from './filters.ts';
import { GridSkeleton, PeopleGrid } from './people-grid.tsx';
import { useNewVisit, useSearch, usePlaceWords } from './search.ts';
import { useFoundPeople } from './use-found-people.ts';
import { useLook } from './use-look.ts';

const FilterSheet = lazyOverlay(async () => (await import('./filter-sheet.tsx')).FilterSheet);
const QuickLook = lazyOverlay(async () => (await import('./quick-look.tsx')).QuickLook);

export function FindScreen() {
  // The sentences for failures must be there before there is something to explain.
  useTranslation(['find', 'people', 'meeting', 'errors']);
  const { title } = useCurrentRoute();
  const sheet = useOverlay('filters');
  useNewVisit();
  return (
    <div className="mx-auto w-full max-w-7xl px-4 pt-1 pb-10 sm:px-6 sm:py-8">
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-4">
        <PageHeading>{title}</PageHeading>
        <FindHead onFilters={() => sheet.open(true)} />
      </div>
      <FoundPeople />
      <FilterSheet open={sheet.isOpen} onClose={() => void sheet.close()} />
    </div>
  );
}

/** Where is searched, and whom for: both can be changed. */
function FindHead({ onFilters }: { onFilters: () => void }) {
  const { t } = useTranslation('find');
  const { where, filters } = useSearch();
  const placeWords = usePlaceWords();
  const count = countFilters(filters);
  return (
    <div className="flex min-w-0 items-stretch gap-2.5 max-sm:w-full max-xs:flex-col">
      <Button
        variant="secondary"
        className="min-w-0 max-sm:flex-1 max-sm:px-3.5"
        icon={<MapPin aria-hidden="true" className="size-4.5 shrink-0 text-muted" />}
        iconEnd={<ChevronDown aria-hidden="true" className="size-4.5 shrink-0 text-muted" />}
        onClick={() => openPopup({ name: 'choose_place' })}
      >
        <VisuallyHidden>{t('place.label')} </VisuallyHidden>
        <span className="text-left leading-tight">{placeWords(where)}</span>
      </Button>
      <Button
        variant="secondary"
        className="shrink-0 max-sm:px-3.5"
        icon={<SlidersHorizontal aria-hidden="true" className="size-4.5 shrink-0 text-muted" />}
        iconEnd={<CountBadge count={count} label={t('filters.count', { count })} />}
        onClick={onFilters}
      >
        {t('filters.title')}
      </Button>
    </div>
  );
}

function FoundPeople() {
  const found = useFoundPeople();
  const { where, goTo } = useSearch();
  return (
    <div className="mt-4 sm:mt-5">
      <div className="mb-3 flex sm:justify-end">
        <MeetingButton region={where.region} onSaved={() => goTo(1)} />
      </div>
      <Loaded query={found} skeleton={<GridSkeleton />}>
        {(people) => <Page found={people} pages={found.pages} busy={found.isPlaceholderData} />}
      </Loaded>
      <SlowNote waiting={found.isFetching && (found.data === undefined || found.isPlaceholderData)} />
    </div>
  );
}

type PageProps = { found: Found; pages: number; busy: boolean };

function Page({ found, pages, busy }: PageProps) {
  const { t } = useTranslation('find');
  const { page, where, goTo } = useSearch();
  const { brand } = useShell();
  const look = useLook();
  const looked = found.people.find(({ id }) => id === look.shown);
  const line = useRef<HTMLParagraphElement>(null);
  useNewPage(busy ? null : page, () => {
    line.current?.focus({ preventScroll: true });
    line.current?.scrollIntoView();
  });

  if (found.total === 0 && !busy) return <EmptyResults />;
  const { people, total, widened, region } = found;
  return (
    <>
      <FoundLine ref={line} total={total} page={page} pages={pages} />
      {widened && !busy && (
        <Notice icon={<MapPinned aria-hidden="true" />} className="mt-3">
          {region === null
            ? t('widenedTo', { region: where.region, country: brand.countryWords.whole })
            : t('widened', { city: where.city, region })}
        </Notice>
      )}
      <div className="mt-4 sm:mt-6">
        <PeopleGrid people={people} busy={busy} onLook={look.open} />
      </div>
      <Pager
        className="mt-8"
        page={page}
        pages={pages}
        onPage={goTo}
        labels={{
          nav: t('pager.label'),
          previous: t('pager.previous'),
          next: t('pager.next'),
          page: (number) => t('pager.page', { page: number }),
        }}
      />
      {page === pages && !busy && <EndOfList widened={widened} />}
      <QuickLook open={looked !== undefined} person={looked} toChat={look.toChat} onClose={look.close} />
    </>
  );
}

/** Calls back when another page has taken the place of the one that was shown. */
function useNewPage(shown: number | null, onNewPage: () => void): void {
  const last = useRef(shown);
  const handle = useEffectEvent(onNewPage);
  useEffect(() => {
    if (shown === null) return;
    if (last.current !== null && last.current !== shown) handle();
    last.current = shown;
  }, [shown]);
}

type FoundLineProps = { total: number; page: number; pages: number; ref: Ref<HTMLParagraphElement> };

/** How many there are, and where among them one is. Spoken when it changes, and the place to begin a new page from. */
function FoundLine({ total, page, pages, ref }: FoundLineProps) {
  const { t } = useTranslation('find');
  const people = t('people', { count: total });
  return (
    <p ref={ref} tabIndex={-1} role="status" className="scroll-mt-48 text-muted outline-none">
      {pages > 1 ? t('pageOf', { people, page, pages }) : people}
    </p>
  );
}

const SLOW_AFTER_MS = 4_000;

/** After a while of waiting, says that it is still being worked on. */
function SlowNote({ waiting }: { waiting: boolean }) {
  const { t } = useTranslation('find');
  const [slow, setSlow] = useState(false);
  useEffect(() => {
    if (!waiting) return undefined;
    const timer = setTimeout(() => setSlow(true), SLOW_AFTER_MS);
    return () => {
      clearTimeout(timer);
      setSlow(false);
    };
  }, [waiting]);
  return (
    <p role="status" className="mt-6 text-center text-muted empty:hidden">
      {slow && t('slow')}
    </p>
  );
}
