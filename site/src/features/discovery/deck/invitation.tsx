import { CircleCheck } from 'lucide-react';
import { useState, useEffect, useEffectEvent, useId, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useOverlayEntry } from '#client/overlays.ts';
import { inviteForm } from '#contract/discovery/deck.ts';
import { INVITE_CONFIRMATION_MS, INVITE_MAX_LETTERS } from '#contract/kernel/constants.ts';
import type { Person } from '#contract/profile/people.ts';
import { KindTag, firstPicture } from '#site/features/people/person-summary.tsx';
import { useSubmitForm } from '#site/shell/forms.ts';
import { onSessionEnd } from '#site/shell/session.ts';
import { SubmitError } from '#site/shell/submit-error.tsx';
import { Avatar } from '#ui/avatar.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { TextArea } from '#ui/text-area.tsx';

const openers = ['opener.evening', 'opener.curious', 'opener.coffee'] as const;

type InviteDialogProps = {
  person: Person;
  open: boolean;
  /** Likes the person, with these words. Says whether that is worth a confirmation. */
  onSend: (words: string) => Promise<boolean>;
  /** Closed without sending. */
  onCancel: () => void;
  /** Sent, confirmed and closed. */
  onDone: () => void;
  onClosed: () => void;
};

/** A few words along with a like. Without any there is no invitation. */
export function InviteDialog({ person, open, onSend, onCancel, onDone, onClosed }: InviteDialogProps) {
  const { t } = useTranslation(['match', 'shell']);
  const formId = useId();
  const field = useRef<HTMLTextAreaElement>(null);
  /** Sent without a confirmation, it is on its way out. */
  const [stage, setStage] = useState<'writing' | 'sent' | 'closing'>('writing');
  const name = person.screenName;
  const form = useSubmitForm({
    defaults: { words: draftOf(person.id) },
    schema: async () => inviteForm,
    words: { words: () => t('invite.empty', { name }) },
    onValues: ({ words }) => saveDraft(person.id, words),
    async submit({ words }) {
      if (stage !== 'writing') return;
      const confirms = await onSend(words);
      deleteDraft(person.id);
      setStage(confirms ? 'sent' : 'closing');
    },
  });
  const { value: words, onChange: write, error } = form.control('words');

  const finish = useEffectEvent(onDone);
  useEffect(() => {
    if (stage !== 'sent') return undefined;
    const timer = setTimeout(() => finish(), INVITE_CONFIRMATION_MS);
    return () => clearTimeout(timer);
  }, [stage]);

  const sent = stage === 'sent';
  const close = sent ? onDone : onCancel;
  const { isOpen } = useOverlayEntry('invite', open, { held: form.busy, onLeft: close });
  return (
    <Dialog
      open={isOpen}
      onClose={close}
      onClosed={onClosed}
      dismissible={!form.busy}
      closeLabel={t('shell:close')}
      initialFocus={field}
      picture={
        <span className="flex flex-col items-center gap-3">
          <span className="relative">
            <Avatar name={name} photo={firstPicture(person)} size="xl" />
            {sent && (
              <CircleCheck
                aria-hidden="true"
                className="absolute -right-1 -bottom-1 size-9 animate-rise rounded-full bg-raised text-success-text"
              />
            )}
          </span>
          <KindTag kind={person.kind} />
        </span>
      }
      title={sent ? t('invite.sentTitle') : t('invite.title', { name })}
      text={<span role="status">{t(sent ? 'invite.sentText' : 'invite.text', { name })}</span>}
      actions={
        sent
          ? []
          : [
              {
                label: t('invite.send'),
                form: formId,
                loading: form.busy,
              },
              { label: t('invite.cancel') },
            ]
      }
    >
      {!sent && (
        <form id={formId} {...form.formProps} className="space-y-4">
          <SubmitError refusal={form.refusal} />
          <ul aria-label={t('opener.label')} className="flex flex-wrap justify-center gap-2">
            {openers.map((key) => (
              <li key={key}>
                <button
                  type="button"
                  onClick={() => {
                    write(t(key));
                    field.current?.focus();
                  }}
                  className="min-h-11 rounded-badge edge bg-soft px-4 py-2 text-left text-[0.9375rem] leading-tight hover:bg-soft-hover"
                >
                  {t(key)}
                </button>
              </li>
            ))}
          </ul>
          <TextArea
            ref={field}
            name="words"
            label={t('invite.label', { name })}
            value={words}
            maxLength={INVITE_MAX_LETTERS}
            readOnly={form.busy}
            error={error}
            onChange={(event) => write(event.target.value)}
            counter={`${words.length}/${INVITE_MAX_LETTERS}`}
          />
        </form>
      )}
    </Dialog>
  );
}

/** Unsent drafts, by the person they are for. */
const drafts = new Map<string, string>();

onSessionEnd(() => drafts.clear());

function draftOf(id: string): string {
  return drafts.get(id) ?? '';
}

function saveDraft(id: string, words: string): void {
  if (words.trim()) drafts.set(id, words);
  else drafts.delete(id);
}

function deleteDraft(id: string): void {
  drafts.delete(id);
}
