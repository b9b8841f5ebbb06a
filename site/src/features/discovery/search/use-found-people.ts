import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import { queryClient } from '#client/query-client.ts';
import { type SearchFilters, searchPeople } from '#contract/discovery/search.ts';
import { SEARCH_PAGE_SIZE } from '#contract/kernel/constants.ts';
import { whenIdle } from '#site/lib/when-idle.ts';
import { call } from '#site/shell/api.ts';
import { codeOf } from '#site/shell/explain.ts';
import { useOpenPaywall } from '#site/shell/paywalls.ts';
import { useMember } from '#site/shell/session.ts';
import type { Place } from './search.ts';
import { useLastFreePage, useSearch } from './search.ts';

interface PeopleRequest {
  trackerId: string;
  where: Place;
  filters: SearchFilters;
  version: number | null;
  page: number;
}

function peopleQuery({ trackerId, where, filters, version, page }: PeopleRequest, first = false) {
  return queryOptions({
    queryKey: [trackerId, 'search', where, filters, version, page],
    queryFn: async ({ signal }) => {
      const request = { trackerId, ...where, filters, page, ...(version !== null && { version }) };
      return (await call(searchPeople, request, { signal, first })).result;
    },
  });
}

/** The page of people that is being looked at. The one before stays until it is there, and the next is fetched ahead. */
export function useFoundPeople() {
  const { trackerId } = useMember();
  const { place, where, filters, version, page, change, goTo, setVersion, startOver } = useSearch();
  const openPaywall = useOpenPaywall();
  const request = useMemo(
    () => ({ trackerId, where, filters, version, page }),
    [trackerId, where, filters, version, page],
  );
  const query = useQuery({ ...peopleQuery(request, true), placeholderData: keepPreviousData });
  const { data, error, isPlaceholderData, isPaused } = query;
  const settled = isPlaceholderData ? undefined : data;
  const pages = data ? Math.max(1, Math.ceil(data.total / SEARCH_PAGE_SIZE)) : 1;
  const pageIsGone = settled !== undefined && page > pages;
  const isLocked = place !== null && codeOf(error) === 'search.region_locked';
  const isPageLocked = codeOf(error) === 'search.page_locked';
  const lastFree = useLastFreePage();
  const hasNext = settled !== undefined && page < Math.min(pages, lastFree);

  useEffect(() => {
    if (pageIsGone) startOver();
  }, [pageIsGone, startOver]);

  useEffect(() => {
    if (!settled || pageIsGone || settled.version === request.version) return;
    // The same answer under the name of its list, so that it is not asked for again.
    queryClient.setQueryData(peopleQuery({ ...request, version: settled.version }).queryKey, settled);
    setVersion(settled.version);
  }, [settled, pageIsGone, request, setVersion]);

  useEffect(() => {
    if (!hasNext || request.version === null) return;
    whenIdle(() => void queryClient.prefetchQuery(peopleQuery({ ...request, page: request.page + 1 })));
  }, [hasNext, request]);

  // What the member may search can change meanwhile, such as with the end of a plan.
  useEffect(() => {
    if (!isLocked) return;
    change({ place: null });
    openPaywall('change_region');
  }, [isLocked, change, openPaywall]);

  useEffect(() => {
    if (!isPageLocked) return;
    goTo(Math.min(lastFree, Math.max(1, page - 1)));
    openPaywall('more_pages');
  }, [isPageLocked, lastFree, page, goTo, openPaywall]);

  return {
    ...query,
    // Offline, the next page may never come: better say so than show the one before in its place.
    data: pageIsGone || isLocked || isPageLocked || (isPlaceholderData && isPaused) ? undefined : data,
    error: isLocked || isPageLocked ? null : error,
    pages,
  };
}
