import { useTranslation } from 'react-i18next';
import { KindTag, nameAndAge } from '#site/features/people/person-summary.tsx';
import { paths } from '#site/shell/paths.ts';
import { useMember } from '#site/shell/session.ts';
import { Avatar } from '#ui/avatar.tsx';
import { ButtonLink } from '#ui/button.tsx';
import { offerCard } from './news-cards.tsx';
import type { NewsOfOthers } from './news.ts';
import { seeNotifications } from './notifications-data.ts';

/** Tells of a like or a visit. Likes that answer each other are a popup of their own. */
export function offerNews(news: NewsOfOthers): void {
  const { type, profileId, screenName, photo, kind, matched, at } = news;
  const isMatch = type === 'like' && matched;
  offerCard({
    about: { type, profileId, upTo: at },
    content: (close) => <NewsCard news={news} onLeave={close} />,
    ...(isMatch && { popup: { name: 'match', person: { id: profileId, screenName, photo, kind } } }),
  });
}

/** Says that a person likes the member or was on their page, and leads there. Following it marks it as seen. */
function NewsCard({ news, onLeave }: { news: NewsOfOthers; onLeave: () => void }) {
  const { t } = useTranslation('people');
  const { trackerId } = useMember();
  const { profileId, screenName, photo, kind, text, type } = news;
  const leave = () => {
    onLeave();
    void seeNotifications(trackerId, { profileId, type }).catch(() => undefined);
  };
  return (
    <div className="flex gap-3">
      <Avatar name={screenName} photo={photo ? { src: photo } : null} />
      <div className="min-w-0 flex-1">
        <p className="font-semibold wrap-anywhere">{nameAndAge(news)}</p>
        <p className="text-muted">{t(`news.${type}`)}</p>
        {text && <q className="mt-1 line-clamp-2 wrap-anywhere">{text}</q>}
        <KindTag kind={kind} className="mt-1.5" />
        <div className="mt-2.5 flex flex-wrap gap-2">
          <ButtonLink size="sm" variant="secondary" to={paths.person(profileId)} onClick={leave}>
            {t('news.profile')}
          </ButtonLink>
          <ButtonLink size="sm" to={paths.chat(profileId)} onClick={leave}>
            {t('news.write')}
          </ButtonLink>
        </div>
      </div>
    </div>
  );
}
