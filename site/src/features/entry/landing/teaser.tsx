import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { queryClient } from '#client/query-client.ts';
import { searchPeople } from '#contract/discovery/search.ts';
import {
  AVAILABLE_PEOPLE_SHOWN_FROM,
  MOBILE_MAX_WIDTH,
  SEARCH_PAGE_SIZE,
} from '#contract/kernel/constants.ts';
import type { Gender } from '#contract/kernel/fields.ts';
import type { Person } from '#contract/profile/people.ts';
import { nameAndAge, PersonWindow } from '#site/features/people/person-summary.tsx';
import { call } from '#site/shell/api.ts';
import { useShell } from '#site/shell/boot.ts';
import { storage } from '#site/shell/storage.ts';
import { Button } from '#ui/button.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import { useDraft } from '../signup/draft.ts';

/** Some of those who are here, out of focus, for a visitor who has not signed up yet. */
export function Teaser() {
  const { t } = useTranslation(['find', 'people', 'shell']);
  const titleId = useId();
  const { seeks } = useDraft();
  const { id: flowId } = useShell().flow;
  const { data: found, error } = useQuery(
    {
      queryKey: ['teaser', seeks, flowId],
      queryFn: ({ signal }) => findTeasers({ seeks: seeks ?? undefined, flowId }, signal),
      placeholderData: keepPreviousData,
    },
    queryClient,
  );
  return (
    <section aria-labelledby={titleId} className="w-full px-5 py-14 sm:py-16 lg:px-[6vw]">
      <h2 id={titleId} className="text-3xl sm:text-4xl">
        {t('teaser.title')}
      </h2>
      {/* Its line is there before the number is, so that nothing moves. */}
      <p className="mt-2 min-h-[1lh] font-semibold">
        {found && found.total >= AVAILABLE_PEOPLE_SHOWN_FROM && <PeopleHere {...found} />}
      </p>
      <p className="text-muted">{t('teaser.text')}</p>
      {!error && (
        <ul className="mt-6 grid grid-cols-2 gap-x-4 gap-y-6 max-xs:grid-cols-1 sm:grid-cols-3 xl:grid-cols-5 xl:gap-x-6">
          {(found?.people ?? waiting).map((person, index) => (
            <li key={person?.id ?? index} className={index === 0 ? 'max-sm:col-span-full' : undefined}>
              {person ? <TeaserCard person={person} large={index === 0} /> : <CardSkeleton />}
            </li>
          ))}
        </ul>
      )}
      <div className="mt-8 flex justify-center">
        <Button size="lg" onClick={goToCard}>
          {t('teaser.all')}
        </Button>
      </div>
    </section>
  );
}

function PeopleHere({ total: count, region }: { total: number; region: string | null }) {
  const { t } = useTranslation('find');
  return region ? t('teaser.peopleIn', { count, region }) : t('teaser.people', { count });
}

const waiting = Array.from({ length: SEARCH_PAGE_SIZE }, () => null);

function TeaserCard({ person, large }: { person: Person; large: boolean }) {
  return (
    <>
      <PersonWindow
        person={person}
        sizes={`(max-width: ${MOBILE_MAX_WIDTH}) ${large ? '100vw' : '50vw'}, 20rem`}
      />
      <p className="heading mt-2.5 text-xl">{nameAndAge(person)}</p>
    </>
  );
}

function CardSkeleton() {
  return (
    <>
      <Skeleton shape="portrait" className="w-full" />
      <Skeleton className="mt-2.5 w-1/3 text-xl" />
    </>
  );
}

/** Those of the visitor's region where it is known and has enough of them, else of the whole country. */
async function findTeasers(wanted: { seeks: Gender | undefined; flowId: string }, signal: AbortSignal) {
  const region = storage.get('region');
  if (region) {
    const { result } = await call(searchPeople, { region, ...wanted }, { signal });
    if (result.people.length === SEARCH_PAGE_SIZE) return result;
  }
  return (await call(searchPeople, wanted, { signal })).result;
}

/** Back up to the card, and to its first question. */
function goToCard(): void {
  window.scrollTo({ top: 0 });
  document.querySelector<HTMLElement>('[data-question]')?.focus({ preventScroll: true });
}
