import { useMutation } from '@tanstack/react-query';
import { Reply, SmilePlus, Undo2, X } from 'lucide-react';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNow } from '#client/clock.ts';
import { call, explain } from '#console/shell/api.ts';
import { type MessageReaction, messageReactions } from '#contract/chat/messages.ts';
import { UNSEND_WITHIN_MS } from '#contract/kernel/constants.ts';
import { reactAsProfile, unsendAsProfile } from '#contract/staff/chat-messages.ts';
import { IconButton } from '#ui/icon-button.tsx';
import { FloatingMenu } from '#ui/menu.tsx';
import { useToast } from '#ui/toast.tsx';
import { type Place, type StaffMessage, useRefresh } from './conversation-data.ts';

const signs = {
  heart: '❤️',
  laugh: '😄',
  wow: '😮',
  fond: '🥰',
  agree: '👍',
  thanks: '🙏',
} as const satisfies Record<MessageReaction, string>;

/** Where a message stands in the page, for links from those that answer it. */
export const rowId = (number: number) => `message-${number}`;

type QuotedLineProps = { quoted: NonNullable<StaffMessage['quoted']>; member: string };

/** What a message answers. It leads there, where that is on the page. */
export function QuotedLine({ quoted: { number, from, text, hasPhoto, gone }, member }: QuotedLineProps) {
  const { t } = useTranslation('conversations');
  return (
    <button
      type="button"
      onClick={() => document.getElementById(rowId(number))?.scrollIntoView({ block: 'center' })}
      className="-mx-3 -mt-1.5 mb-1 block border-l-3 border-accent bg-[color-mix(in_oklab,currentColor_9%,transparent)] px-3 py-1 text-left text-xs"
    >
      <span className="block font-semibold">{from === 'profile' ? t('message.ours') : member}</span>
      <span className="line-clamp-2 wrap-anywhere">
        {gone ? t('message.gone') : text || (hasPhoto && t('photo.alt'))}
      </span>
    </button>
  );
}

/** The signs that both have put on a message. */
export function MessageSigns({ message, member }: { message: StaffMessage; member: string }) {
  const { t } = useTranslation('conversations');
  const { reactions, from } = message;
  const given = [
    ...(reactions.member ? [{ of: reactions.member, by: member }] : []),
    ...(reactions.profile ? [{ of: reactions.profile, by: t('message.ours') }] : []),
  ];
  if (given.length === 0) return null;
  return (
    <span
      role="img"
      aria-label={given.map(({ of, by }) => `${by}: ${t(`sign.${of}`)}`).join(', ')}
      className={`z-1 -mt-1.5 mx-2 rounded-full edge bg-raised px-1.5 py-0.5 text-sm leading-tight ${from === 'profile' ? 'self-end' : 'self-start'}`}
    >
      {given.map(({ of }) => signs[of]).join(' ')}
    </span>
  );
}

type MessageActionsProps = { place: Place; message: StaffMessage; held: boolean; onReply: () => void };

/** What a host does with a message: answers it, puts the profile's sign on it, or unsends their own. */
export function MessageActions({ place, message, held, onReply }: MessageActionsProps) {
  const { t, i18n } = useTranslation(['conversations', 'shell']);
  const toast = useToast();
  const refresh = useRefresh(place);
  const button = useRef<HTMLButtonElement>(null);
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const now = useNow();
  const { id: messageId, from, number, read, at, reactions } = message;
  const onError = (error: unknown) => void toast({ kind: 'danger', text: explain(error, i18n) });
  const react = useMutation({
    mutationFn: (reaction: MessageReaction | null) => call(reactAsProfile, { ...place, messageId, reaction }),
    onError,
    onSettled: refresh,
  });
  const unsend = useMutation({
    mutationFn: () => call(unsendAsProfile, { ...place, messageId }),
    onSuccess: () => void toast({ text: t('message.unsent') }),
    onError,
    onSettled: refresh,
  });
  const canUnsend = from === 'profile' && !read && now - at < UNSEND_WITHIN_MS;
  if (!held && !canUnsend) return null;
  const choose = (value: string) => {
    const chosen = messageReactions.find((one) => one === value);
    if (chosen) react.mutate(chosen === reactions.profile ? null : chosen);
  };
  return (
    <span
      className={`flex opacity-0 transition-opacity group-hover:opacity-100 focus-within:opacity-100 pointer-coarse:opacity-100 ${from === 'profile' ? 'self-end' : 'self-start'}`}
    >
      {held && (
        <>
          <IconButton
            label={t('message.reply', { number })}
            icon={<Reply aria-hidden className="size-4" />}
            onClick={onReply}
            className="size-8!"
          />
          <IconButton
            ref={button}
            label={t('message.react', { number })}
            aria-haspopup="menu"
            icon={<SmilePlus aria-hidden className="size-4" />}
            onClick={() => setAnchor(button.current)}
            className="size-8!"
          />
          <FloatingMenu
            anchor={anchor}
            onClose={() => setAnchor(null)}
            actions={[]}
            choices={{
              label: t('message.react', { number }),
              value: reactions.profile,
              options: messageReactions.map((value) => ({
                value,
                sign: signs[value],
                label: t(`sign.${value}`),
              })),
              onChange: choose,
            }}
          />
        </>
      )}
      {canUnsend && (
        <IconButton
          label={t('message.unsend', { number })}
          icon={<Undo2 aria-hidden className="size-4" />}
          disabled={unsend.isPending}
          onClick={() => unsend.mutate()}
          className="size-8!"
        />
      )}
    </span>
  );
}

type AnsweredLineProps = { message: StaffMessage; member: string; onRemove: () => void };

/** What is about to be answered, above the words that are being written. */
export function AnsweredLine({ message: { from, text }, member, onRemove }: AnsweredLineProps) {
  const { t } = useTranslation('conversations');
  return (
    <p
      role="group"
      aria-label={t('message.answering')}
      className="flex items-center gap-2 rounded-field border-l-3 border-accent bg-soft py-1 pl-3 text-[0.8125rem]"
    >
      <span className="min-w-0 flex-1 truncate">
        <b>{from === 'profile' ? t('message.ours') : member}</b> {text || t('photo.alt')}
      </span>
      <IconButton
        label={t('message.cancel')}
        icon={<X aria-hidden className="size-4" />}
        onClick={onRemove}
        className="size-8!"
      />
    </p>
  );
}
