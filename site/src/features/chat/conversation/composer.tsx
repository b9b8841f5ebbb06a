import { ImagePlus, SendHorizontal } from 'lucide-react';
import { useRef, useState } from 'react';
import type { FormEvent, KeyboardEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { Conversation } from '#contract/chat/conversations.ts';
import { MESSAGE_MAX_LETTERS, PHOTO_TYPES } from '#contract/kernel/constants.ts';
import { CreditMeter } from '#site/features/billing/credits.tsx';
import { useShell } from '#site/shell/boot.ts';
import { lazyPart } from '#site/shell/lazy-part.tsx';
import { paths } from '#site/shell/paths.ts';
import { useMember } from '#site/shell/session.ts';
import { IconButton } from '#ui/icon-button.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import { GrowingTextArea } from '#ui/text-area.tsx';
import { AttachmentCard } from './attachment.tsx';
import { AnsweredCard } from './quoted.tsx';
import type { ComposerState } from './use-composer.ts';
import { useMutedUntil } from './use-conversation.ts';

const EmojiPicker = lazyPart(async () => (await import('./emoji-picker.tsx')).EmojiPicker);
const MutedNotice = lazyPart(async () => (await import('./muted-notice.tsx')).MutedNotice);

/** From here on the letters that are left are counted. */
const COUNTED_FROM = MESSAGE_MAX_LETTERS - 200;

const closedWords = {
  system: 'closed.system',
  flow: 'closed.flow',
  blocked: 'closed.blocked',
  gone: 'closed.gone',
  paused: 'closed.paused',
  known: 'closed.known',
  verified: 'closed.verified',
} as const;

type ComposerProps = { conversation: Conversation; composer: ComposerState };

/** Where one writes, with what it costs; or why one can't. */
export function Composer({ conversation, composer }: ComposerProps) {
  const { t } = useTranslation('chat');
  const { brand } = useShell();
  const { closed } = conversation;
  const mutedUntil = useMutedUntil();
  const paused = useMember(({ pause }) => pause !== null);
  return (
    <div className="border-t-(length:--stroke) border-line bg-surface pb-[env(safe-area-inset-bottom)]">
      <div className="mx-auto max-w-3xl px-3 py-2.5 sm:px-5">
        {closed ? (
          <p className="py-2 text-center text-[0.9375rem] text-balance text-muted">
            {t(closedWords[closed], { name: conversation.screenName, brand: brand.title })}{' '}
            {closed === 'blocked' && <WayOut to={paths.safety('blocked')}>{t('closed.toBlocked')}</WayOut>}
            {closed === 'verified' && <WayOut to={paths.verification}>{t('closed.verify')}</WayOut>}
          </p>
        ) : paused ? (
          <p className="py-2 text-center text-[0.9375rem] text-balance text-muted">
            {t('closed.ownPause')} <WayOut to={paths.safety('pause')}>{t('closed.endPause')}</WayOut>
          </p>
        ) : mutedUntil === null ? (
          <Open conversation={conversation} composer={composer} />
        ) : (
          <Muted until={mutedUntil} conversation={conversation} composer={composer} />
        )}
      </div>
    </div>
  );
}

function WayOut({ to, children }: { to: string; children: string }) {
  return (
    <Link to={to} className="font-semibold text-primary-text underline underline-offset-4">
      {children}
    </Link>
  );
}

/** Why one can't write for a time. What was typed before stays, to be sent afterwards. */
function Muted({ until, conversation, composer }: ComposerProps & { until: number }) {
  const { t } = useTranslation('chat');
  const { text, input, attachment, photo } = composer;
  return (
    <div className="space-y-2">
      <MutedNotice until={until} waiting={<Skeleton shape="card" className="h-24 w-full" />} />
      {attachment && <AttachmentCard attachment={attachment} onRetry={photo.retry} onRemove={photo.remove} />}
      {text !== '' && (
        <>
          <p className="px-1.5 text-[0.8125rem] text-muted">{t('write.kept')}</p>
          <GrowingTextArea
            ref={input}
            value={text}
            readOnly
            aria-label={t('write.label', { name: conversation.screenName })}
            className="max-h-40! w-full rounded-bubble edge bg-soft px-4.5 py-2.5 text-muted"
          />
        </>
      )}
    </div>
  );
}

function Open({ conversation, composer }: ComposerProps) {
  const { t } = useTranslation('chat');
  const { text, input, attachment, photo, ready, quoted, answer, write, send } = composer;
  const file = useRef<HTMLInputElement>(null);
  // A phone's keyboard has emoji of its own.
  const [atDesk] = useState(() => matchMedia('(pointer: fine)').matches);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    send();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape' && quoted) {
      event.stopPropagation();
      answer(null);
    }
    // A writer of another script may be choosing a letter with this key.
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
    event.preventDefault();
    send();
  };
  return (
    <form onSubmit={submit}>
      <CostLine conversation={conversation} />
      {quoted && (
        <AnsweredCard quoted={quoted} name={conversation.screenName} onRemove={() => answer(null)} />
      )}
      {attachment && <AttachmentCard attachment={attachment} onRetry={photo.retry} onRemove={photo.remove} />}
      <div className="flex items-end gap-2">
        <div className="flex min-w-0 flex-1 items-end rounded-bubble border-(length:--stroke) border-field-line bg-field transition-colors focus-within:border-ink has-focus-visible:outline-3 has-focus-visible:outline-offset-1 has-focus-visible:outline-ring">
          <GrowingTextArea
            ref={input}
            value={text}
            maxLength={MESSAGE_MAX_LETTERS}
            placeholder={t('write.placeholder', { name: conversation.screenName })}
            aria-label={t('write.label', { name: conversation.screenName })}
            enterKeyHint="send"
            onChange={(event) => write(event.target.value)}
            onKeyDown={onKeyDown}
            className="my-0.5 max-h-40! min-w-0 flex-1 bg-transparent py-2.5 pl-4.5 text-ink outline-none placeholder:truncate"
          />
          {atDesk && (
            <EmojiPicker
              waiting={null}
              finalFocus={() => input.current}
              onPick={(sign) => write(withSign(text, sign, input.current))}
            />
          )}
          <IconButton
            label={t('write.photo')}
            icon={<ImagePlus aria-hidden="true" className="size-5" />}
            onClick={() => file.current?.click()}
            className="m-0.5 text-muted!"
          />
          <input
            ref={file}
            type="file"
            accept={PHOTO_TYPES.join(',')}
            tabIndex={-1}
            aria-hidden="true"
            className="hidden"
            onChange={({ target }) => {
              const [picked] = target.files ?? [];
              if (picked) photo.pick(picked);
              // The same file may be picked again after a mistake.
              target.value = '';
            }}
          />
        </div>
        <IconButton
          type="submit"
          label={t('write.send')}
          variant="primary"
          aria-disabled={!ready}
          icon={<SendHorizontal aria-hidden="true" className="size-5" />}
          className="mb-px size-12! aria-disabled:opacity-50"
        />
      </div>
      {text.length > COUNTED_FROM && (
        <p role="status" className="mt-1 pr-16 text-right text-xs text-muted tabular-nums">
          {t('write.left', { count: MESSAGE_MAX_LETTERS - text.length })}
        </p>
      )}
    </form>
  );
}

/** The text with a sign where the caret is, which goes behind it. */
function withSign(text: string, sign: string, input: HTMLTextAreaElement | null): string {
  const [from, to] = [input?.selectionStart ?? text.length, input?.selectionEnd ?? text.length];
  if (text.length - (to - from) + sign.length > MESSAGE_MAX_LETTERS) return text;
  const caret = from + sign.length;
  requestAnimationFrame(() => input?.setSelectionRange(caret, caret));
  return text.slice(0, from) + sign + text.slice(to);
}

/** What the next message costs, and what is left. Who answers writes for nothing, and needs no line. */
function CostLine({ conversation: { cost, credit } }: { conversation: Conversation }) {
  const { t } = useTranslation('chat');
  const { messageCredits, iceBreakerCredits } = useMember();
  if (cost === 0) return null;
  const isIcebreaker = credit === 'icebreaker';
  return (
    <div className="mb-1.5 flex items-center justify-between gap-x-3 px-1.5 max-xs:flex-wrap text-[0.8125rem] text-muted">
      <span>{isIcebreaker ? t('cost.icebreaker') : t('cost.message', { count: cost })}</span>
      <Link
        to={paths.plans()}
        className="relative flex touch-target items-center gap-1.5 text-ink xs:whitespace-nowrap underline-offset-4 hover:underline"
      >
        {isIcebreaker
          ? t('cost.icebreakersLeft', { count: iceBreakerCredits })
          : t('cost.left', { count: messageCredits })}
        {!isIcebreaker && <CreditMeter />}
      </Link>
    </div>
  );
}
