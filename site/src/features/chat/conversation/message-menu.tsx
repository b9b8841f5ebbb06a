import { Copy, Reply, Trash2, Undo2 } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { serverNow } from '#client/clock.ts';
import type { Conversation } from '#contract/chat/conversations.ts';
import type { Message, MessageReaction } from '#contract/chat/messages.ts';
import { UNSEND_WITHIN_MS } from '#contract/kernel/constants.ts';
import { explain } from '#site/shell/explain.ts';
import { useMember } from '#site/shell/session.ts';
import { FloatingMenu, type MenuAction } from '#ui/menu.tsx';
import { useToast } from '#ui/toast.tsx';
import { putReaction, removeMessage, takeBackMessage } from '../data/messages-data.ts';
import { quoteOf } from './quoted.tsx';
import { useReactionChoices } from './reactions.tsx';
import { parseSystemHtml, wordsIn } from './system-html.ts';
import type { ComposerState } from './use-composer.ts';

/** A message whose menu is open. */
export interface MenuPlace {
  message: Message;
  anchor: HTMLElement;
}

type MessageMenuProps = {
  open: boolean;
  place: MenuPlace | null;
  conversation: Pick<Conversation, 'closed' | 'readTo'>;
  composer: Pick<ComposerState, 'answer' | 'input'>;
  onClose: () => void;
};

/** What can be done with a message: answered, given a sign, copied, unsent, and taken away with a way back. */
export function MessageMenu({ open, place, conversation, composer, onClose }: MessageMenuProps) {
  const { t, i18n } = useTranslation(['chat', 'errors', 'shell']);
  const { trackerId } = useMember();
  const toast = useToast();
  const explained = (error: unknown) => void toast({ kind: 'danger', text: explain(error, i18n) });
  const message = place?.message;
  const choices = useReactionChoices(message, (reaction: MessageReaction) => {
    if (message) void putReaction(trackerId, message, reaction).catch(explained);
  });
  const copy = async ({ text, notice }: Message) => {
    await navigator.clipboard.writeText(notice ? wordsIn(parseSystemHtml(text)) : text);
    toast({ text: t('message.copied') });
  };
  const unsend = async (one: Message) => {
    const count = await takeBackMessage(trackerId, one);
    toast({ text: count > 0 ? t('message.unsentRefunded', { count }) : t('message.unsent') });
  };
  const remove = async (one: Message) => {
    const bringBack = await removeMessage(trackerId, one);
    toast({
      text: t('message.deleted'),
      action: { label: t('message.undo'), onClick: () => void bringBack().catch(explained) },
    });
  };
  const isReadable = message !== undefined && message.blurred === null && message.notice === null;
  const canAnswer = isReadable && conversation.closed === null && message.number > 0;
  const actions: MenuAction[] = [];
  if (canAnswer) {
    actions.push({
      label: t('message.reply'),
      icon: <Reply aria-hidden="true" />,
      focusAfter: () => composer.input.current,
      onClick: () => composer.answer(quoteOf(message)),
    });
  }
  if (message?.text) {
    actions.push({
      label: t('message.copy'),
      icon: <Copy aria-hidden="true" />,
      onClick: () => void copy(message).catch(explained),
    });
  }
  if (message && canUnsend(message, conversation)) {
    actions.push({
      label: t('message.unsend'),
      icon: <Undo2 aria-hidden="true" />,
      onClick: () => void unsend(message).catch(explained),
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
  return (
    <FloatingMenu
      anchor={(open && place?.anchor) || null}
      onClose={onClose}
      actions={actions}
      choices={canAnswer ? choices : undefined}
    />
  );
}

/** As far as the page knows: it may have been read a moment ago. */
function canUnsend({ type, number, at }: Message, { readTo }: Pick<Conversation, 'readTo'>): boolean {
  return type === 'own' && number > readTo && serverNow() - at < UNSEND_WITHIN_MS;
}
