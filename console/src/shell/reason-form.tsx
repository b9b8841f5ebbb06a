import { z } from 'zod';
import { writing } from '#contract/kernel/text.ts';
import { Button } from '#ui/button.tsx';
import { TextArea } from '#ui/text-area.tsx';
import { SubmitError, useSubmitForm } from './forms.tsx';

interface ReasonFormProps {
  label: string;
  hint: string;
  /** What to say where the reason is missing. */
  missing: string;
  /** The words of the button. */
  act: string;
  least?: number;
  most: number;
  onSubmit: (reason: string) => Promise<void>;
}

/** A form that asks for nothing but the reason, which is kept with the name of the person who gives it. */
export function ReasonForm({ label, hint, missing, act, least = 1, most, onSubmit }: ReasonFormProps) {
  const form = useSubmitForm({
    defaults: { reason: '' },
    schema: async () => z.object({ reason: writing(most).min(least) }),
    words: { reason: missing },
    submit: ({ reason }) => onSubmit(reason),
  });
  return (
    <form {...form.formProps} className="flex flex-col gap-4">
      <SubmitError refusal={form.refusal} />
      <TextArea {...form.field('reason')} label={label} hint={hint} maxLength={most} />
      <Button type="submit" wide loading={form.busy}>
        {act}
      </Button>
    </form>
  );
}
