import { useTranslation } from 'react-i18next';
import type { Conversation } from '../../../../../contract/chat/conversations.ts';
import { CompanionAvatar } from '../data/companion-avatar.tsx';

const starters = ['starters.evening', 'starters.profile', 'starters.weekend', 'starters.smile'] as const;

type IcebreakerProps = { conversation: Conversation; onStarter: (words: string) => void };

/** Nobody has written yet: a warm word, and a few to begin with. They go into the input, where they can be changed. */
export function Icebreaker({ conversation, onStarter }: IcebreakerProps) {
  const { t } = useTranslation('chat');
  const { screenName: name, photo, kind } = conversation;
  return (
    <div className="mx-auto flex max-w-md flex-col items-center py-6 text-center">
      <CompanionAvatar name={name} photo={photo} kind={kind} size="lg" />
      <h2 className="mt-4 text-2xl">{t('icebreaker.title', { name })}</h2>
      <p className="mt-2 text-muted">{t('icebreaker.text')}</p>
      <ul className="mt-5 flex flex-wrap justify-center gap-2">
        {starters.map((key) => {
          const words = t(key, { name });
          return (
            <li key={key}>
              <button
                type="button"
                onClick={() => onStarter(words)}
                className="min-h-11 rounded-bubble edge bg-surface px-4 py-2 text-[0.9375rem] text-ink transition-colors hover:bg-soft"
              >
                {words}
              </button>
            </li>
          );
        })}
      </ul>
    </div>
  );
}
