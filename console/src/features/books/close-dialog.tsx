import { useTranslation } from 'react-i18next';
import { ReasonForm } from '#console/shell/reason-form.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { useToast } from '#ui/toast.tsx';
import type { Closing } from './use-books.ts';
import { useClose } from './use-books.ts';

/** Asks why a difference may stay, which is kept with the name of the person who says so. */
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
  return (
    <ReasonForm
      label={t('dialog.reason')}
      hint={t('dialog.reasonHint')}
      missing={t('dialog.reasonMissing')}
      act={t('close')}
      least={3}
      most={500}
      onSubmit={async (reason) => {
        await close(closing, reason);
        toast({ kind: 'success', text: t('dialog.done') });
        onDone();
      }}
    />
  );
}
