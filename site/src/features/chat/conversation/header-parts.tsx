import { ArrowLeft } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { Conversation } from '../../../../../contract/chat/conversations.ts';
import type { Activity } from '../../../../../contract/profile/people.ts';
import { IconLink } from '../../../../../packages/ui/icon-button.tsx';
import { TypingDots } from '../typing-dots.tsx';
import { paths } from '../../../shell/paths.ts';

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

/** Whether there is a profile to look at: not of somebody who is gone, was blocked, or waits for moderation. */
export function hasPage({ closed, inReview }: Conversation): boolean {
  return closed !== 'gone' && closed !== 'blocked' && !inReview;
}

type StatusLineProps = { conversation: Conversation; typing: boolean };

/** What the other one does: writes, is there, or was there lately. */
export function StatusLine({ conversation, typing }: StatusLineProps) {
  const { t } = useTranslation(['chat', 'people']);
  const { available, activity, inReview, screenName: name } = conversation;
  if (typing) {
    return (
      <p className="flex items-center gap-2 text-sm text-accent-text">
        <span aria-hidden="true">{t('status.typing')}</span>
        <TypingDots label={t('status.typingName', { name })} className="[&>span]:size-1.5" />
      </p>
    );
  }
  if (available) {
    return (
      <p className="flex items-center gap-1.5 text-sm text-muted">
        <span aria-hidden="true" className="size-2.5 rounded-full bg-online" />
        {t('status.available')}
      </p>
    );
  }
  if (inReview) return <p className="truncate text-sm text-muted">{t('status.inReview')}</p>;
  return activity && <p className="truncate text-sm text-muted">{t(activityWords[activity])}</p>;
}
