import { ArrowLeft } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { Conversation } from '#contract/chat/conversations.ts';
import type { Activity, AnsweringTime } from '#contract/profile/people.ts';
import { KindTag, nameAndAge } from '#site/features/people/person-summary.tsx';
import { PhotoVerifiedMark } from '#site/features/people/photo-verified.tsx';
import { PageHeading } from '#site/shell/page-heading.tsx';
import { paths } from '#site/shell/paths.ts';
import { IconLink } from '#ui/icon-button.tsx';
import type { Thread } from '../data/thread.ts';
import { ParticipantAvatar, TypingDots } from '../participant-parts.tsx';
import { HeaderMenu, hasPage } from './header-menu.tsx';

type HeaderProps = { profileId: string; thread: Thread; typing: boolean; onSearch: () => void };

/** Who the conversation is with, who answers for them, and what they are doing. */
export function Header({ profileId, thread, typing, onSearch }: HeaderProps) {
  const { conversation } = thread;
  const { screenName, photo, kind } = conversation;
  const leadsToProfile = kind !== null && hasPage(conversation);
  const name = (
    <PageHeading always className="truncate text-xl! leading-tight! max-xs:whitespace-normal sm:text-xl!">
      {nameAndAge(conversation)}
      {conversation.photoVerified && <PhotoVerifiedMark />}
    </PageHeading>
  );
  return (
    <header className="relative z-10 flex items-center gap-1 border-b-(length:--stroke) max-xs:flex-wrap border-line bg-surface py-2 pt-[max(0.5rem,env(safe-area-inset-top))] pr-1.5 pl-1 sm:pt-2 lg:pr-3 lg:pl-5">
      <span className="lg:hidden">
        <BackLink />
      </span>
      <ParticipantAvatar name={screenName} photo={photo} kind={kind} className="mr-2 max-xs:mr-auto" />
      <div className="min-w-0 flex-1 max-xs:order-last max-xs:basis-full max-xs:px-2">
        {leadsToProfile ? (
          <Link to={paths.person(profileId)} className="block rounded-field hover:underline">
            {name}
          </Link>
        ) : (
          name
        )}
        <div className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
          {kind && <KindTag kind={kind} className="my-0.5 py-1! sm:hidden" />}
          <StatusLine conversation={conversation} typing={typing} />
        </div>
      </div>
      {kind && <KindTag kind={kind} className="max-sm:hidden" />}
      {kind && <HeaderMenu profileId={profileId} thread={thread} onSearch={onSearch} />}
    </header>
  );
}

/** Back to the list, where it does not stand beside the conversation. */
export function BackLink() {
  const { t } = useTranslation('chat');
  return (
    <IconLink to={paths.chats} label={t('back')} icon={<ArrowLeft aria-hidden="true" className="size-5" />} />
  );
}

const activityWords = {
  now: 'people:activity.now',
  today: 'people:activity.today',
  week: 'people:activity.week',
  earlier: 'people:activity.earlier',
} as const satisfies Record<Activity, string>;

const answeringWords = {
  morning: 'people:answersAt.morning',
  afternoon: 'people:answersAt.afternoon',
  evening: 'people:answersAt.evening',
  night: 'people:answersAt.night',
  later: 'people:answersAt.later',
} as const satisfies Record<AnsweringTime, string>;

type StatusLineProps = { conversation: Conversation; typing: boolean };

/** What the other one does: writes, waits for moderation, is there, or was there lately. */
function StatusLine({ conversation, typing }: StatusLineProps) {
  const { t } = useTranslation(['chat', 'people']);
  const { available, activity, answersAt, inReview, screenName: name } = conversation;
  if (typing) {
    return (
      <p className="flex items-center gap-2 text-sm text-accent-text">
        <span aria-hidden="true">{t('status.typing')}</span>
        <TypingDots label={t('status.typingName', { name })} className="[&>span]:size-1.5" />
      </p>
    );
  }
  if (inReview) return <p className="truncate text-sm text-muted">{t('status.inReview')}</p>;
  if (available) {
    return (
      <p className="flex items-center gap-1.5 text-sm text-muted">
        <span aria-hidden="true" className="size-2.5 rounded-full bg-online" />
        {t('status.available')}
      </p>
    );
  }
  if (answersAt) return <p className="text-sm text-muted">{t(answeringWords[answersAt])}</p>;
  return activity && <p className="truncate text-sm text-muted">{t(activityWords[activity])}</p>;
}
