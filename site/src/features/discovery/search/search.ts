import { useLayoutEffect, useMemo, useState } from 'react';
import { NavigationType, useNavigationType } from 'react-router';
import { z } from 'zod';
import { useStore, createStore } from '#client/store.ts';
import { placeForm, searchFilters } from '#contract/discovery/search.ts';
import type { SearchFilters } from '#contract/discovery/search.ts';
import { trackerId as trackerIdField } from '#contract/kernel/fields.ts';
import { useShell } from '#site/shell/boot.ts';
import { useMember, onSessionEnd } from '#site/shell/session.ts';
import { storage as browserStorage } from '#site/shell/storage.ts';

export type Place = z.output<typeof placeForm>;

interface Search {
  /** Null: where the member lives, wherever that is. */
  place: Place | null;
  filters: SearchFilters;
  page: number;
  /** The list that is being paged through. Null: the newest. */
  version: number | null;
}

const storedSearch = z.object({
  owner: trackerIdField,
  place: placeForm.nullable(),
  filters: searchFilters,
  version: z.int().min(0).nullable(),
});

type SearchStorage = Pick<typeof browserStorage, 'get' | 'set'>;

/** What one member searches for: kept on the device, so that coming back and a reload find it as it was. */
export function createSearch(owner: string, storage: SearchStorage) {
  const store = createStore<Search>(read(owner, storage));

  function save(search: Search): void {
    store.set(search);
    const { page, ...rest } = search;
    storage.set('searchPage', page);
    storage.set('search', JSON.stringify(z.encode(storedSearch, { owner, ...rest })));
  }

  return {
    store,
    /** Another search begins at its first page, with the newest list. */
    change(change: Partial<Pick<Search, 'place' | 'filters'>>): void {
      save({ ...store.get(), ...change, page: 1, version: null });
    },
    /** Further in the same list. */
    goTo(page: number): void {
      save({ ...store.get(), page });
    },
    /** The list that answered. */
    setVersion(version: number): void {
      save({ ...store.get(), version });
    },
    startOver(): void {
      save({ ...store.get(), page: 1, version: null });
    },
  };
}

function read(owner: string, storage: SearchStorage): Search {
  const nothing: Search = { place: null, filters: {}, page: 1, version: null };
  const found = parse(storage.get('search'));
  // Another member may have searched on this device.
  if (found?.owner !== owner) return nothing;
  const { place, filters, version } = found;
  const page = storage.get('searchPage') ?? 1;
  if (!Number.isInteger(page) || page <= 1) return { place, filters, page: 1, version: null };
  return { place, filters, page, version };
}

function parse(text: string | undefined): z.output<typeof storedSearch> | undefined {
  try {
    return z.decode(storedSearch, JSON.parse(text ?? ''));
  } catch {
    return undefined;
  }
}

type MemberSearch = ReturnType<typeof createSearch>;
let current: { owner: string; search: MemberSearch } | undefined;

onSessionEnd(() => {
  current = undefined;
});

/** The search of the member who is here. */
function searchOf(owner: string): MemberSearch {
  if (current?.owner !== owner) current = { owner, search: createSearch(owner, browserStorage) };
  return current.search;
}

/** What the member searches for, where that is, and what changes it. */
export function useSearch(): Search & { where: Place; own: Place } & Omit<MemberSearch, 'store'> {
  const { trackerId, region, city } = useMember();
  const { store, ...changes } = searchOf(trackerId);
  const search = useStore(store, store.get());
  const own = useMemo(() => ({ region, city }), [region, city]);
  return { ...search, ...changes, own, where: search.place ?? own };
}

/** A new visit to the first page gets the newest list; the way back to it finds it as it was. */
export function useNewVisit(): void {
  const { trackerId } = useMember();
  // Only the arrival counts: popups on this page have entries of their own.
  const [cameBack] = useState(useNavigationType() === NavigationType.Pop);
  useLayoutEffect(() => {
    const search = searchOf(trackerId);
    if (!cameBack && search.store.get().page === 1) search.startOver();
  }, [trackerId, cameBack]);
}

/** Whether only the member's own region is open to them. */
export function useRegionLocked(): boolean {
  return useMember().entitlements.boundToRegion;
}

/** How far the member may page: a flow may limit that for those who have not paid. */
export function useLastFreePage(): number {
  return useMember().entitlements.searchPages ?? Number.POSITIVE_INFINITY;
}

/** A place in words: a town with its region, a region, or the country. */
export function usePlaceWords(): (place: Place) => string {
  const { whole } = useShell().brand.countryWords;
  const wholeCountry = whole.charAt(0).toUpperCase() + whole.slice(1);
  return ({ region, city }) =>
    [city, region].filter((name) => name !== null && name !== '').join(', ') || wholeCountry;
}
