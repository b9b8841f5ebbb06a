import { type FormEvent, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { AGE_MAX, AGE_MIN } from '../../../../../contract/kernel/constants.ts';
import type { ProfileKind } from '../../../../../contract/kernel/fields.ts';
import { Checkbox } from '../../../../../packages/ui/checkbox.tsx';
import { Dialog } from '../../../../../packages/ui/dialog.tsx';
import { RangeSlider } from '../../../../../packages/ui/range-slider.tsx';
import { SettingsList, SwitchRow } from '../../../../../packages/ui/settings-row.tsx';
import { useFlow } from '../../../shell/flow.ts';
import { type FilterChoice, choiceOf, filtersOf } from './filters.ts';
import { useSearch } from './search.ts';

const kinds: readonly ProfileKind[] = ['member', 'staff'];
const kindsWithAi: readonly ProfileKind[] = [...kinds, 'ai'];

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
  const [choice, setChoice] = useState(() => choiceOf(filters));
  const choose = (part: Partial<FilterChoice>) => setChoice((known) => ({ ...known, ...part }));
  const { ageFrom, ageTo } = choice;

  function submit(event: FormEvent) {
    event.preventDefault();
    change({ filters: filtersOf(choice, offered.length) });
    onDone();
  }

  return (
    <form id={id} onSubmit={submit} className="space-y-6">
      <fieldset>
        <legend className="font-semibold">{t('filters.age')}</legend>
        <p aria-hidden="true" className="text-muted">
          {t('filters.ageRange', { from: ageFrom, to: ageTo })}
        </p>
        <RangeSlider
          value={[ageFrom, ageTo]}
          min={AGE_MIN}
          max={AGE_MAX}
          labels={{ from: t('filters.ageFrom'), to: t('filters.ageTo') }}
          onChange={([from, to]) => choose({ ageFrom: from, ageTo: to })}
        />
      </fieldset>
      <SettingsList className="shadow-none">
        <SwitchRow
          label={t('filters.activeLately')}
          detail={t('filters.activeLatelyText')}
          checked={choice.activeLately}
          onChange={(activeLately) => choose({ activeLately })}
        />
        <SwitchRow
          label={t('filters.isNew')}
          detail={t('filters.isNewText')}
          checked={choice.isNew}
          onChange={(isNew) => choose({ isNew })}
        />
        <SwitchRow
          label={t('filters.verified')}
          detail={t('filters.verifiedText')}
          checked={choice.verified}
          onChange={(verified) => choose({ verified })}
        />
      </SettingsList>
      <fieldset>
        <legend className="font-semibold">{t('filters.kinds')}</legend>
        <p className="mb-1 text-sm text-muted">{t('filters.kindsText')}</p>
        {offered.map((kind) => (
          <Checkbox
            key={kind}
            label={t(`filters.kind.${kind}`)}
            checked={choice.kinds.includes(kind)}
            onChange={({ target }) => {
              const others = choice.kinds.filter((one) => one !== kind);
              choose({ kinds: target.checked ? [...others, kind] : others });
            }}
          />
        ))}
      </fieldset>
    </form>
  );
}
