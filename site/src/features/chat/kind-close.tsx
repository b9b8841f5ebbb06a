import { useTranslation } from 'react-i18next';
import type { ConversationRow } from '#contract/chat/conversations.ts';
import { useKindWords } from '#site/features/people/person-summary.tsx';
import { explain } from '#site/shell/explain.ts';
import { useMember } from '#site/shell/session.ts';
import { useToast } from '#ui/toast.tsx';
import { declineKindly } from './data/conversations-data.ts';

type KindCloseProps = { row: ConversationRow; tabIndex: 0 | -1 };

/** The kind way out of a conversation that waits for an answer, in one tap and with a way back. */
export function KindClose({ row: { profileId, screenName: name, kind }, tabIndex }: KindCloseProps) {
  const { t, i18n } = useTranslation(['chats', 'people', 'errors']);
  const { trackerId } = useMember();
  const toast = useToast();
  const withKind = useKindWords();
  const explained = (error: unknown) => void toast({ kind: 'danger', text: explain(error, i18n) });
  const close = async () => {
    const { sentence, undo } = await declineKindly(trackerId, profileId);
    if (sentence === null) return void toast({ text: withKind(t('turn.left', { name }), kind) });
    toast({
      text: t('turn.closed', { name, sentence }),
      action: { label: t('turn.undo'), onClick: () => void undo().catch(explained) },
    });
  };
  return (
    <button
      type="button"
      tabIndex={tabIndex}
      aria-label={t('turn.closeWith', { name })}
      onClick={() => void close().catch(explained)}
      className="absolute bottom-0.5 left-16 min-h-11 rounded-button px-2 text-sm font-semibold text-accent-text underline-offset-4 hover:underline"
    >
      {t('turn.close')}
    </button>
  );
}
