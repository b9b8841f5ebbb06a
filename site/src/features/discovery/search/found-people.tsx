import { MapPinned } from 'lucide-react';
import { useEffect, useEffectEvent, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { FoundPeople as Found } from '../../../../../contract/discovery/search.ts';
import { Notice } from '../../../../../packages/ui/notice.tsx';
import { Pager } from '../../../../../packages/ui/pager.tsx';
import { useShell } from '../../../shell/boot.ts';
import { Loaded } from '../../../shell/loaded.tsx';
import { FoundLine } from './found-line.tsx';
import { EndOfList, NobodyFound } from './nobody-found.tsx';
import { GridSkeleton, PeopleGrid } from './people-grid.tsx';
import { QuickLook } from './quick-look.tsx';
import { SlowNote } from './slow-note.tsx';
import { useFoundPeople } from './use-found-people.ts';
import { useLook } from './use-look.ts';
import { useSearch } from './use-search.ts';

export function FoundPeople() {
  const found = useFoundPeople();
  return (
    <div className="mt-4 sm:mt-5">
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
  const line = useRef<HTMLParagraphElement>(null);
  useNewPage(busy ? null : page, () => {
    line.current?.focus({ preventScroll: true });
    line.current?.scrollIntoView();
  });

  if (found.total === 0 && !busy) return <NobodyFound />;
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
      <QuickLook
        person={people.find(({ id }) => id === look.shown)}
        toChat={look.toChat}
        onClose={look.close}
      />
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
