import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { Dialog } from '../../../../../packages/ui/dialog.tsx';
import { useToast } from '../../../../../packages/ui/toast.tsx';
import { explain } from '../../../shell/explain.ts';
import { paths } from '../../../shell/paths.ts';
import { useMember } from '../../../shell/session.ts';
import type { Blockable } from '../../people/block-dialog.tsx';
import { NamingText, useKindWords } from '../../people/person-summary.tsx';
import { removeAll } from '../data/messages-data.ts';

type ClearDialogProps = { person: Blockable; open: boolean; onClose: () => void };

/** Says what is lost before it is. */
export function ClearDialog({ person, open, onClose }: ClearDialogProps) {
  const { id: profileId, screenName: name, kind } = person;
  const { t, i18n } = useTranslation(['chats', 'shell', 'errors']);
  const { trackerId } = useMember();
  const navigate = useNavigate();
  const toast = useToast();
  const withKind = useKindWords();
  const clear = async () => {
    try {
      await removeAll(trackerId, profileId);
      toast({ text: withKind(t('clear.done', { name }), kind) });
      await navigate(paths.chats);
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
      text={<NamingText text={t('clear.text', { name })} kind={kind} />}
      actions={[
        { label: t('clear.confirm'), kind: 'danger', onClick: () => void clear() },
        { label: t('clear.keep') },
      ]}
    />
  );
}
