import { Copy, Trash2 } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { Message } from '#contract/chat/messages.ts';
import { explain } from '#site/shell/explain.ts';
import { useMember } from '#site/shell/session.ts';
import { FloatingMenu, type MenuAction } from '#ui/menu.tsx';
import { useToast } from '#ui/toast.tsx';
import { removeMessage } from '../data/messages-data.ts';
import { parseSystemHtml, wordsIn } from './system-html.ts';

/** A message whose menu is open. */
export interface MenuPlace {
  message: Message;
  anchor: HTMLElement;
}

type MessageMenuProps = { open: boolean; place: MenuPlace | null; onClose: () => void };

/** What can be done with a message: copied, and taken away with a way back. */
export function MessageMenu({ open, place, onClose }: MessageMenuProps) {
  const { t, i18n } = useTranslation(['chat', 'errors', 'shell']);
  const { trackerId } = useMember();
  const toast = useToast();
  const explained = (error: unknown) => void toast({ kind: 'danger', text: explain(error, i18n) });
  const copy = async ({ text, notice }: Message) => {
    await navigator.clipboard.writeText(notice ? wordsIn(parseSystemHtml(text)) : text);
    toast({ text: t('message.copied') });
  };
  const remove = async (message: Message) => {
    const bringBack = await removeMessage(trackerId, message);
    toast({
      text: t('message.deleted'),
      action: { label: t('message.undo'), onClick: () => void bringBack().catch(explained) },
    });
  };
  const message = place?.message;
  const actions: MenuAction[] = [];
  if (message?.text) {
    actions.push({
      label: t('message.copy'),
      icon: <Copy aria-hidden="true" />,
      onClick: () => void copy(message).catch(explained),
    });
  }
  if (message) {
    actions.push({
      label: t('message.delete'),
      icon: <Trash2 aria-hidden="true" />,
      tone: 'danger',
      onClick: () => void remove(message).catch(explained),
    });
  }
  return <FloatingMenu anchor={(open && place?.anchor) || null} onClose={onClose} actions={actions} />;
}
