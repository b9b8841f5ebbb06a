import { Check, CheckCheck, Heart, Image } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { ConversationRow } from '../../../../contract/chat/conversations.ts';
import { BlurredWords } from './data/blurred-words.tsx';
import { cutPreview, plainText } from './data/row-words.ts';
import { useDraft } from './data/draft.ts';
import { useTyping } from './data/typing.ts';
import { classNames } from '../../../../packages/ui/class-names.ts';
import { TypingDots } from './typing-dots.tsx';

/** The last words of a conversation in one line, as far as the member may read them. */
export function RowPreview({ row, isOpen }: { row: ConversationRow; isOpen: boolean }) {
  const { t } = useTranslation(['chats', 'people']);
  const { screenName, type, blurred, hasPhoto, unread } = row;
  const writes = useTyping(row.profileId);
  const draft = useDraft(row.profileId);
  if (writes) return <TypingDots label={t('typing', { name: screenName })} />;
  // Whoever is being written to sees it in the conversation; something new to read comes first.
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
      {type === 'own' && <Ticks row={row} />}
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
function Ticks({ row: { read, delivered } }: { row: ConversationRow }) {
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
