import { CircleCheck } from 'lucide-react';
import { type FormEvent, useEffect, useEffectEvent, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { INVITE_CONFIRMATION_MS, INVITE_MAX_LETTERS } from '../../../../../contract/kernel/constants.ts';
import type { Person } from '../../../../../contract/profile/people.ts';
import { Avatar } from '../../../../../packages/ui/avatar.tsx';
import { Dialog } from '../../../../../packages/ui/dialog.tsx';
import { FormErrors } from '../../../../../packages/ui/form-errors.tsx';
import { TextArea } from '../../../../../packages/ui/text-area.tsx';
import { explain } from '../../../shell/explain.ts';
import { useOverlayEntry } from '../../../shell/overlays.ts';
import { KindTag } from '../../people/kind-tag.tsx';
import { firstPicture } from '../../people/person-photo.ts';
import { draftOf, forgetDraft, keepDraft } from './invite-drafts.ts';

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
  const { t, i18n } = useTranslation(['match', 'shell', 'errors']);
  const formId = useId();
  const field = useRef<HTMLTextAreaElement>(null);
  const [words, setWords] = useState(() => draftOf(person.id));
  const [stage, setStage] = useState<'writing' | 'sending' | 'sent'>('writing');
  const [error, setError] = useState<unknown>(null);
  const [missing, setMissing] = useState(false);
  const name = person.screenName;
  const text = words.trim();

  const finish = useEffectEvent(onDone);
  useEffect(() => {
    if (stage !== 'sent') return undefined;
    const timer = setTimeout(() => finish(), INVITE_CONFIRMATION_MS);
    return () => clearTimeout(timer);
  }, [stage]);

  function write(next: string): void {
    setWords(next);
    keepDraft(person.id, next);
  }
  async function send(event: FormEvent): Promise<void> {
    event.preventDefault();
    if (stage !== 'writing') return;
    setMissing(text === '');
    if (text === '') {
      field.current?.focus();
      return;
    }
    setStage('sending');
    setError(null);
    try {
      const confirms = await onSend(text);
      forgetDraft(person.id);
      if (confirms) setStage('sent');
    } catch (failure) {
      setStage('writing');
      setError(failure);
    }
  }

  const sent = stage === 'sent';
  const close = sent ? onDone : onCancel;
  useOverlayEntry('invite', open, { held: stage === 'sending', onLeft: close });
  return (
    <Dialog
      open={open}
      onClose={close}
      onClosed={onClosed}
      dismissible={stage !== 'sending'}
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
                loading: stage === 'sending',
              },
              { label: t('invite.cancel') },
            ]
      }
    >
      {!sent && (
        <form id={formId} onSubmit={(event) => void send(event)} className="space-y-4">
          {error !== null && <FormErrors title={explain(error, i18n)} errors={[]} />}
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
            label={t('invite.label', { name })}
            value={words}
            maxLength={INVITE_MAX_LETTERS}
            readOnly={stage === 'sending'}
            error={missing && text === '' ? t('invite.empty', { name }) : undefined}
            onChange={(event) => write(event.target.value)}
            counter={`${words.length}/${INVITE_MAX_LETTERS}`}
          />
        </form>
      )}
    </Dialog>
  );
}
