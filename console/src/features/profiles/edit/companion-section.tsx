import { useTranslation } from 'react-i18next';
import { HOUSE_NOTES_MAX_LETTERS } from '#contract/kernel/constants.ts';
import { TextArea } from '#ui/text-area.tsx';
import { TextField } from '#ui/text-field.tsx';
import { MODEL_MAX_LETTERS } from './profile-values.ts';
import { Section } from './section.tsx';
import { TryOut } from './try-out.tsx';
import type { ProfileForm } from './use-profile-form.ts';

/** How a companion is, with a chat in which it can be tried out before any member talks to it. */
export function CompanionSection({ brand, form }: { brand: string; form: ProfileForm }) {
  const { t } = useTranslation('profile');
  return (
    <Section title={t('companion.title')} text={t('companion.text')} className="lg:col-span-2">
      <div className="grid gap-5 md:grid-cols-2">
        <div className="flex flex-col gap-4">
          <TextArea
            {...form.field('character')}
            label={t('companion.character')}
            hint={t('companion.characterHint')}
            rows={4}
            maxLength={HOUSE_NOTES_MAX_LETTERS}
          />
          <TextArea
            {...form.field('limits')}
            label={t('companion.limits')}
            hint={t('companion.limitsHint')}
            rows={3}
            maxLength={HOUSE_NOTES_MAX_LETTERS}
          />
          <TextField
            {...form.field('model')}
            label={t('companion.model')}
            hint={t('companion.modelHint')}
            maxLength={MODEL_MAX_LETTERS}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
          />
        </div>
        <TryOut brand={brand} form={form} />
      </div>
    </Section>
  );
}
