import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { filterForm } from '#contract/discovery/search.ts';
import { AGE_MAX, AGE_MIN } from '#contract/kernel/constants.ts';
import type { ProfileKind } from '#contract/kernel/fields.ts';
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
  const chosenKinds = form.control('kinds');

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
      <fieldset>
        <legend className="font-semibold">{t('filters.kinds')}</legend>
        <p className="mb-1 text-sm text-muted">{t('filters.kindsText')}</p>
        {offered.map((kind) => (
          <Checkbox
            key={kind}
            label={t(`filters.kind.${kind}`)}
            checked={chosenKinds.value.includes(kind)}
            onChange={({ target }) => {
              const others = chosenKinds.value.filter((one) => one !== kind);
              chosenKinds.onChange(target.checked ? [...others, kind] : others);
            }}
          />
        ))}
      </fieldset>
    </form>
  );
}
