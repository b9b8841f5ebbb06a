import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { APPEAL_MAX_LETTERS } from '#contract/kernel/constants.ts';
import { useSubmitForm } from '#site/shell/forms.ts';
import { SubmitError } from '#site/shell/submit-error.tsx';
import { TextArea } from '#ui/text-area.tsx';

const schema = z.object({ text: z.string().trim().min(1, 'appeal.empty').max(APPEAL_MAX_LETTERS) });

/** The words of an appeal. The part around it has the button that submits it. */
export function AppealForm({ formId, onSend }: { formId: string; onSend: (text: string) => Promise<void> }) {
  const { t } = useTranslation(['decisions', 'errors']);
  const form = useSubmitForm({
    defaults: { text: '' },
    schema: async () => schema,
    submit: ({ text }) => onSend(text),
    fieldOf: { 'appeal.empty': 'text' },
  });
  return (
    <form id={formId} {...form.formProps} className="space-y-4">
      <TextArea
        {...form.field('text')}
        label={t('appeal.label')}
        required
        rows={5}
        maxLength={APPEAL_MAX_LETTERS}
        counter={t('appeal.counter', { letters: APPEAL_MAX_LETTERS - form.watch('text').length })}
      />
      <SubmitError refusal={form.refusal} />
    </form>
  );
}
