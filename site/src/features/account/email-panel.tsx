import { useMutation } from '@tanstack/react-query';
import { MailCheck, MailQuestion } from 'lucide-react';
import { type FormEvent, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { changeEmail, resendConfirmation } from '../../../../contract/account/credentials.ts';
import type { ErrorCode } from '../../../../contract/kernel/errors.ts';
import type { PanelProps } from '../../../../packages/client/overlays.ts';
import { Button } from '../../../../packages/ui/button.tsx';
import { Dialog } from '../../../../packages/ui/dialog.tsx';
import { EmailField } from '../../../../packages/ui/email-field.tsx';
import { FormErrors } from '../../../../packages/ui/form-errors.tsx';
import { Notice } from '../../../../packages/ui/notice.tsx';
import { useToast } from '../../../../packages/ui/toast.tsx';
import { call } from '../../shell/api.ts';
import { codeOf, explain } from '../../shell/explain.ts';
import { withUser } from '../../shell/me.ts';
import { updateMember, useMember } from '../../shell/session.ts';
import { CurrentPassword, useCurrentPassword } from './current-password.tsx';

/** Refusals that are about the address typed. */
const aboutAddress: readonly ErrorCode[] = [
  'field.email',
  'signup.email_forbidden',
  'email.same',
  'email.taken',
];

export function EmailPanel(dialog: PanelProps) {
  const { t, i18n } = useTranslation(['profile', 'shell', 'errors']);
  const { email, mayChangeEmail } = useMember();
  const formId = useId();
  const question = useCurrentPassword();
  const [typed, setTyped] = useState('');
  const [fault, setFault] = useState<ErrorCode | null>(null);
  const change = useMutation({
    mutationFn: (newEmail: string) => call(changeEmail, { oldEmail: email, newEmail, ...question.given }),
    onSuccess: ({ user }) => {
      updateMember(withUser, user);
      setTyped('');
      question.setValue('');
    },
    onError: (error) => {
      const refused = aboutAddress.find((code) => code === codeOf(error));
      if (refused) setFault(refused);
      if (question.handleError(error) || refused) change.reset();
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const wanted = typed.replace(/\s/g, '');
    const wrong = !/^[^@]+@[^@]+\.[^@]+$/.test(wanted) ? 'field.email' : null;
    const same = wanted.toLowerCase() === email.toLowerCase() ? 'email.same' : null;
    setFault(wrong ?? same);
    if (!wrong && !same && !change.isPending) change.mutate(wanted);
  };
  return (
    <Dialog
      {...dialog}
      closeLabel={t('shell:close')}
      title={t('email.title')}
      text={<span className="wrap-anywhere">{t('email.text', { email })}</span>}
      actions={mayChangeEmail ? [{ label: t('email.submit'), form: formId, loading: change.isPending }] : []}
    >
      <div className="space-y-5 wrap-anywhere">
        <Waiting />
        {mayChangeEmail ? (
          <form id={formId} noValidate onSubmit={submit} className="space-y-4">
            <EmailField
              label={t('email.new')}
              hint={t('email.hint')}
              value={typed}
              onChange={({ target }) => setTyped(target.value)}
              error={fault ? i18n.t(fault, { ns: 'errors' }) : undefined}
            />
            <CurrentPassword question={question} />
            {change.error && <FormErrors title={explain(change.error, i18n)} />}
          </form>
        ) : (
          <p className="text-muted">{t('email.used')}</p>
        )}
      </div>
    </Dialog>
  );
}

/** An address that has not been confirmed, and the way to another mail. */
function Waiting() {
  const { t, i18n } = useTranslation(['profile', 'errors']);
  const toast = useToast();
  const { trackerId, email, emailConfirmed, pendingEmail } = useMember();
  const address = pendingEmail ?? email;
  const again = useMutation({
    mutationFn: () => call(resendConfirmation, { trackerId }),
    onSuccess: () => toast({ kind: 'success', text: t('email.resent', { email: address }) }),
    onError: (error) => toast({ kind: 'danger', text: explain(error, i18n) }),
  });
  if (emailConfirmed && !pendingEmail) return null;
  const Icon = pendingEmail ? MailCheck : MailQuestion;
  return (
    <div role="status">
      <Notice
        tone="warning"
        icon={<Icon aria-hidden="true" />}
        title={t('email.waiting', { email: address })}
        action={
          <Button variant="secondary" size="sm" loading={again.isPending} onClick={() => again.mutate()}>
            {t('email.resend')}
          </Button>
        }
      >
        {pendingEmail ? t('email.waitingNew') : t('email.waitingOwn')}
      </Notice>
    </div>
  );
}
