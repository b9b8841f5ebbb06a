import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { SCREEN_NAME_MAX_LETTERS, isScreenName } from '#contract/profile/screen-name.ts';
import { useSubmitForm } from '#site/shell/forms.ts';
import { SubmitError } from '#site/shell/submit-error.tsx';
import { TownField } from '#site/shell/town-field.tsx';
import { TextField } from '#ui/text-field.tsx';
import type { QuestionProps } from './question-props.ts';

/** The name that others read. */
export function NameQuestion({ formId, profile, onAnswer }: QuestionProps) {
  const { t } = useTranslation('introduction');
  const form = useSubmitForm({
    defaults: { screenName: profile.screenName },
    schema: async () => z.object({ screenName: z.string().refine(isScreenName, 'field.name') }),
    submit: (typed) => onAnswer(typed.screenName === profile.screenName ? {} : typed),
    fieldOf: { 'field.name': 'screenName' },
  });
  return (
    <form id={formId} {...form.formProps} className="space-y-4">
      <TextField
        {...form.field('screenName')}
        label={t('screenName.label')}
        hint={t('screenName.hint')}
        maxLength={SCREEN_NAME_MAX_LETTERS}
        autoComplete="nickname"
        required
      />
      <SubmitError refusal={form.refusal} />
    </form>
  );
}

/** The town, of which others read the name, and how far it is from theirs. */
export function PlaceQuestion({ formId, profile, step, onAnswer }: QuestionProps) {
  const { t } = useTranslation(['introduction', 'signup']);
  const known = profile.city && profile.region ? { city: profile.city, region: profile.region } : null;
  const place = z.object({ city: z.string(), region: z.string() });
  const form = useSubmitForm({
    defaults: { place: known },
    schema: async () =>
      z.object({ place: step.required ? place.nullable().refine(Boolean, 'field.place') : place.nullable() }),
    submit: ({ place: chosen }) => onAnswer(chosen && chosen.city !== known?.city ? chosen : {}),
  });
  const { error, ...control } = form.control('place');
  return (
    <form id={formId} {...form.formProps} className="space-y-4">
      <TownField {...control} error={error} hint={t('place.hint')} />
      <SubmitError refusal={form.refusal} />
    </form>
  );
}
