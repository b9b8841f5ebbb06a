import { EllipsisVertical, Heart, PhoneOff } from 'lucide-react';
import { memo } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { Conversation } from '#contract/chat/conversations.ts';
import type { Message } from '#contract/chat/messages.ts';
import { paths } from '#site/shell/paths.ts';
import { classNames } from '#ui/class-names.ts';
import { IconButton } from '#ui/icon-button.tsx';
import { VisuallyHidden } from '#ui/visually-hidden.tsx';
import { cutPreview } from '../data/row-words.ts';
import { Bubble, LockedBubble } from './message-bubble.tsx';
import { FailedNote, LimitedNote, TimeAndTicks } from './message-progress.tsx';
import { dayWords, timeWords } from './message-times.ts';
import type { Row, Said } from './rows.ts';
import { SafetyWarning } from './safety-warning.tsx';
import { Note } from './thread-beginning.tsx';
import { useLongPress } from './use-long-press.ts';

type OnMenu = (message: Message, anchor: HTMLElement) => void;
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

/** Rows are made again with every message; most of them say the same as before. */
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

type SaidRowProps = { said: Said; conversation: Conversation; onMenu: OnMenu };

/** A message with all that belongs to it. */
function SaidRow({ said, conversation, onMenu }: SaidRowProps) {
  const { t, i18n } = useTranslation('chat');
  const { message, progress, posted, sendsAt, first, last } = said;
  const own = message.type === 'own';
  const press = useLongPress((anchor) => onMenu(message, anchor));
  const name = conversation.screenName;
  return (
    <div
      data-row={message.number}
      className={classNames('flex flex-col', own ? 'items-end' : 'items-start', first ? 'mt-3' : 'mt-1')}
    >
      <div
        className={classNames(
          'group flex max-w-[88%] min-w-0 items-center gap-0.5 sm:max-w-[78%]',
          own && 'flex-row-reverse',
        )}
      >
        <div
          {...(posted ? {} : press)}
          className="min-w-0 pointer-coarse:select-none [-webkit-touch-callout:none]"
        >
          <VisuallyHidden>{own ? t('you') : t('says', { name })}</VisuallyHidden>
          {message.blurred === null ? <Bubble said={said} name={name} /> : <LockedBubble message={message} />}
        </div>
        {!posted && (
          <IconButton
            label={[t('message.menu'), cutPreview(message.text), timeWords(message.at, i18n.language)]
              .filter(Boolean)
              .join(', ')}
            aria-haspopup="menu"
            icon={<EllipsisVertical aria-hidden="true" className="size-4" />}
            onClick={(event) => onMenu(message, event.currentTarget)}
            className="text-muted! pointer-fine:opacity-0 pointer-fine:group-hover:opacity-100 pointer-fine:focus-visible:opacity-100 pointer-coarse:-mx-2"
          />
        )}
      </div>
      {message.phoneCovered && own && <PhoneWarning />}
      {message.warning && (
        <SafetyWarning warning={message.warning} message={message} conversation={conversation} />
      )}
      {posted && progress === 'failed' && <FailedNote posted={posted} name={name} />}
      {last && sendsAt !== null && <LimitedNote sendsAt={sendsAt} />}
      {last && <TimeAndTicks said={said} receiptsHidden={conversation.receiptsHidden} />}
    </div>
  );
}

/** A telephone number in what was written is covered for its reader. */
function PhoneWarning() {
  const { t } = useTranslation('chat');
  return (
    <p className="mt-1.5 flex max-w-[88%] items-start gap-2 rounded-field bg-warning-soft px-3 py-2 text-sm text-on-warning-soft sm:max-w-[78%]">
      <PhoneOff aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
      <span>
        {t('phone.text')}{' '}
        <Link to={paths.plans()} className="font-semibold underline underline-offset-4">
          {t('phone.link')}
        </Link>
      </span>
    </p>
  );
}
