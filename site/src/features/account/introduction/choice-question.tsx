import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { answersOf, isDelicate, readAnswer } from '#contract/profile/details.ts';
import type { DetailName, SeveralName } from '#contract/profile/details.ts';
import { useShell } from '#site/shell/boot.ts';
import { useDetailWords } from '#site/shell/detail-words.ts';
import { useSubmitForm } from '#site/shell/forms.ts';
import { SubmitError } from '#site/shell/submit-error.tsx';
import { Checkbox } from '#ui/checkbox.tsx';
import { RadioCards } from '#ui/radio-cards.tsx';
import { SelectField } from '#ui/select-field.tsx';
import type { QuestionProps } from './question-props.ts';

/** Stands for none of the options. */
const NOT_YET = '?';

interface ChoiceQuestionProps extends QuestionProps {
  name: Exclude<DetailName, SeveralName>;
  /** A number of many, to be picked from a list. */
  wide: boolean;
}

/** One answer of those that there are. What tells of faith or health comes with a consent of its own. */
export function ChoiceQuestion({ formId, profile, step, onAnswer, name, wide }: ChoiceQuestionProps) {
  const { t } = useTranslation('introduction');
  const { brand } = useShell();
  const { nameOf, questionOf, answerOf } = useDetailWords();
  const delicate = isDelicate(name);
  // Who has been asked and said nothing has chosen so.
  const unanswered = wide || profile.passedSteps.includes(name) ? '' : NOT_YET;
  const form = useSubmitForm({
    defaults: { answer: String(profile[name] ?? unanswered), consent: profile.delicateConsent },
    schema: async () =>
      z
        .object({ answer: z.string(), consent: z.boolean() })
        .refine(({ answer }) => !step.required || readAnswer(name, answer) !== null, {
          path: ['answer'],
          error: 'field.required',
        })
        .refine(({ answer, consent }) => !delicate || readAnswer(name, answer) === null || consent, {
          path: ['consent'],
          error: 'profile.consent_missing',
        }),
    submit: ({ answer, consent }) =>
      onAnswer({ [name]: readAnswer(name, answer), ...(delicate && { delicateConsent: consent }) }),
  });
  const answers = answersOf(name).map((answer) => ({ value: String(answer), label: answerOf(name, answer) }));
  const unsaid = step.required ? [] : [{ value: '', label: t('unsaid') }];
  return (
    <form id={formId} {...form.formProps} className="space-y-6">
      {wide ? (
        <SelectField
          name="answer"
          label={nameOf(name)}
          error={form.errorOf('answer')}
          options={[...unsaid, ...answers]}
          value={form.watch('answer')}
          onChange={({ target }) => form.change('answer', target.value)}
        />
      ) : (
        <RadioCards
          {...form.control('answer')}
          label={questionOf(name)}
          hideLabel
          options={[...answers, ...unsaid]}
        />
      )}
      {delicate && (
        <div className="rounded-card edge bg-surface p-(--card-padding)">
          <Checkbox
            name="consent"
            label={t('delicate.consent', { brand: brand.title })}
            hint={t('delicate.hint')}
            error={form.errorOf('consent')}
            checked={form.watch('consent')}
            onChange={({ target }) => form.change('consent', target.checked)}
          />
        </div>
      )}
      <SubmitError refusal={form.refusal} />
    </form>
  );
}
