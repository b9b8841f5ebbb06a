import { useTranslation } from 'react-i18next';
import { useNavigate, useParams } from 'react-router';
import type { Blockable } from '#site/features/people/block-dialog.tsx';
import { NamingText, useKindWords } from '#site/features/people/person-summary.tsx';
import { explain } from '#site/shell/explain.ts';
import { paths } from '#site/shell/paths.ts';
import { useMember } from '#site/shell/session.ts';
import { Dialog } from '#ui/dialog.tsx';
import { useToast } from '#ui/toast.tsx';
import { removeAll } from './data/messages-data.ts';

type ClearDialogProps = { person: Blockable; open: boolean; onClose: () => void };

/** Says what is lost before a conversation is deleted, and leaves it where it is open. */
export function ClearDialog({ person, open, onClose }: ClearDialogProps) {
  const { id: profileId, screenName: name, kind } = person;
  const { t, i18n } = useTranslation(['chats', 'shell', 'errors']);
  const { trackerId } = useMember();
  const { profileId: openId } = useParams();
  const navigate = useNavigate();
  const toast = useToast();
  const withKind = useKindWords();
  const clear = async () => {
    try {
      await removeAll(trackerId, profileId);
      toast({ text: withKind(t('clear.done', { name }), kind) });
      if (openId === profileId) await navigate(paths.chats);
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
