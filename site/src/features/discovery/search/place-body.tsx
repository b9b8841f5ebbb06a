import { useQuery } from '@tanstack/react-query';
import { LockKeyhole } from 'lucide-react';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { queryClient } from '#client/query-client.ts';
import { listCities, listRegions } from '#contract/discovery/places.ts';
import { placeForm } from '#contract/discovery/search.ts';
import { call } from '#site/shell/api.ts';
import { useShell } from '#site/shell/boot.ts';
import { useSubmitForm } from '#site/shell/forms.ts';
import { useOpenPaywall } from '#site/shell/paywalls.ts';
import type { PopupBodyProps } from '#site/shell/popups.ts';
import { TownField } from '#site/shell/town-field.tsx';
import { Button } from '#ui/button.tsx';
import { Notice } from '#ui/notice.tsx';
import { SelectField } from '#ui/select-field.tsx';
import type { Place } from './search.ts';
import { usePlaceWords, useRegionLocked, useSearch } from './search.ts';

/** No region is called so, and no town. */
const ALL = '*';

/** Where to search. It changes nothing about where the member lives. */
export function PlaceBody({ close }: PopupBodyProps) {
  const { t } = useTranslation(['find', 'shell']);
  const { where, own, change } = useSearch();
  const placeWords = usePlaceWords();
  const locked = useRegionLocked();
  const openPaywall = useOpenPaywall();
  const form = useSubmitForm({
    defaults: where,
    schema: async () => placeForm,
    submit: async (place) => search(isSame(place, own) ? null : place),
  });
  const [region, city] = [form.watch('region'), form.watch('city')];
  const regions = useRegions(region);
  const towns = useTowns(region, city);

  function choose(next: Place) {
    if (locked && next.region !== own.region) return openPaywall('change_region');
    form.change('region', next.region);
    form.change('city', next.city);
  }

  function search(wanted: Place | null) {
    change({ place: wanted });
    close();
  }

  return (
    <form {...form.formProps} className="space-y-4">
      <SelectField
        label={t('place.region')}
        value={region ?? ALL}
        options={[
          { value: ALL, label: placeWords({ region: null, city: null }) },
          ...regions.names.map((name) => ({ value: name, label: name })),
        ]}
        onChange={({ target }) => choose({ region: target.value === ALL ? null : target.value, city: null })}
        hint={
          locked && (
            <span className="flex items-start gap-1.5">
              <LockKeyhole aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
              {t('place.locked')}
            </span>
          )
        }
      />
      {regions.failed && (
        <div role="alert">
          <Notice
            tone="danger"
            action={
              <Button size="sm" variant="secondary" loading={regions.busy} onClick={regions.retry}>
                {t('shell:state.retry')}
              </Button>
            }
          >
            {t('place.failed')}
          </Notice>
        </div>
      )}
      {towns === null ? (
        <TownField
          inline
          label={t('place.town')}
          hint={city === null ? t('place.townHint') : undefined}
          value={city !== null && region !== null ? { city, region } : null}
          onChange={(town) => choose(town ?? { region, city: null })}
        />
      ) : (
        <SelectField
          label={t('place.town')}
          hint={city === null ? t('place.townHint') : undefined}
          value={city ?? ALL}
          options={[
            { value: ALL, label: t('place.wholeRegion') },
            ...towns.map((name) => ({ value: name, label: name })),
          ]}
          onChange={({ target }) => choose({ region, city: target.value === ALL ? null : target.value })}
        />
      )}
      <Button type="submit" size="lg" wide>
        {t('place.search')}
      </Button>
      {!isSame(where, own) && (
        <Button variant="ghost" wide onClick={() => search(null)}>
          {t('place.home', { place: placeWords(own) })}
        </Button>
      )}
    </form>
  );
}

function isSame(one: Place, other: Place): boolean {
  return one.region === other.region && one.city === other.city;
}

/** The regions there are to choose from. Until they are there, the chosen one. */
function useRegions(chosen: string | null) {
  const { country } = useShell().brand;
  const { data, isError, isFetching, refetch } = useQuery(
    {
      queryKey: ['regions', country],
      queryFn: async ({ signal }) =>
        (await call(listRegions, { country }, { signal })).map(({ region }) => region),
      staleTime: Number.POSITIVE_INFINITY,
    },
    queryClient,
  );
  const names: readonly string[] = data ?? (chosen === null ? [] : [chosen]);
  // While it is tried again the notice stays, with its button at work.
  return { names, failed: isError, busy: isFetching, retry: () => void refetch() };
}

/**
 * The towns of a region in alphabetical order, until they are there the chosen one. Null where one has to be typed: without a
 * region, and where they do not come. The browser keeps the whole country's, so that each region is there at once.
 */
function useTowns(region: string | null, chosen: string | null): readonly string[] | null {
  const { i18n } = useTranslation();
  const { country } = useShell().brand;
  const { data, isError } = useQuery(
    {
      queryKey: ['towns', country],
      queryFn: async ({ signal }) =>
        Map.groupBy(await call(listCities, { country }, { signal }), (town) => town.region),
      staleTime: Number.POSITIVE_INFINITY,
      enabled: region !== null,
    },
    queryClient,
  );
  return useMemo(() => {
    if (region === null || isError) return null;
    if (data === undefined) return chosen === null ? [] : [chosen];
    const names = new Set(data.get(region)?.map(({ city }) => city));
    return [...names].toSorted(new Intl.Collator(i18n.language).compare);
  }, [data, region, isError, chosen, i18n.language]);
}
