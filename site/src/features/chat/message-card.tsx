import { useTranslation } from 'react-i18next';
import { BlurredWords } from './data/blurred-words.tsx';
import type { NewsOfMessages } from './data/chat-events.ts';
import { CompanionAvatar } from './data/companion-avatar.tsx';
import { plainText } from './data/row-words.ts';
import { KindTag } from '../people/kind-tag.tsx';
import { nameAndAge } from '../people/name-and-age.ts';
import { ButtonLink } from '../../../../packages/ui/button.tsx';
import { paths } from '../../shell/paths.ts';

/** Says that somebody has written, and leads to the answer or to their page. */
export function MessageCard({ news, onLeave }: { news: NewsOfMessages; onLeave: () => void }) {
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
