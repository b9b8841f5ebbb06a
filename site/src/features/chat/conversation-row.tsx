import { Check, CheckCheck, Heart, Image } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { ConversationRow as Row } from '#contract/chat/conversations.ts';
import { seeNotifications } from '#site/features/notifications/notifications-data.ts';
import { KindTag, nameAndAge } from '#site/features/people/person-summary.tsx';
import { paths } from '#site/shell/paths.ts';
import { useMember } from '#site/shell/session.ts';
import { CountBadge } from '#ui/badge.tsx';
import { classNames } from '#ui/class-names.ts';
import { useDraft } from './data/draft.ts';
import { rowTime, cutPreview, plainText } from './data/row-words.ts';
import { useTyping } from './data/typing.ts';
import { KindClose } from './kind-close.tsx';
import { ParticipantAvatar, BlurredWords, TypingDots } from './participant-parts.tsx';
import { RowActions } from './row-actions.tsx';
import { ROW } from './use-row-keys.ts';

type ConversationRowProps = {
  row: Row;
  now: number;
  isOpen: boolean;
  /** The one that Tab leads to. */
  isReachable: boolean;
};

/** One conversation: who it is with, the last words, when they came and how many are unread. */
export function ConversationRow({ row, now, isOpen, isReachable }: ConversationRowProps) {
  const { t, i18n } = useTranslation(['chats', 'shell']);
  const { trackerId } = useMember();
  const { profileId, screenName, photo, kind, type, at, unread } = row;
  const isLike = type === 'like';
  // Of the house and of a like there is nothing to keep or to throw away.
  const hasActions = kind !== null && !isLike;
  const see = () => {
    if (isLike) void seeNotifications(trackerId, { profileId, type }).catch(() => undefined);
  };
  const tabIndex = isReachable ? 0 : -1;
  const offersClose = row.owed && !isOpen;
  return (
    <li className="group relative flex snap-x snap-mandatory overflow-x-auto overscroll-x-contain [contain-intrinsic-size:auto_5rem] [content-visibility:auto] [scrollbar-width:none]">
      <Link
        {...{ [ROW]: profileId }}
        to={isLike ? paths.person(profileId) : paths.chat(profileId)}
        onClick={see}
        tabIndex={tabIndex}
        aria-current={isOpen ? 'page' : undefined}
        className={classNames(
          'flex w-full shrink-0 snap-start items-start gap-3 rounded-field px-3 py-3 transition-colors focus-visible:-outline-offset-3',
          offersClose && 'pb-12',
          isOpen ? 'bg-primary-soft/60' : 'hover:bg-soft',
        )}
      >
        <ParticipantAvatar name={screenName} photo={photo} kind={kind} className="mt-0.5" />
        <span className="min-w-0 flex-1">
          <span className="flex items-baseline justify-between gap-3 max-xs:flex-wrap">
            <span className={classNames('max-w-full truncate', unread > 0 ? 'font-bold' : 'font-semibold')}>
              {nameAndAge(row)}
            </span>
            <time
              dateTime={new Date(at).toISOString()}
              className={classNames(
                'shrink-0 text-xs tabular-nums',
                unread > 0 ? 'font-semibold text-accent-text' : 'text-muted',
              )}
            >
              {rowTime(at, now, i18n.language)}
            </time>
          </span>
          <span className="flex min-h-6 items-center justify-between gap-2">
            <RowPreview row={row} isOpen={isOpen} />
            <CountBadge
              count={unread}
              label={t('shell:nav.unreadMessages', { count: unread })}
              className={classNames(hasActions && 'pointer-fine:group-hover:invisible')}
            />
          </span>
          {kind && <KindTag kind={kind} className="mt-1 py-1!" />}
        </span>
      </Link>
      {offersClose && <KindClose row={row} tabIndex={tabIndex} />}
      {hasActions && <RowActions row={row} tabIndex={tabIndex} />}
    </li>
  );
}

/** The last words of a conversation in one line, as far as the member may read them. */
function RowPreview({ row, isOpen }: { row: Row; isOpen: boolean }) {
  const { t } = useTranslation(['chats', 'people']);
  const { screenName, type, blurred, hasPhoto, unread } = row;
  const writes = useTyping(row.profileId);
  const draft = useDraft(row.profileId);
  if (writes) return <TypingDots label={t('typing', { name: screenName })} />;
  // In the open conversation the draft is seen anyway; something new to read comes first.
  if (draft && !isOpen && unread === 0) {
    return (
      <span className="min-w-0 truncate text-sm text-muted">
        <span className="font-semibold text-accent-text">{t('draft')}</span> {cutPreview(draft)}
      </span>
    );
  }
  if (blurred !== null) return <BlurredWords text={cutPreview(blurred)} className="text-sm text-muted" />;
  const text = cutPreview(plainText(row));
  const said = text || (hasPhoto ? t('photo') : '');
  return (
    <span
      className={classNames(
        'flex min-w-0 items-center gap-1.5 text-sm [&>svg]:size-4 [&>svg]:shrink-0',
        unread > 0 ? 'font-semibold text-ink' : 'text-muted',
      )}
    >
      {type === 'own' && <RowTicks row={row} />}
      {type === 'like' && <Heart aria-hidden="true" className="fill-like text-like" />}
      {hasPhoto && <Image aria-hidden="true" />}
      <span className="truncate">{wordsOf()}</span>
    </span>
  );

  function wordsOf(): string {
    if (type === 'like') return t('people:news.like');
    return type === 'own' ? t('own', { text: said }) : said;
  }
}

/** How far the member's own last message has come. */
function RowTicks({ row: { read, delivered } }: { row: Row }) {
  const { t } = useTranslation('chats');
  const stage = read ? 'read' : delivered ? 'delivered' : 'sent';
  const Mark = stage === 'sent' ? Check : CheckCheck;
  return (
    <Mark
      role="img"
      aria-label={t(`ticks.${stage}`)}
      className={classNames(stage === 'read' && 'text-primary-text')}
    />
  );
}
