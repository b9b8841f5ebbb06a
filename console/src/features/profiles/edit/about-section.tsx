import { useTranslation } from 'react-i18next';
import { GENDERS } from '#contract/kernel/fields.ts';
import { detailNames } from '#contract/profile/details.ts';
import { SelectField } from '#ui/select-field.tsx';
import { TextField } from '#ui/text-field.tsx';
import { DetailField } from './detail-field.tsx';
import { PlaceField } from './place-field.tsx';
import { Section } from './section.tsx';
import type { ProfileForm } from './use-profile-form.ts';

/** Who the profile is. The details are those that members have: what is added to the contract's list appears here by itself. */
export function AboutSection({ brand, form }: { brand: string; form: ProfileForm }) {
  const { t } = useTranslation('profile');
  const details = form.watch('details');
  return (
    <Section title={t('about.title')}>
      <div className="grid grid-cols-2 items-start gap-4 max-xs:grid-cols-1">
        <TextField
          {...form.field('screenName')}
          label={t('screenName')}
          maxLength={60}
          autoComplete="off"
          required
        />
        <TextField
          {...form.field('age')}
          label={t('age')}
          inputMode="numeric"
          maxLength={2}
          autoComplete="off"
          required
        />
        <SelectField
          {...form.field('gender')}
          label={t('gender')}
          options={GENDERS.map((value) => ({ value, label: t(`genders.${value}`) }))}
        />
        <PlaceField
          brand={brand}
          value={form.watch('place')}
          error={form.field('place').error}
          onChange={(place) => form.change('place', place)}
        />
        {detailNames.map((name) => (
          <DetailField
            key={name}
            name={name}
            value={details[name]}
            onChange={(answer) => form.change('details', { ...details, [name]: answer })}
          />
        ))}
      </div>
    </Section>
  );
}
