import { useTranslation } from 'react-i18next';
import { type Message, type MessageReaction, messageReactions } from '#contract/chat/messages.ts';
import type { MenuChoices } from '#ui/menu.tsx';

const signs = {
  heart: '❤️',
  laugh: '😄',
  wow: '😮',
  fond: '🥰',
  agree: '👍',
  thanks: '🙏',
} as const satisfies Record<MessageReaction, string>;

const isReaction = (value: string): value is MessageReaction => Object.hasOwn(signs, value);

/** The signs that a message can carry, for its menu. */
export function useReactionChoices(
  message: Message | undefined,
  onChoose: (reaction: MessageReaction) => void,
): MenuChoices {
  const { t } = useTranslation('chat');
  return {
    label: t('reaction.choose'),
    value: message?.ownReaction ?? null,
    options: messageReactions.map((value) => ({
      value,
      sign: signs[value],
      label: t(`reaction.${value}`),
    })),
    onChange: (value) => {
      if (isReaction(value)) onChoose(value);
    },
  };
}

/** What the two have put on a message, at its lower edge. */
export function ReactionBadge({ message, name }: { message: Message; name: string }) {
  const { t } = useTranslation('chat');
  const { ownReaction, theirReaction } = message;
  const given = [
    ...(theirReaction ? [{ of: theirReaction, by: name }] : []),
    ...(ownReaction ? [{ of: ownReaction, by: t('quote.you') }] : []),
  ];
  if (given.length === 0) return null;
  return (
    <span
      role="img"
      aria-label={given.map(({ of, by }) => `${by}: ${t(`reaction.${of}`)}`).join(', ')}
      className="relative z-1 -mt-2 mx-3 animate-appear rounded-full edge bg-raised px-2 py-0.5 text-[0.9375rem] leading-tight shadow-card"
    >
      {given.map(({ of }) => signs[of]).join(' ')}
    </span>
  );
}
