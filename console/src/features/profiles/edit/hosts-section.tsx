import { useTranslation } from 'react-i18next';
import { inBrand } from '#console/shell/brand-scope.ts';
import { paths } from '#console/shell/paths.ts';
import { HOUSE_NOTES_MAX_LETTERS } from '#contract/kernel/constants.ts';
import { Button, ButtonLink } from '#ui/button.tsx';
import { FieldError } from '#ui/field.tsx';
import { SelectField } from '#ui/select-field.tsx';
import { TextArea } from '#ui/text-area.tsx';
import { TextField } from '#ui/text-field.tsx';
import { useTeams } from '../profiles-data.ts';
import { Section } from './section.tsx';
import type { ProfileForm } from './use-profile-form.ts';

const HOURS_ERROR = 'profile-hours-error';

/** What those who answer need to know: who the profile is, what it never says, whose hosts answer and when. */
export function HostsSection({ brand, form }: { brand: string; form: ProfileForm }) {
  const { t } = useTranslation('profile');
  const { data } = useTeams(brand);
  const hours = form.watch('hours');
  const { error } = form.field('hours');
  const time = (name: 'from' | 'to') => (
    <TextField
      type="time"
      name="hours"
      label={t(`hours.${name}`)}
      value={hours[name]}
      aria-invalid={error ? true : undefined}
      aria-describedby={error ? HOURS_ERROR : undefined}
      onChange={({ target }) => form.change('hours', { ...hours, [name]: target.value })}
    />
  );
  return (
    <Section title={t('hosts.title')} text={t('hosts.text')}>
      <TextArea
        {...form.field('notes')}
        label={t('notes')}
        placeholder={t('notesHint')}
        rows={6}
        maxLength={HOUSE_NOTES_MAX_LETTERS}
      />
      <div className="flex flex-wrap items-end gap-2">
        <SelectField
          {...form.field('teamId')}
          value={form.watch('teamId')}
          label={t('team')}
          className="min-w-40 flex-1"
          options={[
            { value: '', label: t('allHosts') },
            ...(data?.teams ?? []).map(({ id, name }) => ({ value: id, label: name })),
          ]}
        />
        <ButtonLink
          variant="ghost"
          size="sm"
          className="min-h-12"
          to={inBrand(paths.hostTeams(brand), brand)}
        >
          {t('teams')}
        </ButtonLink>
      </div>
      <fieldset>
        <legend className="mb-1.5 text-[0.9375rem] font-semibold">{t('hours.title')}</legend>
        <div className="flex flex-wrap items-end gap-3">
          {time('from')}
          {time('to')}
          {(hours.from !== '' || hours.to !== '') && (
            <Button variant="ghost" size="sm" onClick={() => form.change('hours', { from: '', to: '' })}>
              {t('hours.always')}
            </Button>
          )}
        </div>
        <FieldError id={HOURS_ERROR}>{error}</FieldError>
        <p className="mt-1.5 text-sm text-muted">{t('hours.hint')}</p>
      </fieldset>
    </Section>
  );
}
