import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { SubmitError, useSubmitForm } from '#console/shell/forms.tsx';
import { writing } from '#contract/kernel/text.ts';
import { Button } from '#ui/button.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { TextArea } from '#ui/text-area.tsx';
import { useToast } from '#ui/toast.tsx';
import type { Closing } from './use-books.ts';
import { useClose } from './use-books.ts';

const values = z.object({ reason: writing(500).min(3) });

/** Why something that does not agree may stay so. It is kept with the name of the person who says it. */
export function CloseDialog({ closing, onClose }: { closing: Closing | null; onClose: () => void }) {
  const { t } = useTranslation(['books', 'shell']);
  return (
    <Dialog
      open={closing !== null}
      onClose={onClose}
      closeLabel={t('shell:close')}
      title={t('dialog.title')}
      text={closing?.name ?? ''}
    >
      {closing && <CloseForm key={closing.name} closing={closing} onDone={onClose} />}
    </Dialog>
  );
}

function CloseForm({ closing, onDone }: { closing: Closing; onDone: () => void }) {
  const { t } = useTranslation('books');
  const toast = useToast();
  const close = useClose();
  const form = useSubmitForm({
    defaults: { reason: '' },
    schema: async () => values,
    words: { reason: t('dialog.reasonMissing') },
    async submit({ reason }) {
      await close(closing, reason);
      toast({ kind: 'success', text: t('dialog.done') });
      onDone();
    },
  });
  return (
    <form {...form.formProps} className="flex flex-col gap-4">
      <SubmitError refusal={form.refusal} />
      <TextArea
        {...form.field('reason')}
        label={t('dialog.reason')}
        hint={t('dialog.reasonHint')}
        maxLength={500}
      />
      <Button type="submit" wide loading={form.busy}>
        {t('close')}
      </Button>
    </form>
  );
}
