import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { removeAll } from '../../../lib/chat/messages-data.ts';
import { explain } from '../../../lib/explain.ts';
import { useMember } from '../../../lib/session.ts';
import { Dialog } from '../../../ui/dialog.tsx';
import { useToast } from '../../../ui/toast.tsx';

type ClearDialogProps = { profileId: string; name: string; open: boolean; onClose: () => void };

/** Says what is lost before it is. */
export function ClearDialog({ profileId, name, open, onClose }: ClearDialogProps) {
  const { t, i18n } = useTranslation(['chats', 'shell', 'errors']);
  const { trackerId } = useMember();
  const navigate = useNavigate();
  const toast = useToast();
  const clear = async () => {
    try {
      await removeAll(trackerId, profileId);
      toast({ text: t('clear.done', { name }) });
      await navigate('/chats');
    } catch (error) {
      toast({ kind: 'danger', text: explain(error, i18n) });
    }
  };
  return (
    <Dialog
      open={open}
      onClose={onClose}
      closeLabel={t('shell:close')}
      title={t('clear.title', { name })}
      text={t('clear.text', { name })}
      actions={[
        { label: t('clear.confirm'), kind: 'danger', onClick: () => void clear() },
        { label: t('clear.keep') },
      ]}
    />
  );
}
