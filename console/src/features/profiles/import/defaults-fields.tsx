import { useTranslation } from 'react-i18next';
import { ORIGIN_STATEMENT_MAX_LETTERS, type PhotoOrigin, photoOrigins } from '#contract/staff/house-photo.ts';
import { type HouseKind, houseKinds } from '#contract/staff/house-profiles.ts';
import type { ImportDefaults } from '#contract/staff/import-columns.ts';
import { Checkbox } from '#ui/checkbox.tsx';
import { SelectField } from '#ui/select-field.tsx';
import { TextField } from '#ui/text-field.tsx';
import { originWords } from '../origin-words.ts';

interface DefaultsFieldsProps {
  defaults: ImportDefaults;
  onChange: (defaults: ImportDefaults) => void;
  needsStatement: boolean;
}

/** What holds for rows that say nothing of it themselves. */
export function DefaultsFields({ defaults, onChange, needsStatement }: DefaultsFieldsProps) {
  const { t } = useTranslation(['imports', 'profiles', 'profile']);
  const { kind, origin, statement, shown } = defaults;
  return (
    <fieldset className="flex flex-col gap-3">
      <legend className="mb-1 text-[0.9375rem] font-semibold">{t('defaults.title')}</legend>
      <p className="text-sm text-muted">{t('defaults.text')}</p>
      <div className="grid gap-4 md:grid-cols-2">
        <SelectField
          label={t('field.kind')}
          value={kind}
          onChange={({ target }) => onChange({ ...defaults, kind: target.value as HouseKind })}
          options={houseKinds.map((value) => ({ value, label: t(`profiles:kind.${value}`) }))}
        />
        <SelectField
          label={t('field.origin')}
          value={origin}
          onChange={({ target }) => onChange({ ...defaults, origin: target.value as PhotoOrigin })}
          options={photoOrigins.map((value) => ({ value, label: t(`profile:${originWords(value).name}`) }))}
        />
        {origin !== 'own_drawing' && (
          <TextField
            label={t('field.statement')}
            hint={t(needsStatement ? 'defaults.statementMissing' : 'defaults.statementHint')}
            value={statement}
            maxLength={ORIGIN_STATEMENT_MAX_LETTERS}
            className="md:col-span-2"
            onChange={({ target }) => onChange({ ...defaults, statement: target.value })}
          />
        )}
      </div>
      <Checkbox
        label={t('defaults.shown')}
        checked={shown}
        onChange={({ target }) => onChange({ ...defaults, shown: target.checked })}
      />
    </fieldset>
  );
}
