import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Message } from '../../../../../contract/chat/messages.ts';

const MOST_SPOKEN = 3;

/** Says what comes in while the conversation is open, to those who do not see it. */
export function Incoming({ messages, name }: { messages: readonly Message[]; name: string }) {
  const { t } = useTranslation('chat');
  const [openedWith] = useState(() => new Set(messages.map(({ id }) => id)));
  const [oldest] = useState(() => messages.at(-1)?.number ?? 0);
  const came = messages.filter(
    ({ id, type, number }) => type === 'theirs' && number > oldest && !openedWith.has(id),
  );
  return (
    <div role="log" aria-label={t('incoming')} className="sr-only">
      {came.slice(-MOST_SPOKEN).map(({ id, text, blurred, photo }) => (
        <p key={id}>
          {blurred === null ? t('said', { name, text }) : t('locked.spoken', { name })}
          {photo && ` ${t('photo.spoken')}`}
        </p>
      ))}
    </div>
  );
}
