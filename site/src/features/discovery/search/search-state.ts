import { z } from 'zod';
import { type SearchFilters, searchFilters } from '../../../../../contract/discovery/search.ts';
import { placeName, trackerId } from '../../../../../contract/kernel/fields.ts';
import { createStore } from '../../../../../packages/client/store.ts';
import { onSessionEnd } from '../../../shell/session.ts';
import { storage as browserStorage } from '../../../shell/storage.ts';

export interface Place {
  /** Null: the whole country. */
  region: string | null;
  /** Null: the whole region. */
  city: string | null;
}

export interface Search {
  /** Null: where the member lives, wherever that is. */
  place: Place | null;
  filters: SearchFilters;
  page: number;
  /** The list that is being paged through. Null: the newest. */
  version: number | null;
}

const kept = z.object({
  owner: trackerId,
  place: z.object({ region: placeName.nullable(), city: placeName.nullable() }).nullable(),
  filters: searchFilters,
  version: z.int().min(0).nullable(),
});

type Kept = Pick<typeof browserStorage, 'get' | 'set'>;

/** What one member searches for: kept on the device, so that coming back and a reload find it as it was. */
export function createSearch(owner: string, storage: Kept) {
  const store = createStore<Search>(read(owner, storage));

  function keep(search: Search): void {
    store.set(search);
    const { page, ...rest } = search;
    storage.set('searchPage', page);
    storage.set('search', JSON.stringify(z.encode(kept, { owner, ...rest })));
  }

  return {
    store,
    /** Another search begins at its first page, with the newest list. */
    change(change: Partial<Pick<Search, 'place' | 'filters'>>): void {
      keep({ ...store.get(), ...change, page: 1, version: null });
    },
    /** Further in the same list. */
    goTo(page: number): void {
      keep({ ...store.get(), page });
    },
    /** The list that answered. */
    keepVersion(version: number): void {
      keep({ ...store.get(), version });
    },
    startOver(): void {
      keep({ ...store.get(), page: 1, version: null });
    },
  };
}

function read(owner: string, storage: Kept): Search {
  const nothing: Search = { place: null, filters: {}, page: 1, version: null };
  const found = parse(storage.get('search'));
  // Somebody else may have searched on this device.
  if (found?.owner !== owner) return nothing;
  const { place, filters, version } = found;
  const page = storage.get('searchPage') ?? 1;
  if (!Number.isInteger(page) || page <= 1) return { place, filters, page: 1, version: null };
  return { place, filters, page, version };
}

function parse(text: string | undefined): z.output<typeof kept> | undefined {
  try {
    return z.decode(kept, JSON.parse(text ?? ''));
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
export function searchOf(owner: string): MemberSearch {
  if (current?.owner !== owner) current = { owner, search: createSearch(owner, browserStorage) };
  return current.search;
}
