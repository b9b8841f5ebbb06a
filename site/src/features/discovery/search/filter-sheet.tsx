import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { filterForm } from '#contract/discovery/search.ts';
import { AGE_MAX, AGE_MIN } from '#contract/kernel/constants.ts';
import type { ProfileKind } from '#contract/kernel/fields.ts';
import { details, isChoice, searchableNames } from '#contract/profile/details.ts';
import type { ChoiceName, MeasureName } from '#contract/profile/details.ts';
import { useDetailWords } from '#site/shell/detail-words.ts';
import { useFlow } from '#site/shell/flow.ts';
import { useSubmitForm } from '#site/shell/forms.ts';
import { Checkbox } from '#ui/checkbox.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { RangeSlider } from '#ui/range-slider.tsx';
import { SettingsList, SwitchRow } from '#ui/settings-row.tsx';
import { choiceOf, filtersOf } from './filters.ts';
import { useSearch } from './search.ts';

const kinds: readonly ProfileKind[] = ['member', 'staff'];
const kindsWithAi: readonly ProfileKind[] = [...kinds, 'ai'];
const flags = ['activeLately', 'isNew', 'verified'] as const;

/** Whom to show. Nothing changes before it is confirmed. */
export function FilterSheet({ open, onClose }: { open: boolean; onClose: () => void }) {
  const { t } = useTranslation(['find', 'shell']);
  const formId = useId();
  const { change } = useSearch();
  return (
    <Dialog
      open={open}
      onClose={onClose}
      closeLabel={t('shell:close')}
      title={t('filters.title')}
      actions={[
        { label: t('filters.show'), form: formId },
        { label: t('filters.reset'), onClick: () => change({ filters: {} }) },
      ]}
    >
      <FilterForm id={formId} onDone={onClose} />
    </Dialog>
  );
}

function FilterForm({ id, onDone }: { id: string; onDone: () => void }) {
  const { t } = useTranslation('find');
  const { filters, change } = useSearch();
  const offered = useFlow()?.ai ? kindsWithAi : kinds;
  const form = useSubmitForm({
    defaults: choiceOf(filters),
    schema: async () => filterForm,
    async submit(choice) {
      change({ filters: filtersOf(choice, offered.length) });
      onDone();
    },
  });
  const [from, to] = [form.watch('ageFrom'), form.watch('ageTo')];

  return (
    <form id={id} {...form.formProps} className="space-y-6">
      <fieldset>
        <legend className="font-semibold">{t('filters.age')}</legend>
        <p aria-hidden="true" className="text-muted">
          {t('filters.ageRange', { from, to })}
        </p>
        <RangeSlider
          value={[from, to]}
          min={AGE_MIN}
          max={AGE_MAX}
          labels={{ from: t('filters.ageFrom'), to: t('filters.ageTo') }}
          onChange={([newFrom, newTo]) => {
            form.change('ageFrom', newFrom);
            form.change('ageTo', newTo);
          }}
        />
      </fieldset>
      <SettingsList className="shadow-none">
        {flags.map((flag) => (
          <SwitchRow
            key={flag}
            label={t(`filters.${flag}`)}
            detail={t(`filters.${flag}Text`)}
            checked={form.watch(flag)}
            onChange={(on) => form.change(flag, on)}
          />
        ))}
      </SettingsList>
      {searchableNames.map((name) =>
        isChoice(name) ? (
          <AnyOfOptions key={name} name={name} control={form.control(name) as unknown as Control<string[]>} />
        ) : (
          <Between key={name} name={name} control={form.control(name)} />
        ),
      )}
      <AnyOf
        {...form.control('kinds')}
        legend={t('filters.kinds')}
        hint={t('filters.kindsText')}
        options={offered}
        wordOf={(kind) => t(`filters.kind.${kind}`)}
      />
    </form>
  );
}

interface Control<Value> {
  value: Value;
  onChange: (value: Value) => void;
}

function AnyOfOptions({ name, control }: { name: ChoiceName; control: Control<string[]> }) {
  const { nameOf, answerOf } = useDetailWords();
  return (
    <AnyOf
      {...control}
      legend={nameOf(name)}
      options={details[name].options}
      wordOf={(option) => answerOf(name, option)}
    />
  );
}

function Between({ name, control }: { name: MeasureName; control: Control<[number, number]> }) {
  const { t } = useTranslation('find');
  const words = useDetailWords();
  const { from, to } = details[name];
  const detail = { name: words.nameOf(name) };
  return (
    <fieldset>
      <legend className="font-semibold">{detail.name}</legend>
      <p aria-hidden="true" className="text-muted">
        {words.rangeOf(name, control.value)}
      </p>
      <RangeSlider
        value={control.value}
        min={from}
        max={to}
        labels={{ from: t('filters.detailFrom', detail), to: t('filters.detailTo', detail) }}
        onChange={([newFrom, newTo]) => control.onChange([newFrom, newTo])}
      />
    </fieldset>
  );
}

interface AnyOfProps<Option extends string> extends Control<Option[]> {
  legend: string;
  hint?: string;
  options: readonly Option[];
  wordOf: (option: Option) => string;
}

function AnyOf<Option extends string>({
  legend,
  hint,
  options,
  wordOf,
  value,
  onChange,
}: AnyOfProps<Option>) {
  return (
    <fieldset>
      <legend className="font-semibold">{legend}</legend>
      {hint && <p className="mb-1 text-sm text-muted">{hint}</p>}
      {options.map((option) => (
        <Checkbox
          key={option}
          label={wordOf(option)}
          checked={value.includes(option)}
          onChange={({ target }) => {
            const others = value.filter((one) => one !== option);
            onChange(target.checked ? [...others, option] : others);
          }}
        />
      ))}
    </fieldset>
  );
}
