import {
  Heart,
  EllipsisVertical,
  Check,
  CheckCheck,
  Clock,
  CircleAlert,
  Hourglass,
  PhoneOff,
} from 'lucide-react';
import { memo, useEffect, useRef } from 'react';
import type { PointerEvent, SyntheticEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { Conversation } from '../../../../../contract/chat/conversations.ts';
import type { Message } from '../../../../../contract/chat/messages.ts';
import { useNow } from '../../../../../packages/client/clock.ts';
import { useOnline } from '../../../../../packages/client/use-online.ts';
import { Button } from '../../../../../packages/ui/button.tsx';
import { classNames } from '../../../../../packages/ui/class-names.ts';
import { IconButton } from '../../../../../packages/ui/icon-button.tsx';
import { VisuallyHidden } from '../../../../../packages/ui/visually-hidden.tsx';
import { useFlow } from '../../../shell/flow.ts';
import { paths } from '../../../shell/paths.ts';
import { useOpenPaywall } from '../../../shell/paywalls.ts';
import { useMember } from '../../../shell/session.ts';
import { choosePlan, firstPlan } from '../../billing/chosen-plan.ts';
import { discard, retry } from '../data/outbox.ts';
import type { Posted } from '../data/outbox.ts';
import { Bubble, LockedBubble } from './message-bubble.tsx';
import { dayWords, timeWords } from './message-times.ts';
import type { Row, Said, Progress } from './rows.ts';
import { Note } from './thread-beginning.tsx';

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

type SaidRowProps = { said: Said; conversation: Conversation; onMenu: OnMenu };

/** A message with all that belongs to it. */
function SaidRow({ said, conversation, onMenu }: SaidRowProps) {
  const { t } = useTranslation('chat');
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
            label={t('message.menu')}
            aria-haspopup="menu"
            icon={<EllipsisVertical aria-hidden="true" className="size-4" />}
            onClick={(event) => onMenu(message, event.currentTarget)}
            className="text-muted! pointer-fine:opacity-0 pointer-fine:group-hover:opacity-100 pointer-fine:focus-visible:opacity-100 pointer-coarse:-mx-2"
          />
        )}
      </div>
      {message.phoneCovered && own && <PhoneWarning />}
      {posted && progress === 'failed' && <FailedActions posted={posted} />}
      {last && sendsAt !== null && <LimitedNote sendsAt={sendsAt} />}
      {last && <TimeAndTicks said={said} receiptsHidden={conversation.receiptsHidden} />}
    </div>
  );
}

const ticks = {
  sent: { Icon: Check, words: 'ticks.sent', look: '' },
  delivered: { Icon: CheckCheck, words: 'ticks.delivered', look: '' },
  read: { Icon: CheckCheck, words: 'ticks.read', look: 'text-accent-text' },
} as const;

type TimeAndTicksProps = { said: Said; receiptsHidden: boolean };

/** When it was said, and how far one's own words have come. */
function TimeAndTicks({ said: { message, progress, newestOwn }, receiptsHidden }: TimeAndTicksProps) {
  const { i18n } = useTranslation('chat');
  if (progress === 'failed' || progress === 'limited') return null;
  return (
    <p className="mt-1 flex items-center gap-1 px-1 text-xs text-muted tabular-nums">
      <time dateTime={new Date(message.at).toISOString()}>{timeWords(message.at, i18n.language)}</time>
      {progress && <Ticks progress={progress} />}
      {receiptsHidden && newestOwn && progress === 'delivered' && <AskForReceipts />}
    </p>
  );
}

function Ticks({ progress }: { progress: Exclude<Progress, 'failed' | 'limited'> }) {
  const { t } = useTranslation('chat');
  const online = useOnline();
  if (progress === 'waiting') {
    return (
      <span className="flex items-center gap-1">
        {` · ${online ? t('ticks.sending') : t('ticks.waiting')}`}
        <Clock aria-hidden="true" className="size-3.5" />
      </span>
    );
  }
  const { Icon, words, look } = ticks[progress];
  return (
    <span className="flex items-center gap-1">
      {` · ${t(words)}`}
      <Icon aria-hidden="true" className={classNames('size-4', look)} />
    </span>
  );
}

/** Where read marks have to be paid for. */
function AskForReceipts() {
  const { t } = useTranslation('chat');
  const openPaywall = useOpenPaywall();
  return (
    <button
      type="button"
      onClick={() => openPaywall('read_receipts')}
      className="relative touch-target ml-1 font-semibold text-primary-text underline underline-offset-4"
    >
      {t('ticks.ask')}
    </button>
  );
}

/** What can be done about a message that was not sent. */
function FailedActions({ posted }: { posted: Posted }) {
  const { t } = useTranslation('chat');
  return (
    <div
      role="alert"
      className="mt-1 flex flex-wrap items-center justify-end gap-x-1 text-sm text-danger-text"
    >
      <CircleAlert aria-hidden="true" className="size-4" />
      {t('failed.text')}
      <Button size="sm" variant="ghost" className="px-2!" onClick={() => retry(posted)}>
        {t('failed.retry')}
      </Button>
      <Button size="sm" variant="ghost" className="px-2!" onClick={() => discard(posted)}>
        {t('failed.delete')}
      </Button>
    </div>
  );
}

/** Up to here "in a few seconds" is true. */
const SOON_MS = 45_000;

/** Too many messages in a short time: why it waits, and when it goes out by itself. */
function LimitedNote({ sendsAt }: { sendsAt: number }) {
  const { t, i18n } = useTranslation('chat');
  const isSoon = sendsAt - useNow() < SOON_MS;
  return (
    <p role="status" className="mt-1 flex max-w-[88%] items-center justify-end gap-1.5 text-sm text-muted">
      <Hourglass aria-hidden="true" className="size-4 shrink-0" />
      {isSoon ? t('limited.soon') : t('limited.at', { time: timeWords(sendsAt, i18n.language) })}
    </p>
  );
}

/** A telephone number in what was written is covered for whoever reads it. */
function PhoneWarning() {
  const { t } = useTranslation('chat');
  const flow = useFlow();
  const member = useMember();
  const choose = () => {
    const plan = flow && firstPlan(flow, member);
    if (plan) choosePlan(plan);
  };
  return (
    <p className="mt-1.5 flex max-w-[88%] items-start gap-2 rounded-field bg-warning-soft px-3 py-2 text-sm text-on-warning-soft sm:max-w-[78%]">
      <PhoneOff aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
      <span>
        {t('phone.text')}{' '}
        <Link to={paths.purchase} onClick={choose} className="font-semibold underline underline-offset-4">
          {t('phone.link')}
        </Link>
      </span>
    </p>
  );
}

const HOLD_MS = 450;
const STILL_PX = 10;

/** Handles a finger that stays where it is. There is a button for the same. */
function useLongPress(onHold: (element: HTMLElement) => void) {
  const held = useRef<{ timer: ReturnType<typeof setTimeout>; x: number; y: number } | null>(null);
  const opened = useRef(false);
  const letGo = () => {
    clearTimeout(held.current?.timer);
    held.current = null;
  };
  useEffect(
    () => () => {
      clearTimeout(held.current?.timer);
    },
    [],
  );
  return {
    onPointerDown({ pointerType, clientX: x, clientY: y, currentTarget }: PointerEvent<HTMLElement>) {
      if (pointerType !== 'touch') return;
      letGo();
      opened.current = false;
      const open = () => {
        opened.current = true;
        onHold(currentTarget);
      };
      held.current = { x, y, timer: setTimeout(open, HOLD_MS) };
    },
    onPointerMove({ clientX, clientY }: PointerEvent<HTMLElement>) {
      const { current } = held;
      if (current && Math.hypot(clientX - current.x, clientY - current.y) > STILL_PX) letGo();
    },
    onPointerUp: letGo,
    onPointerCancel: letGo,
    onTouchEnd(event: SyntheticEvent) {
      // Of a finger that lifts the browser makes a click, which would close what the hold has opened.
      if (opened.current) event.preventDefault();
    },
    onContextMenu(event: SyntheticEvent) {
      // The browser's own menu would lie over ours.
      if (held.current || opened.current) event.preventDefault();
    },
  };
}
