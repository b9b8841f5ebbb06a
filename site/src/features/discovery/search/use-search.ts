import { useLayoutEffect, useMemo, useState } from 'react';
import { NavigationType, useNavigationType } from 'react-router';
import { useStore } from '../../../../../packages/client/store.ts';
import { useMember } from '../../../shell/session.ts';
import { type Place, type Search, searchOf } from './search-state.ts';

type MemberSearch = ReturnType<typeof searchOf>;

/** What the member searches for, where that is, and what changes it. */
export function useSearch(): Search & { where: Place; own: Place } & Omit<MemberSearch, 'store'> {
  const { trackerId, region, city } = useMember();
  const { store, ...changes } = searchOf(trackerId);
  const search = useStore(store, store.get());
  const own = useMemo(() => ({ region, city }), [region, city]);
  return { ...search, ...changes, own, where: search.place ?? own };
}

/** Who comes to the first page anew gets the newest list; who comes back to it finds it as it was. */
export function useNewVisit(): void {
  const { trackerId } = useMember();
  // Only the arrival counts: popups on this page have entries of their own.
  const [cameBack] = useState(useNavigationType() === NavigationType.Pop);
  useLayoutEffect(() => {
    const search = searchOf(trackerId);
    if (!cameBack && search.store.get().page === 1) search.startOver();
  }, [trackerId, cameBack]);
}

/** Whether only his own region is open to the member. */
export function useRegionLocked(): boolean {
  return useMember().entitlements.boundToRegion;
}

/** How far the member may page: a flow may limit that for those who have not paid. */
export function useLastFreePage(): number {
  return useMember().entitlements.searchPages ?? Number.POSITIVE_INFINITY;
}
