import { LayoutGrid, Search, Table2 } from 'lucide-react';
import { type ReactNode, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useChooseBrand, useBrandScope } from '#console/shell/brand-scope.ts';
import { FilterSelect } from '#console/shell/filter-select.tsx';
import { languages } from '#contract/kernel/languages.ts';
import { houseOrders } from '#contract/staff/house-profiles.ts';
import type { HouseAnswers, HouseComplaints, HouseSilence } from '#contract/staff/house-profiles.ts';
import { Button } from '#ui/button.tsx';
import { SelectField } from '#ui/select-field.tsx';
import { TextField } from '#ui/text-field.tsx';
import { choices, isFiltering, noFilter } from './profile-filter.ts';
import type { FilterChange, ProfileFilter, View } from './profile-filter.ts';
import { useBasics, useProfileBrands, useTeams } from './profiles-data.ts';

/** What choices are called whose words stand nowhere else. */
const choiceWords = {
  silentFor: { day: 'silentFor.day', week: 'silentFor.week', month: 'silentFor.month' },
  answers: { none: 'answers.none', few: 'answers.few', some: 'answers.some', many: 'answers.many' },
  complaints: { some: 'complaints.some', none: 'complaints.none' },
} as const;

/** Between letters that follow quickly no search is made. */
const PAUSE_MS = 250;

interface FilterBarProps {
  brand: string;
  filter: ProfileFilter;
  onChange: (part: FilterChange) => void;
  view: View;
  onView: (view: View) => void;
}

export function FilterBar({ brand, filter, onChange, view, onView }: FilterBarProps) {
  const { t } = useTranslation('profiles');
  const { data: basics } = useBasics(brand);
  const { data: known } = useTeams(brand);
  const select = (name: keyof typeof choices, labelOf: (value: string) => string) => (
    <FilterSelect
      label={t(`filter.${name}`)}
      any={t(`any.${name}`)}
      value={filter[name]}
      options={choices[name].map((value) => ({ value, label: labelOf(value) }))}
      onChange={(value) => onChange({ [name]: value })}
    />
  );
  return (
    <search className="flex flex-col gap-2">
      <div className="grid grid-cols-2 gap-2 max-xs:grid-cols-1 md:grid-cols-4 xl:grid-cols-5">
        <SearchField text={filter.text ?? ''} onChange={(text) => onChange({ text })} />
        {select('kind', (value) => t(`kind.${value as 'staff'}`))}
        {select('state', (value) => t(`state.${value as 'visible'}`))}
        {select('language', (value) => languages[value as 'it'].name)}
        <FilterSelect
          label={t('filter.region')}
          any={t('any.region')}
          value={filter.region}
          options={(basics?.regions ?? []).map((region) => ({ value: region, label: region }))}
          onChange={(region) => onChange({ region })}
        />
        <FilterSelect
          label={t('filter.team')}
          any={t('any.team')}
          value={filter.team}
          options={(known?.teams ?? []).map(({ id, name }) => ({ value: id, label: name }))}
          onChange={(team) => onChange({ team })}
        />
        {select('silentFor', (value) => t(choiceWords.silentFor[value as HouseSilence]))}
        {select('answers', (value) => t(choiceWords.answers[value as HouseAnswers]))}
        {select('complaints', (value) => t(choiceWords.complaints[value as HouseComplaints]))}
        <FilterSelect
          label={t('filter.order')}
          any={t('order.active')}
          value={filter.order === 'active' ? '' : filter.order}
          options={houseOrders
            .filter((order) => order !== 'active')
            .map((order) => ({ value: order, label: t(`order.${order}`) }))}
          onChange={(order) => onChange({ order })}
        />
      </div>
      <div className="flex flex-wrap items-center gap-2">
        <BrandChoice brand={brand} />
        {isFiltering(filter) && (
          <Button size="sm" variant="ghost" onClick={() => onChange(noFilter)}>
            {t('clear')}
          </Button>
        )}
        <div role="group" aria-label={t('view.title')} className="ms-auto flex gap-1">
          <ViewButton {...{ view, onView }} to="table" icon={<Table2 aria-hidden className="size-4" />} />
          <ViewButton {...{ view, onView }} to="grid" icon={<LayoutGrid aria-hidden className="size-4" />} />
        </div>
      </div>
    </search>
  );
}

interface ViewButtonProps {
  view: View;
  to: View;
  icon: ReactNode;
  onView: (view: View) => void;
}

function ViewButton({ view, to, icon, onView }: ViewButtonProps) {
  const { t } = useTranslation('profiles');
  return (
    <Button
      size="sm"
      variant={view === to ? 'secondary' : 'ghost'}
      aria-pressed={view === to}
      icon={icon}
      onClick={() => onView(to)}
    >
      {t(`view.${to}`)}
    </Button>
  );
}

/** For those who look at all their brands at once: a profile belongs to one. */
export function BrandChoice({ brand }: { brand: string }) {
  const { t } = useTranslation('profiles');
  const brands = useProfileBrands();
  const scope = useBrandScope();
  const choose = useChooseBrand();
  if (brands.length < 2 || brands.some(({ key }) => key === scope)) return null;
  return (
    <SelectField
      dense
      label={t('brand')}
      value={brand}
      onChange={({ target }) => choose(target.value)}
      options={brands.map(({ key, title }) => ({ value: key, label: title }))}
    />
  );
}

/** Searches while the user types. What the address says wins over a field that does not have the focus. */
function SearchField({ text, onChange }: { text: string; onChange: (text: string) => void }) {
  const { t } = useTranslation('profiles');
  const field = useRef<HTMLInputElement>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => {
    if (field.current && document.activeElement !== field.current) field.current.value = text;
  }, [text]);
  useEffect(() => () => clearTimeout(timer.current), []);
  return (
    <TextField
      dense
      ref={field}
      type="search"
      label={t('search')}
      placeholder={t('searchHint')}
      maxLength={100}
      autoComplete="off"
      spellCheck={false}
      defaultValue={text}
      className="col-span-full md:col-span-2 xl:col-span-1"
      start={<Search aria-hidden className="size-4" />}
      onChange={({ target }) => {
        clearTimeout(timer.current);
        timer.current = setTimeout(() => onChange(target.value.trim()), PAUSE_MS);
      }}
    />
  );
}
