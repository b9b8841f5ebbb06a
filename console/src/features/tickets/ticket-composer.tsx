import { Send } from 'lucide-react';
import { type KeyboardEvent, type Ref, useImperativeHandle, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSlashMenu } from '#console/features/conversations/composer/slash-menu.tsx';
import { keepDraft, useDraft } from '#console/features/conversations/drafts.ts';
import { call, explain, useMe } from '#console/shell/api.ts';
import { Keys } from '#console/shell/keys.tsx';
import { ANSWERING_SECONDS, TICKET_MAX_LETTERS } from '#contract/kernel/constants.ts';
import { fillPlaceholders } from '#contract/staff/placeholders.ts';
import { type OpenTicket, startAnswer } from '#contract/support/tickets.ts';
import { Button } from '#ui/button.tsx';
import { FormErrors } from '#ui/form-errors.tsx';
import { TextArea } from '#ui/text-area.tsx';
import { type Place, useTicketActs } from './ticket-data.ts';

export interface ComposerHandle {
  /** Moves the caret to the field, for an answer or a note. */
  write: (kind: 'reply' | 'note') => void;
}

type TicketComposerProps = { ref: Ref<ComposerHandle>; place: Place; ticket: OpenTicket };

/** The answer or a note. What was begun stays in this browser until it is sent. */
export function TicketComposer({ ref, place, ticket }: TicketComposerProps) {
  const { t, i18n } = useTranslation('tickets');
  const [kind, setKind] = useState<'reply' | 'note'>('reply');
  const input = useRef<HTMLTextAreaElement>(null);
  const [caret, setCaret] = useState(0);
  const text = useDraft(place);
  const { write } = useTicketActs(place);
  // Stays with the words, so that sending them again is the same message.
  const [messageId, setMessageId] = useState(() => crypto.randomUUID());
  const announce = useAnnouncement(place, kind === 'reply');
  const fill = useSnippetValues(ticket);
  const slash = useSlashMenu({
    brand: place.brand,
    text,
    caret,
    language: ticket.language,
    onPick(snippet, { start, name }) {
      const words = fill(snippet.text);
      keepDraft(place, text.slice(0, start) + words + text.slice(start + 1 + name.length));
      setCaret(start + words.length);
      input.current?.focus();
    },
  });
  useImperativeHandle(ref, () => ({
    write(wanted) {
      setKind(wanted);
      input.current?.focus();
    },
  }));

  function send(close: boolean): void {
    const seen = ticket.messages.at(-1)?.id;
    if (text.trim() === '' || write.isPending || seen === undefined) return;
    write.mutate(
      { messageId, kind, text, seen, close },
      {
        onSuccess() {
          keepDraft(place, '');
          setMessageId(crypto.randomUUID());
          setKind('reply');
        },
      },
    );
  }

  function press(event: KeyboardEvent<HTMLTextAreaElement>): void {
    if (slash.handleKey(event)) return;
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
      event.preventDefault();
      send(false);
    } else if (event.key === 'Escape') input.current?.blur();
  }

  return (
    <div className="flex flex-col gap-2">
      <div role="group" aria-label={t('kind.label')} className="flex gap-1">
        {(['reply', 'note'] as const).map((each) => (
          <button
            key={each}
            type="button"
            aria-pressed={kind === each}
            onClick={() => setKind(each)}
            className="min-h-8 rounded-field px-3 text-[0.8125rem] font-medium text-muted hover:text-ink aria-pressed:bg-soft aria-pressed:text-ink pointer-coarse:min-h-11"
          >
            {t(`kind.${each}`)}
          </button>
        ))}
      </div>
      <div className="relative">
        {slash.menu}
        <TextArea
          ref={input}
          label={t(kind === 'reply' ? 'reply' : 'note')}
          hint={t(kind === 'reply' ? 'replyHint' : 'noteHint')}
          rows={4}
          maxLength={TICKET_MAX_LETTERS}
          value={text}
          onChange={({ target }) => {
            keepDraft(place, target.value);
            setCaret(target.selectionStart);
            announce();
          }}
          onSelect={({ currentTarget }) => setCaret(currentTarget.selectionStart)}
          onKeyDown={press}
          {...slash.inputProps}
        />
      </div>
      {write.error && <FormErrors title={explain(write.error, i18n)} />}
      <div className="flex flex-wrap justify-end gap-2">
        {kind === 'reply' && (
          <Button size="sm" variant="secondary" disabled={write.isPending} onClick={() => send(true)}>
            {t('sendAndClose')}
          </Button>
        )}
        <Button
          size="sm"
          loading={write.isPending}
          icon={<Send aria-hidden className="size-4" />}
          onClick={() => send(false)}
        >
          {t(kind === 'reply' ? 'send' : 'saveNote')}
          <Keys keys={['Ctrl', '↵']} />
        </Button>
      </div>
    </div>
  );
}

/** Tells colleagues that an answer is being written: with the first letter, and again before that is forgotten. */
function useAnnouncement(place: Place, isReply: boolean): () => void {
  const next = useRef(0);
  return () => {
    const now = performance.now();
    if (!isReply || now < next.current) return;
    next.current = now + (ANSWERING_SECONDS * 1_000) / 2;
    // The page does not wait for it, and the answer itself is checked when it is sent.
    void call(startAnswer, place).catch(() => undefined);
  };
}

/** What a snippet leaves open, as far as it is known of the sender. */
function useSnippetValues({ screenName, member, brand }: OpenTicket): (text: string) => string {
  const { data: me } = useMe();
  const title = me?.brands.find(({ key }) => key === brand)?.title ?? null;
  const name = screenName ?? (member?.signedIn ? member.screenName : null);
  return (text) => fillPlaceholders(text, { name, city: null, age: null, profile: title }).text;
}
