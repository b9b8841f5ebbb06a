import { Heart } from 'lucide-react';
import { memo } from 'react';
import { useTranslation } from 'react-i18next';
import type { Conversation } from '../../../../../contract/chat/conversations.ts';
import type { Message } from '../../../../../contract/chat/messages.ts';
import { Note } from './notes.tsx';
import type { Row } from './rows.ts';
import { SaidRow } from './said-row.tsx';
import { dayWords } from './time-words.ts';

export type OnMenu = (message: Message, anchor: HTMLElement) => void;
type ThreadRowProps = { row: Row; conversation: Conversation; onMenu: OnMenu };

/** One line of a conversation. */
export const ThreadRow = memo(LiveThreadRow, isSame);

function LiveThreadRow({ row, conversation, onMenu }: ThreadRowProps) {
  const { t, i18n } = useTranslation('chat');
  const name = conversation.screenName;
  switch (row.kind) {
    case 'day':
      return (
        <h2 className="my-4 text-center font-text text-[0.8125rem] font-medium text-muted first-letter:uppercase">
          {dayWords(row.at, i18n.language)}
        </h2>
      );
    case 'unread':
      return (
        <p
          data-unread-line
          className="my-4 flex items-center gap-3 text-[0.8125rem] font-semibold text-accent-text before:h-px before:flex-1 before:bg-current before:opacity-40 after:h-px after:flex-1 after:bg-current after:opacity-40"
        >
          {t('unread')}
        </p>
      );
    case 'like':
      return (
        <Note icon={<Heart aria-hidden="true" className="fill-current text-like" />}>
          {t('liked', { name })}
        </Note>
      );
    case 'said':
      return <SaidRow said={row} conversation={conversation} onMenu={onMenu} />;
  }
}

/** Rows are made anew with every message; most of them say the same as before. */
function isSame(before: ThreadRowProps, after: ThreadRowProps): boolean {
  const [one, other] = [before.row, after.row];
  if (before.onMenu !== after.onMenu || one.kind !== other.kind || one.key !== other.key) return false;
  if (before.conversation.screenName !== after.conversation.screenName) return false;
  if (before.conversation.receiptsHidden !== after.conversation.receiptsHidden) return false;
  if (one.kind === 'like' && other.kind === 'like') return one.message === other.message;
  if (one.kind !== 'said' || other.kind !== 'said') return true;
  const sameMessage = one.posted ? one.posted === other.posted : one.message === other.message;
  return (
    sameMessage &&
    one.progress === other.progress &&
    one.sendsAt === other.sendsAt &&
    one.first === other.first &&
    one.last === other.last &&
    one.newestOwn === other.newestOwn
  );
}
