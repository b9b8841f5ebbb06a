import { useCallback, useEffect, useEffectEvent, useRef, useState, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import type { Conversation } from '#contract/chat/conversations.ts';
import type { QuotedMessage } from '#contract/chat/messages.ts';
import { MESSAGE_MAX_LETTERS } from '#contract/kernel/constants.ts';
import { useOpenPaywall } from '#site/shell/paywalls.ts';
import { useMember } from '#site/shell/session.ts';
import { useToast } from '#ui/toast.tsx';
import { draftOf, keepDraft } from '../data/draft.ts';
import { post, takeBack, useOutbox } from '../data/outbox.ts';
import { noteSent, noteWriting } from '../data/typing.ts';
import { useAttachment } from './attachment.tsx';
import { followVisibility, isVisible } from './use-conversation.ts';

/** What the member writes: kept while it is written, sent once, and given back where it could not be paid for. */
export function useComposer(profileId: string, { closed }: Pick<Conversation, 'closed'>) {
  const { t } = useTranslation('chat');
  const { trackerId } = useMember();
  const toast = useToast();
  const input = useRef<HTMLTextAreaElement>(null);
  /** Ready-made words, as long as they are unchanged. */
  const starter = useRef<string | null>(null);
  const [text, setText] = useState(() => draftOf(trackerId, profileId));
  const [quoted, setQuoted] = useState<QuotedMessage | null>(null);
  const { attachment, ...photo } = useAttachment(profileId);

  const put = useCallback(
    (words: string) => {
      setText(words);
      keepDraft(trackerId, profileId, words);
    },
    [trackerId, profileId],
  );
  const begin = useCallback(
    (words: string) => {
      starter.current = words;
      put(words);
      input.current?.focus();
    },
    [put],
  );
  useRefused(profileId, (refused) => {
    put([refused.text, text].filter(Boolean).join('\n').slice(0, MESSAGE_MAX_LETTERS));
    if (refused.readyMade) starter.current = refused.text;
    if (refused.photo) photo.bringBack(refused.photo);
    if (refused.quoted) setQuoted(refused.quoted);
  });
  // With a mouse there is a keyboard too; on a phone it would cover half of what was said.
  useEffect(() => {
    if (closed === null && matchMedia('(pointer: fine)').matches)
      input.current?.focus({ preventScroll: true });
  }, [closed]);

  const words = text.trim();
  const ready = attachment ? attachment.photo !== null : words !== '';
  return {
    text,
    input,
    attachment,
    photo,
    ready,
    quoted,
    answer: setQuoted,
    begin,
    write(next: string) {
      put(next);
      if (next.trim()) noteWriting(trackerId, profileId);
    },
    send() {
      input.current?.focus();
      if (!ready) return;
      const readyMade = starter.current !== null && words === starter.current.trim();
      const message = {
        trackerId,
        profileId,
        text: words,
        readyMade,
        photo: attachment?.photo ?? null,
        quoted,
      };
      if (!post(message)) return void toast({ kind: 'danger', text: t('tooManyWaiting') });
      starter.current = null;
      put('');
      setQuoted(null);
      photo.remove();
      noteSent();
    },
  };
}

export type ComposerState = ReturnType<typeof useComposer>;

/** Words that come back go to the input, in the tab that is looked at; where they could not be paid for the paywall opens. */
function useRefused(profileId: string, onReturned: (refused: ReturnType<typeof takeBack>) => void): void {
  const { trackerId } = useMember();
  const refused = useOutbox(trackerId, profileId).filter(({ state }) => state === 'refused');
  const visible = useSyncExternalStore(followVisibility, isVisible);
  const openPaywall = useOpenPaywall();
  const waits = visible && refused.length > 0;
  const act = useEffectEvent(() => {
    const taken = takeBack(refused);
    onReturned(taken);
    if (taken.isUnpaid) openPaywall('out_of_credits');
  });
  useEffect(() => {
    if (waits) act();
  }, [waits]);
}
