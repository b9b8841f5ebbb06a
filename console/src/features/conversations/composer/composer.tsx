import { SendHorizontal, X } from 'lucide-react';
import { type KeyboardEvent, type RefObject, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useOverlay } from '#client/overlays.ts';
import { explain } from '#console/shell/api.ts';
import { Keys } from '#console/shell/keys.tsx';
import { MESSAGE_MAX_LETTERS } from '#contract/kernel/constants.ts';
import { fillPlaceholders } from '#contract/staff/placeholders.ts';
import { Button } from '#ui/button.tsx';
import { controlLook } from '#ui/field.tsx';
import { IconButton } from '#ui/icon-button.tsx';
import { GrowingTextArea } from '#ui/text-area.tsx';
import {
  type Place,
  type StaffConversation,
  type StaffMessage,
  useReportTyping,
} from '../conversation-data.ts';
import { AnsweredLine } from '../message-parts.tsx';
import { AlbumDialog, type AlbumPhoto } from './album-dialog.tsx';
import { CheckDialog } from './check-dialog.tsx';
import { useComposerText } from './composer-text.ts';
import { Gaps } from './gaps.tsx';
import { Hints } from './hints.tsx';
import { ScheduleDialog } from './schedule-dialog.tsx';
import { useSlashMenu } from './slash-menu.tsx';
import { Toolbar } from './toolbar.tsx';
import { ReplyTranslation } from './translation.tsx';
import { useSending } from './use-sending.ts';
import { useSuggestDraft, useTranslateReply, useWritingAids } from './writing-data.ts';

interface ComposerProps {
  place: Place;
  conversation: StaffConversation;
  /** Whether the conversation is this host's now. */
  held: boolean;
  /** Where keys of the page put the caret. */
  inputRef: RefObject<HTMLTextAreaElement | null>;
  /** The message that is answered, where the host has chosen one. */
  answered: StaffMessage | null;
  onAnswer: (message: StaffMessage | null) => void;
  onSent: (andNext: boolean) => void;
}

/** Where a host writes as the profile. What was typed stays, whatever becomes of the claim, until it is sent. */
export function Composer({ place, conversation, held, inputRef, answered, onAnswer, onSent }: ComposerProps) {
  const { t, i18n } = useTranslation(['composer', 'conversations', 'shell']);
  const { data: aids } = useWritingAids(place, conversation);
  const composer = useComposerText(place, inputRef);
  const reportTyping = useReportTyping(place);
  const [caret, setCaret] = useState(0);
  const [photo, setPhoto] = useState<AlbumPhoto | null>(null);
  const album = useOverlay('album', { endsWithPage: true });
  const times = useOverlay('schedule', { endsWithPage: true });
  const draft = useSuggestDraft(place);
  const translation = useTranslateReply(place);
  const sending = useSending({
    place,
    composer,
    held,
    photoId: photo?.id,
    replyTo: answered?.number,
    onDone() {
      composer.set('');
      setPhoto(null);
      onAnswer(null);
      translation.reset();
    },
    onSent,
  });
  const slash = useSlashMenu({
    brand: place.brand,
    text: held ? composer.text : '',
    caret,
    language: aids?.language,
    onPick(snippet, { start }) {
      const values = aids?.values ?? { name: null, city: null, age: null, profile: null };
      composer.insert(fillPlaceholders(snippet.text, values).text, start, caret);
    },
  });
  useEffect(() => {
    if (held) inputRef.current?.focus();
  }, [held, inputRef]);

  const handleKeys = (event: KeyboardEvent) => {
    if (slash.handleKey(event)) return;
    if (event.key === 'Escape') inputRef.current?.blur();
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    sending.send(event.shiftKey);
  };
  const { screenName: name } = conversation.profile;
  return (
    <form
      aria-label={t('conversations:composer.label')}
      onSubmit={(event) => {
        event.preventDefault();
        sending.send(false);
      }}
      className="flex flex-col gap-2 border-t border-line bg-surface p-3"
    >
      {aids && (
        <Hints
          place={place}
          aids={aids}
          held={held}
          wasRefused={sending.wasDenial}
          onUse={(words) => {
            composer.replace(words);
            sending.clear();
          }}
        />
      )}
      {sending.error && (
        <p role="alert" className="text-[0.8125rem] font-medium text-danger-text">
          {explain(sending.error, i18n)} {t('conversations:composer.kept')}
        </p>
      )}
      <Gaps text={composer.text} onGo={composer.selectGap} />
      {answered && (
        <AnsweredLine
          message={answered}
          member={conversation.member.screenName}
          onRemove={() => onAnswer(null)}
        />
      )}
      {photo && <AttachedPhoto photo={photo} onRemove={() => setPhoto(null)} />}
      <div className="relative">
        {slash.menu}
        <GrowingTextArea
          ref={inputRef}
          rows={2}
          value={composer.text}
          maxLength={MESSAGE_MAX_LETTERS}
          readOnly={!held}
          aria-label={t('conversations:composer.text', { name })}
          {...slash.inputProps}
          placeholder={
            held ? t('conversations:composer.placeholder', { name }) : t('conversations:composer.takeFirst')
          }
          onChange={(event) => {
            composer.set(event.target.value);
            setCaret(event.target.selectionStart);
            sending.clear();
            reportTyping();
          }}
          onSelect={(event) => setCaret(event.currentTarget.selectionStart)}
          onKeyDown={handleKeys}
          className={controlLook}
        />
      </div>
      {draft.data?.text === composer.text && (
        <p role="status" className="text-xs text-muted">
          {t('draft.ready')}
        </p>
      )}
      {translation.data && translation.variables === composer.text && aids && (
        <ReplyTranslation
          text={translation.data.text}
          language={aids.language}
          onUse={() => {
            composer.replace(translation.data.text);
            translation.reset();
          }}
          onClose={translation.reset}
        />
      )}
      <div className="flex flex-wrap items-center justify-between gap-2">
        <Toolbar
          place={place}
          conversation={conversation}
          aids={aids}
          held={held}
          hasText={sending.hasText}
          isDrafting={draft.isPending}
          isTranslating={translation.isPending}
          onSnippets={() => {
            const before = composer.text.slice(0, caret);
            const word = before === '' || /\s$/.test(before) ? '/' : ' /';
            composer.insert(word, caret, caret);
          }}
          onDraft={() =>
            draft.mutate(undefined, {
              onSuccess: ({ text }) => composer.replace(text),
            })
          }
          onTranslate={() => translation.mutate(composer.text)}
          onAlbum={() => album.open(true)}
          onSchedule={() => times.open(true)}
          onHonest={() => aids && composer.replace(aids.honestAnswer)}
        />
        <div className="ms-auto flex flex-wrap items-center justify-end gap-2">
          <Button
            type="button"
            variant="secondary"
            size="sm"
            aria-disabled={!sending.canSend}
            onClick={() => sending.send(true)}
          >
            {t('conversations:composer.sendAndNext')}
            <Keys keys={['Ctrl', '⇧', '↵']} />
          </Button>
          <Button
            type="submit"
            size="sm"
            loading={sending.isBusy}
            aria-disabled={!sending.canSend}
            icon={<SendHorizontal aria-hidden className="size-4" />}
          >
            {t('conversations:composer.send')}
            <Keys keys={['Ctrl', '↵']} />
          </Button>
        </div>
      </div>
      <CheckDialog {...sending.check} />
      <AlbumDialog
        place={place}
        name={name}
        isOpen={album.isOpen}
        onPick={(picked) => {
          setPhoto(picked);
          void album.close();
        }}
        onClose={() => void album.close()}
      />
      <ScheduleDialog
        isOpen={times.isOpen}
        onPick={(sendAt) => void times.close().then(() => sending.schedule(sendAt))}
        onClose={() => void times.close()}
      />
    </form>
  );
}

function AttachedPhoto({ photo, onRemove }: { photo: AlbumPhoto; onRemove: () => void }) {
  const { t } = useTranslation(['composer']);
  return (
    <p className="flex items-center gap-2 text-[0.8125rem] text-muted">
      <img src={photo.address} alt="" className="h-14 w-11 rounded-(--corner-check) object-cover" />
      {t('photo.attached')}
      <IconButton
        label={t('photo.remove')}
        icon={<X aria-hidden className="size-4" />}
        onClick={onRemove}
        className="size-9!"
      />
    </p>
  );
}
