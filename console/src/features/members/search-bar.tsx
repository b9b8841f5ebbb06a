import { Search } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useMe } from '#console/shell/api.ts';
import { Keys } from '#console/shell/keys.tsx';
import { hasRightSomewhere } from '#contract/kernel/staff-rights.ts';
import { memberLevels, memberSorts, memberStatuses } from '#contract/staff/members.ts';
import { Button } from '#ui/button.tsx';
import { SelectField } from '#ui/select-field.tsx';
import { TextField } from '#ui/text-field.tsx';
import { isFiltering, isSortedByName } from './member-data.ts';
import type { FilterChange, MemberFilter } from './member-data.ts';

const FIELD = 'member-search';
/** Between letters that follow quickly no search is made. */
const PAUSE_MS = 250;

export function focusSearch(): void {
  const field = document.getElementById(FIELD);
  if (!(field instanceof HTMLInputElement)) return;
  field.focus();
  field.select();
}

interface SearchBarProps {
  filter: MemberFilter;
  onChange: (part: FilterChange) => void;
  onClear: () => void;
  /** The first result is wanted. */
  onEnter: () => void;
}

export function SearchBar({ filter, onChange, onClear, onEnter }: SearchBarProps) {
  const { t } = useTranslation(['members', 'shell']);
  const select = (name: 'status' | 'level' | 'sort') => ({
    dense: true,
    label: t(`filters.${name}`),
    value: filter[name] ?? '',
    onChange: (event: { target: { value: string } }) => onChange({ [name]: event.target.value }),
  });
  const byName = isSortedByName(filter);
  return (
    <search className="flex flex-col gap-2">
      <div className="grid grid-cols-2 max-xs:grid-cols-1 items-end gap-2 md:grid-cols-3 xl:grid-cols-[minmax(14rem,1fr)_repeat(3,auto)]">
        <SearchField text={filter.text ?? ''} onChange={(text) => onChange({ text })} onEnter={onEnter} />
        <SelectField
          {...select('status')}
          options={[
            { value: '', label: t('any.status') },
            ...memberStatuses.map((status) => ({ value: status, label: t(`status.${status}`) })),
          ]}
        />
        <SelectField
          {...select('level')}
          options={[
            { value: '', label: t('any.level') },
            ...memberLevels.map((level) => ({ value: level, label: t(`paying.${level}`) })),
          ]}
        />
        <SelectField
          {...select('sort')}
          {...(byName && { disabled: true, value: '' })}
          options={
            byName
              ? [{ value: '', label: t('sorts.name') }]
              : memberSorts.map((sort) => ({
                  value: sort === 'newest' ? '' : sort,
                  label: t(`sorts.${sort}`),
                }))
          }
        />
      </div>
      <div className="flex flex-wrap items-center gap-2">
        <DayField
          label={t('filters.from')}
          value={filter.from ?? ''}
          max={filter.to}
          onChange={(from) => onChange({ from })}
        />
        <DayField
          label={t('filters.to')}
          value={filter.to ?? ''}
          min={filter.from}
          onChange={(to) => onChange({ to })}
        />
        {isFiltering(filter) && (
          <Button size="sm" variant="ghost" onClick={onClear}>
            {t('clear')}
          </Button>
        )}
      </div>
    </search>
  );
}

interface DayFieldProps {
  label: string;
  value: string;
  min?: string | undefined;
  max?: string | undefined;
  onChange: (day: string) => void;
}

/** With its name beside it: an empty day says nothing of itself. */
function DayField({ label, value, min, max, onChange }: DayFieldProps) {
  return (
    <div className="flex max-w-full flex-wrap items-center gap-x-2 text-[0.8125rem] text-muted *:min-w-0">
      <span aria-hidden>{label}</span>
      <TextField
        dense
        type="date"
        label={label}
        value={value}
        min={min}
        max={max}
        onChange={(event) => onChange(event.target.value)}
      />
    </div>
  );
}

interface SearchFieldProps {
  text: string;
  onChange: (text: string) => void;
  onEnter: () => void;
}

/** Searches while the user types. What the address says wins over a field that does not have the focus. */
function SearchField({ text, onChange, onEnter }: SearchFieldProps) {
  const { t } = useTranslation('members');
  const { data: me } = useMe();
  const mayContact = me !== undefined && hasRightSomewhere(me, 'members.contact');
  const field = useRef<HTMLInputElement>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => {
    if (field.current && document.activeElement !== field.current) field.current.value = text;
  }, [text]);
  useEffect(() => () => clearTimeout(timer.current), []);
  const look = (typed: string, after: number) => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => onChange(typed.trim()), after);
  };
  return (
    <form
      className="col-span-full xl:col-span-1"
      onSubmit={(event) => {
        event.preventDefault();
        const typed = field.current?.value ?? '';
        if (typed.trim() === text) onEnter();
        else look(typed, 0);
      }}
    >
      <TextField
        dense
        ref={field}
        id={FIELD}
        type="search"
        label={t('search')}
        placeholder={t(mayContact ? 'searchHint' : 'searchHintWithoutContact')}
        maxLength={254}
        autoComplete="off"
        spellCheck={false}
        defaultValue={text}
        start={<Search aria-hidden className="size-4" />}
        end={<Keys keys={['/']} />}
        onChange={(event) => look(event.target.value, PAUSE_MS)}
        onKeyDown={(event) => {
          if (event.key === 'Escape') event.currentTarget.blur();
        }}
      />
    </form>
  );
}
