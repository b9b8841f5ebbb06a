import { SendHorizontal } from 'lucide-react';
import { type KeyboardEvent, type RefObject, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { MESSAGE_MAX_LETTERS } from '../../../../../contract/kernel/constants.ts';
import { Button } from '../../../../../packages/ui/button.tsx';
import { controlLook } from '../../../../../packages/ui/field.tsx';
import { GrowingTextArea } from '../../../../../packages/ui/text-area.tsx';
import { explain } from '../../../shell/api.ts';
import { Keys } from '../../../shell/keys.tsx';
import { type Place, type StaffConversation, useReply, useReportTyping } from '../conversation-data.ts';
import { draftOf, keepDraft, useDraft } from '../drafts.ts';

interface ComposerProps {
  place: Place;
  conversation: StaffConversation;
  /** Whether the conversation is this host's now. */
  held: boolean;
  /** Where keys of the page put the caret. */
  inputRef: RefObject<HTMLTextAreaElement | null>;
  onSent: (andNext: boolean) => void;
}

/** Where a host writes as the profile. What was typed stays, whatever becomes of the claim, until it is sent. */
export function Composer({ place, conversation, held, inputRef, onSent }: ComposerProps) {
  const { t, i18n } = useTranslation(['conversations', 'shell']);
  const text = useDraft(place);
  const reportTyping = useReportTyping(place);
  const { mutate, isPending, error } = useReply(place);
  // The same text that is sent again, because the answer got lost, is one message.
  const attempt = useRef({ text: '', messageId: '' });
  useEffect(() => {
    if (held) inputRef.current?.focus();
  }, [held, inputRef]);

  const send = (andNext: boolean) => {
    if (!held || isPending || text.trim() === '') return;
    if (attempt.current.text !== text) attempt.current = { text, messageId: crypto.randomUUID() };
    mutate(attempt.current, {
      onSuccess: () => {
        if (draftOf(place) === text) keepDraft(place, '');
        onSent(andNext);
      },
    });
  };
  const handleKeys = (event: KeyboardEvent) => {
    if (event.key === 'Escape') inputRef.current?.blur();
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    send(event.shiftKey);
  };
  return (
    <form
      aria-label={t('composer.label')}
      onSubmit={(event) => {
        event.preventDefault();
        send(false);
      }}
      className="flex flex-col gap-2 border-t border-line bg-surface p-3"
    >
      {error && (
        <p role="alert" className="text-[13px] font-medium text-danger-text">
          {explain(error, i18n)} {t('composer.kept')}
        </p>
      )}
      <GrowingTextArea
        ref={inputRef}
        rows={2}
        value={text}
        maxLength={MESSAGE_MAX_LETTERS}
        readOnly={!held}
        aria-label={t('composer.text', { name: conversation.profile.screenName })}
        placeholder={
          held
            ? t('composer.placeholder', { name: conversation.profile.screenName })
            : t('composer.takeFirst')
        }
        onChange={(event) => {
          keepDraft(place, event.target.value);
          reportTyping();
        }}
        onKeyDown={handleKeys}
        className={controlLook}
      />
      <div className="flex flex-wrap items-center justify-end gap-2">
        <Button
          type="button"
          variant="secondary"
          size="sm"
          aria-disabled={!held || text.trim() === ''}
          onClick={() => send(true)}
        >
          {t('composer.sendAndNext')}
          <Keys keys={['Ctrl', '⇧', '↵']} />
        </Button>
        <Button
          type="submit"
          size="sm"
          loading={isPending}
          aria-disabled={!held || text.trim() === ''}
          icon={<SendHorizontal aria-hidden className="size-4" />}
        >
          {t('composer.send')}
          <Keys keys={['Ctrl', '↵']} />
        </Button>
      </div>
    </form>
  );
}
