import { useMutation } from '@tanstack/react-query';
import { MailCheck, MailQuestion } from 'lucide-react';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import type { PanelProps } from '#client/overlays.ts';
import { changeEmail, changeEmailForm, resendConfirmation } from '#contract/account/credentials.ts';
import { call } from '#site/shell/api.ts';
import { explain } from '#site/shell/explain.ts';
import { useSubmitForm } from '#site/shell/forms.ts';
import { withUser } from '#site/shell/me.ts';
import { updateMember, useMember } from '#site/shell/session.ts';
import { SubmitError } from '#site/shell/submit-error.tsx';
import { Button } from '#ui/button.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { EmailField } from '#ui/email-field.tsx';
import { Notice } from '#ui/notice.tsx';
import { useToast } from '#ui/toast.tsx';

/** Another address, which counts once it is confirmed. */
export function EmailPanel(dialog: PanelProps) {
  const { t } = useTranslation(['profile', 'shell']);
  const { email, mayChangeEmail } = useMember();
  const formId = useId();
  const form = useSubmitForm({
    defaults: { email: '' },
    schema: async () => changeEmailForm,
    async submit({ email: newEmail }) {
      const { user } = await call(changeEmail, { oldEmail: email, newEmail });
      updateMember(withUser, user);
      form.reset();
    },
    fieldOf: {
      'signup.email_forbidden': 'email',
      'email.same': 'email',
      'email.taken': 'email',
    },
  });
  return (
    <Dialog
      {...dialog}
      closeLabel={t('shell:close')}
      title={t('email.title')}
      text={<span className="wrap-anywhere">{t('email.text', { email })}</span>}
      actions={mayChangeEmail ? [{ label: t('email.submit'), form: formId, loading: form.busy }] : []}
    >
      <div className="space-y-5 wrap-anywhere">
        <Waiting />
        {mayChangeEmail ? (
          <form id={formId} {...form.formProps} className="space-y-4">
            <EmailField {...form.field('email')} label={t('email.new')} hint={t('email.hint')} />
            <SubmitError refusal={form.refusal} />
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
