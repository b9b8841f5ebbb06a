import { useSearchParams } from 'react-router';
import { LANGUAGES } from '#contract/kernel/constants.ts';
import type { InputOf } from '#contract/kernel/endpoint.ts';
import {
  houseAnswers,
  houseComplaints,
  houseKinds,
  houseOrders,
  houseSilences,
  houseStates,
} from '#contract/staff/house-profiles.ts';
import type { listHouseProfiles } from '#contract/staff/house-profiles.ts';

export type ProfileFilter = Omit<InputOf<typeof listHouseProfiles>, 'brand' | 'after'>;

/** What the list can be asked for by a closed choice. */
export const choices = {
  kind: houseKinds,
  language: LANGUAGES,
  state: houseStates,
  silentFor: houseSilences,
  answers: houseAnswers,
  complaints: houseComplaints,
  order: houseOrders,
} as const satisfies Partial<Record<keyof ProfileFilter, readonly string[]>>;

const uuid = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i;

/** What the address asks for. Whatever else stands there counts as nothing. */
export function readFilter(search: URLSearchParams): ProfileFilter {
  const of = (name: string) => search.get(name) ?? '';
  const chosen = Object.entries(choices).flatMap(([name, values]): [string, string][] =>
    (values as readonly string[]).includes(of(name)) ? [[name, of(name)]] : [],
  );
  return {
    ...(Object.fromEntries(chosen) as ProfileFilter),
    ...(of('region') && { region: of('region').slice(0, 120) }),
    ...(uuid.test(of('team')) && { team: of('team') }),
    ...(of('text') && { text: of('text').slice(0, 100) }),
  };
}

export type FilterChange = Partial<Record<keyof ProfileFilter, string>>;

export const noFilter: FilterChange = {
  kind: '',
  language: '',
  region: '',
  state: '',
  team: '',
  silentFor: '',
  answers: '',
  complaints: '',
  text: '',
};

/** Each letter of a word is not a step to go back to. */
export function useProfileFilter() {
  const [search, setSearch] = useSearchParams();
  const change = (part: FilterChange) =>
    setSearch(
      (current) => {
        const next = new URLSearchParams(current);
        for (const [name, value] of Object.entries(part)) {
          if (value) next.set(name, value);
          else next.delete(name);
        }
        return next;
      },
      { replace: true },
    );
  return [readFilter(search), change] as const;
}

export const isFiltering = (filter: ProfileFilter) => Object.keys(filter).some((name) => name !== 'order');

export type View = 'table' | 'grid';

/** Whether the list is shown as a table or with large pictures stands in the address too. */
export function useView() {
  const [search, setSearch] = useSearchParams();
  const view: View = search.get('view') === 'grid' ? 'grid' : 'table';
  const choose = (next: View) =>
    setSearch(
      (current) => {
        const to = new URLSearchParams(current);
        if (next === 'grid') to.set('view', 'grid');
        else to.delete('view');
        return to;
      },
      { replace: true },
    );
  return [view, choose] as const;
}
