import { EllipsisVertical, Heart, Image, LockKeyhole, PhoneOff } from 'lucide-react';
import { createElement, memo, useMemo } from 'react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { Conversation } from '#contract/chat/conversations.ts';
import type { Message } from '#contract/chat/messages.ts';
import { noteLockedReply } from '#site/features/billing/purchase-origin.ts';
import { paths } from '#site/shell/paths.ts';
import { useOpenPaywall } from '#site/shell/paywalls.ts';
import { measure } from '#site/shell/tracking/measure.ts';
import { Button } from '#ui/button.tsx';
import { classNames } from '#ui/class-names.ts';
import { IconButton } from '#ui/icon-button.tsx';
import { VisuallyHidden } from '#ui/visually-hidden.tsx';
import { cutPreview } from '../data/row-words.ts';
import { FailedNote, LimitedNote, TimeAndTicks } from './message-progress.tsx';
import { dayWords, timeWords } from './message-times.ts';
import { PhotoMessage } from './photo-message.tsx';
import { Quoted } from './quoted.tsx';
import { ReactionBadge } from './reactions.tsx';
import type { Row, Said } from './rows.ts';
import { SafetyWarning } from './safety-warning.tsx';
import { parseSystemHtml } from './system-html.ts';
import type { Shown } from './system-html.ts';
import { Note } from './thread-beginning.tsx';
import { useLongPress } from './use-long-press.ts';

type OnMenu = (message: Message, anchor: HTMLElement) => void;
type OnJump = (number: number) => void;
type ThreadRowProps = { row: Row; conversation: Conversation; onMenu: OnMenu; onJump: OnJump };

/** One line of a conversation. */
export const ThreadRow = memo(LiveThreadRow, isSame);

function LiveThreadRow({ row, conversation, onMenu, onJump }: ThreadRowProps) {
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
      return <SaidRow said={row} conversation={conversation} onMenu={onMenu} onJump={onJump} />;
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

type SaidRowProps = { said: Said; conversation: Conversation; onMenu: OnMenu; onJump: OnJump };

/** A message with all that belongs to it. */
function SaidRow({ said, conversation, onMenu, onJump }: SaidRowProps) {
  const { t, i18n } = useTranslation('chat');
  const { message, progress, posted, sendsAt, first, last } = said;
  const own = message.type === 'own';
  const press = useLongPress((anchor) => onMenu(message, anchor));
  const name = conversation.screenName;
  return (
    <div
      data-row={message.number}
      className={classNames(
        'flex flex-col rounded-bubble data-shining:animate-shine',
        own ? 'items-end' : 'items-start',
        first ? 'mt-3' : 'mt-1',
      )}
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
          {message.blurred === null ? (
            <Bubble said={said} name={name} onJump={onJump} />
          ) : (
            <LockedBubble message={message} />
          )}
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
      <ReactionBadge message={message} name={name} />
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

/** The one notice that is HTML. */
const WELCOME = 'benvenuto';

type BubbleProps = { said: Said; name: string; onJump: OnJump };

/** The words, the photo if there is one, and what they answer. */
function Bubble({ said: { message, progress, last }, name, onJump }: BubbleProps) {
  const { type, photo, text, quoted } = message;
  const own = type === 'own';
  return (
    <div
      className={classNames(
        'w-fit min-w-0 overflow-hidden rounded-bubble wrap-anywhere',
        own ? 'ml-auto bg-bubble-mine text-on-bubble-mine' : 'edge bg-bubble-theirs text-ink',
        last && (own ? 'rounded-br-(--corner-bubble-tail)' : 'rounded-bl-(--corner-bubble-tail)'),
        (progress === 'waiting' || progress === 'limited' || progress === 'failed') && 'opacity-75',
      )}
    >
      {quoted && <Quoted quoted={quoted} name={name} onJump={onJump} />}
      {photo && <PhotoMessage photo={photo} own={own} name={name} />}
      {text && (
        // Words do not make the bubble wider than the photo, beside which its colour would show as a strip.
        <div className={classNames('px-4 py-2.5', photo && 'w-0 min-w-full')}>
          <Words message={message} />
        </div>
      )}
    </div>
  );
}

function Words({ message: { text, notice } }: { message: Message }) {
  if (notice === WELCOME) return <SystemWords html={text} />;
  return <p className="whitespace-pre-wrap">{text}</p>;
}

/** A reply that has to be paid for. Behind the veil are other letters; the real ones are not here. */
function LockedBubble({ message: { id, profileId, blurred, photo, at } }: { message: Message }) {
  const { t, i18n } = useTranslation('chat');
  const openPaywall = useOpenPaywall();
  const read = () => {
    measure('blurred_read', { profileId });
    noteLockedReply({ profileId, messageId: id });
    openPaywall('blurred');
  };
  return (
    <div className="rounded-bubble border border-dashed border-accent-text/50 bg-bubble-locked px-4 py-3 text-on-bubble-locked">
      <VisuallyHidden>{t('locked.words')}</VisuallyHidden>
      {blurred && (
        <p
          aria-hidden="true"
          className="line-clamp-4 overflow-hidden px-1 wrap-anywhere whitespace-pre-wrap opacity-70 blur-[5px] select-none"
        >
          {blurred}
        </p>
      )}
      <div className="mt-2.5 flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
        <span className="flex items-center gap-2 text-sm font-medium">
          {photo ? (
            <Image aria-hidden="true" className="size-4 shrink-0" />
          ) : (
            <LockKeyhole aria-hidden="true" className="size-4 shrink-0" />
          )}
          {photo ? t('locked.photo') : t('locked.answered')}
        </span>
        <Button size="sm" aria-label={`${t('locked.read')}, ${timeWords(at, i18n.language)}`} onClick={read}>
          {t('locked.read')}
        </Button>
      </div>
    </div>
  );
}

const linkLook = 'font-semibold text-primary-text underline underline-offset-4';
const wordsLook = 'space-y-2.5 [&_ol]:list-decimal [&_ol]:pl-[1.25rem] [&_ul]:list-disc [&_ul]:pl-[1.25rem]';

/** The words of the brand, built from the few elements that are allowed in them. */
function SystemWords({ html }: { html: string }) {
  const parts = useMemo(() => parseSystemHtml(html), [html]);
  return createElement('div', { className: wordsLook }, ...parts.map(draw));
}

function draw(part: Shown): ReactNode {
  if (typeof part === 'string') return part;
  const children = part.children.map(draw);
  if ('tag' in part) return createElement(part.tag, null, ...(part.tag === 'br' ? [] : children));
  const { href } = part;
  if (href.startsWith('/')) return createElement(Link, { to: href, className: linkLook }, ...children);
  const elsewhere = { href, className: linkLook, target: '_blank', rel: 'noopener noreferrer' };
  return createElement('a', elsewhere, ...children);
}
