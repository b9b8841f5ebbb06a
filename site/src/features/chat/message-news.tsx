import { useEffect, useEffectEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { PREMIUM_LEVELS } from '#contract/kernel/constants.ts';
import { isPaymentPage } from '#site/features/billing/purchase-origin.ts';
import { offerNews } from '#site/features/notifications/news-card.tsx';
import { closeCards, isUndisturbed, offerCard } from '#site/features/notifications/news-cards.tsx';
import { newsOf, mergePending } from '#site/features/notifications/news.ts';
import { KindTag, nameAndAge } from '#site/features/people/person-summary.tsx';
import { useCurrentRoute } from '#site/shell/current-route.ts';
import { useUnreadInTitle } from '#site/shell/document-title.ts';
import { paths } from '#site/shell/paths.ts';
import { announcePlan } from '#site/shell/paywalls.ts';
import { useMember } from '#site/shell/session.ts';
import { ButtonLink } from '#ui/button.tsx';
import { subscribeToChats } from './data/chat-events.ts';
import type { NewsOfMessages } from './data/chat-events.ts';
import { startOutbox } from './data/outbox.ts';
import { plainText } from './data/row-words.ts';
import { BlurredWords, ParticipantAvatar } from './participant-parts.tsx';

/** Keeps conversations, badges and balances right on every page, and tells of messages that come while it is open. */
export function useMessageNews(): void {
  const { trackerId } = useMember();
  const { path } = useCurrentRoute();
  const navigate = useNavigate();
  const undisturbed = isUndisturbed(path);
  const levelChanged = useEffectEvent((level: number, before: number) => {
    const isNew = before === PREMIUM_LEVELS.free && level > before;
    // A member who pays on this very page sees it there, and in a conversation the words themselves appear.
    if (isNew && !undisturbed && !isPaymentPage(path)) void announcePlan(navigate);
  });
  const unread = useMember(({ unreadMessages }) => unreadMessages);
  useUnreadInTitle(unread);
  useEffect(() => startOutbox(trackerId), [trackerId]);
  useEffect(() => {
    return subscribeToChats(trackerId, {
      show: (news) =>
        offerCard({
          about: { type: 'message', profileId: news.profileId, upTo: news.number },
          content: (close) => <MessageCard news={news} onLeave={close} />,
        }),
      showPending: (pending) => {
        const news = newsOf(pending);
        if (!news) return;
        mergePending(trackerId, news);
        offerNews(news);
      },
      readElsewhere: (profileId, readTo) => closeCards({ profileId, type: 'message', upTo: readTo }),
      levelChanged: (level, before) => levelChanged(level, before),
    });
  }, [trackerId]);
}

/** Announces a new message, and leads to the answer or to the writer's page. */
function MessageCard({ news, onLeave }: { news: NewsOfMessages; onLeave: () => void }) {
  const { t } = useTranslation(['chats', 'people']);
  const { profileId, screenName, portrait, kind, blurred, photo } = news;
  const text = plainText(news);
  return (
    <div className="flex gap-3">
      <ParticipantAvatar name={screenName} photo={portrait} kind={kind} />
      <div className="min-w-0 flex-1">
        <p className="font-semibold wrap-anywhere">{nameAndAge(news)}</p>
        <p className="text-muted">{t('card.wrote')}</p>
        {blurred !== null && <BlurredWords text={blurred} className="mt-1" />}
        {text && <q className="mt-1 line-clamp-2 wrap-anywhere">{text}</q>}
        {photo && !text && blurred === null && <p className="mt-1">{t('photo')}</p>}
        {kind && <KindTag kind={kind} className="mt-1.5" />}
        <div className="mt-2.5 flex flex-wrap gap-2">
          {kind && (
            <ButtonLink size="sm" variant="secondary" to={paths.person(profileId)} onClick={onLeave}>
              {t('people:news.profile')}
            </ButtonLink>
          )}
          <ButtonLink size="sm" to={paths.chat(profileId)} onClick={onLeave}>
            {kind ? t('card.reply') : t('card.read')}
          </ButtonLink>
        </div>
      </div>
    </div>
  );
}
