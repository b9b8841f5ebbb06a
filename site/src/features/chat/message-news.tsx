import { useEffect, useEffectEvent, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { PREMIUM_LEVELS } from '../../../../contract/kernel/constants.ts';
import { ButtonLink } from '../../../../packages/ui/button.tsx';
import { useToast } from '../../../../packages/ui/toast.tsx';
import { useCurrentRoute } from '../../shell/current-route.ts';
import { useUnreadInTitle } from '../../shell/document-title.ts';
import { paths } from '../../shell/paths.ts';
import { tellOfPlan } from '../../shell/paywalls.ts';
import { useMember } from '../../shell/session.ts';
import { storage } from '../../shell/storage.ts';
import { isPaymentPage } from '../billing/purchase-origin.ts';
import { MOST_CARDS, showNewsCard } from '../notifications/news-card.tsx';
import { isUndisturbed } from '../notifications/news.ts';
import { KindTag, nameAndAge } from '../people/person-summary.tsx';
import { BlurredWords, CompanionAvatar } from './companion-parts.tsx';
import { subscribeToChats } from './data/chat-events.ts';
import type { NewsOfMessages } from './data/chat-events.ts';
import { startOutbox } from './data/outbox.ts';
import { plainText } from './data/row-words.ts';

/** Keeps conversations, badges and balances right on every page, and tells of messages that come while it is open. */
export function useMessageNews(): void {
  const { trackerId } = useMember();
  const { path } = useCurrentRoute();
  const navigate = useNavigate();
  const undisturbed = isUndisturbed(path);
  const showCard = useCards(undisturbed);
  const show = useEffectEvent(showCard);
  const levelChanged = useEffectEvent((level: number, before: number) => {
    const isNew = before === PREMIUM_LEVELS.free && level > before;
    // Whoever pays on this very page is told there, and in a conversation the words themselves appear.
    if (isNew && !undisturbed && !isPaymentPage(path)) void tellOfPlan(navigate);
  });
  const unread = useMember(({ unreadMessages }) => unreadMessages);
  useUnreadInTitle(unread);
  useEffect(() => startOutbox(trackerId), [trackerId]);
  useEffect(() => {
    const pending = storage.get('pendingNotifications') !== undefined;
    storage.remove('pendingNotifications');
    return subscribeToChats(trackerId, {
      show: (news) => show(news),
      levelChanged: (level, before) => levelChanged(level, before),
      pending,
    });
  }, [trackerId]);
}

/** Shows cards where nobody is disturbed by them. What comes while nobody looks waits until somebody does. */
function useCards(undisturbed: boolean): (news: NewsOfMessages) => void {
  const toast = useToast();
  const { messageNews, likeNews } = useMember();
  const closeShown = useRef<readonly (() => void)[]>([]);
  const held = useRef<readonly NewsOfMessages[]>([]);
  const show = (news: NewsOfMessages) => {
    if (undisturbed || !(news.type === 'like' ? likeNews : messageNews)) return;
    if (document.hidden) {
      held.current = [...held.current.slice(1 - MOST_CARDS), news];
      // Who stays away for long comes back to a new page, which then asks for it.
      storage.set(
        'pendingNotifications',
        held.current.map(({ profileId }) => profileId),
      );
      return;
    }
    closeShown.current = [
      ...closeShown.current.slice(1 - MOST_CARDS),
      showNewsCard(toast, news.profileId, (close) => <MessageCard news={news} onLeave={close} />),
    ];
  };
  const showHeld = useEffectEvent(() => {
    if (document.hidden) return;
    const waiting = held.current;
    held.current = [];
    storage.remove('pendingNotifications');
    // It may have been read in another tab meanwhile.
    if (!storage.get('unreadMessages')) return;
    for (const news of waiting) show(news);
  });
  useEffect(() => {
    const shown = () => showHeld();
    document.addEventListener('visibilitychange', shown);
    return () => document.removeEventListener('visibilitychange', shown);
  }, []);
  useEffect(() => {
    if (!undisturbed) return;
    for (const close of closeShown.current) close();
    closeShown.current = [];
  }, [undisturbed]);
  return show;
}

/** Says that somebody has written, and leads to the answer or to their page. */
function MessageCard({ news, onLeave }: { news: NewsOfMessages; onLeave: () => void }) {
  const { t } = useTranslation(['chats', 'people']);
  const { profileId, screenName, portrait, kind, type, blurred, photo } = news;
  const text = plainText(news);
  return (
    <div className="flex gap-3">
      <CompanionAvatar name={screenName} photo={portrait} kind={kind} />
      <div className="min-w-0 flex-1">
        <p className="font-semibold wrap-anywhere">{nameAndAge(news)}</p>
        <p className="text-muted">{type === 'like' ? t('people:news.like') : t('card.wrote')}</p>
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
