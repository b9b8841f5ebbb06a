import { useTranslation } from 'react-i18next';
import { Combobox } from '#ui/combobox.tsx';
import { SelectField } from '#ui/select-field.tsx';
import { useBasics, useTownSearch } from '../profiles-data.ts';
import type { Place } from './profile-values.ts';

interface PlaceFieldProps {
  brand: string;
  value: Place | null;
  error?: string | undefined;
  onChange: (place: Place | null) => void;
}

/** Where the profile is: a region, and a town in it. With a town its region is chosen as well. */
export function PlaceField({ brand, value, error, onChange }: PlaceFieldProps) {
  const { t } = useTranslation('profile');
  const { data: basics } = useBasics(brand);
  const load = useTownSearch(brand);
  const regions = basics?.regions ?? [];
  const known = value === null || regions.includes(value.region) ? regions : [value.region, ...regions];
  return (
    <>
      <SelectField
        label={t('region')}
        value={value?.region ?? ''}
        onChange={({ target }) => onChange(target.value ? { region: target.value, city: null } : null)}
        options={[
          { value: '', label: t('anywhere') },
          ...known.map((region) => ({ value: region, label: region })),
        ]}
      />
      <Combobox
        label={t('town')}
        name="place"
        error={error}
        value={value !== null && value.city !== null ? { city: value.city, region: value.region } : null}
        onChange={(town) => onChange(town ?? (value && { ...value, city: null }))}
        load={load}
        minLetters={2}
        textOf={({ city }) => city}
        detailOf={({ region }) => region}
        texts={{
          short: t('towns.short'),
          loading: t('towns.loading'),
          none: t('towns.none'),
          failed: t('towns.failed'),
          clear: t('towns.clear'),
          found: (count) => t('towns.found', { count }),
        }}
      />
    </>
  );
}
