import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { answersOf, detailForm, details } from '#contract/profile/details.ts';
import type { SeveralName } from '#contract/profile/details.ts';
import { interestGroupNames, interestsOf } from '#contract/profile/interests.ts';
import { useDetailWords } from '#site/shell/detail-words.ts';
import { useSubmitForm } from '#site/shell/forms.ts';
import { SubmitError } from '#site/shell/submit-error.tsx';
import { ChipChoice } from '#ui/chips.tsx';
import type { QuestionProps } from './question-props.ts';

function useSeveral({ profile, step, onAnswer }: QuestionProps, name: SeveralName) {
  const known: string[] = profile[name] ?? [];
  return useSubmitForm({
    defaults: { chosen: known },
    schema: async () =>
      z
        .object({ chosen: detailForm[name] as unknown as z.ZodType<string[]> })
        .refine(({ chosen }) => !step.required || chosen.length > 0, {
          path: ['chosen'],
          error: 'field.required',
        }),
    submit: ({ chosen }) => onAnswer({ [name]: chosen }),
  });
}

/** Ten groups and more, of which up to ten are chosen in all. */
export function InterestsQuestion(props: QuestionProps) {
  const { t } = useTranslation(['introduction', 'interests']);
  const { oneOf } = useDetailWords();
  const form = useSeveral(props, 'interests');
  const chosen = form.watch('chosen');
  const { most } = details.interests;
  return (
    <form id={props.formId} {...form.formProps} className="space-y-7">
      <p role="status" className="sticky top-0 z-10 -my-2 bg-paper py-2 font-semibold text-primary-text">
        {t('chosen', { count: chosen.length, most })}
      </p>
      {interestGroupNames.map((group) => (
        <ChipChoice
          key={group}
          legend={t(`interests:groups.${group}`)}
          options={interestsOf(group).map((one) => ({
            value: one as string,
            label: oneOf('interests', one),
          }))}
          chosen={chosen}
          most={most}
          onChange={(now) => form.change('chosen', now)}
        />
      ))}
      <Fault text={form.errorOf('chosen')} />
      <SubmitError refusal={form.refusal} />
    </form>
  );
}

export function LanguagesQuestion(props: QuestionProps) {
  const { t, i18n } = useTranslation('introduction');
  const { oneOf, questionOf } = useDetailWords();
  const form = useSeveral(props, 'languages');
  const chosen = form.watch('chosen');
  const options = (answersOf('languages') as readonly string[]).map((value) => ({
    value,
    label: oneOf('languages', value),
  }));
  // Those that are spoken most stand first, beginning with the page's own.
  const own = options.filter(({ value }) => value === i18n.language);
  return (
    <form id={props.formId} {...form.formProps} className="space-y-5">
      <ChipChoice
        legend={questionOf('languages')}
        hideLegend
        options={[...own, ...options.filter((option) => !own.includes(option))]}
        chosen={chosen}
        most={details.languages.most}
        onChange={(now) => form.change('chosen', now)}
      />
      <p className="text-sm text-muted">{t('languagesHint')}</p>
      <Fault text={form.errorOf('chosen')} />
      <SubmitError refusal={form.refusal} />
    </form>
  );
}

function Fault({ text }: { text: string | undefined }) {
  return (
    <p role="alert" className="font-semibold text-danger-text empty:hidden">
      {text}
    </p>
  );
}
