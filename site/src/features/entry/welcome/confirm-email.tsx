import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { changeEmail, changeEmailForm, resendConfirmation } from '#contract/account/credentials.ts';
import { ACTIVATION_MAIL_MINUTES } from '#contract/kernel/constants.ts';
import { call } from '#site/shell/api.ts';
import { useSubmitForm } from '#site/shell/forms.ts';
import { withUser } from '#site/shell/me.ts';
import { paths } from '#site/shell/paths.ts';
import type { PopupBodyProps } from '#site/shell/popups.ts';
import { updateMember, useMember } from '#site/shell/session.ts';
import { SubmitError } from '#site/shell/submit-error.tsx';
import { useAttempt } from '#site/shell/use-attempt.ts';
import { Button, ButtonLink } from '#ui/button.tsx';
import { EmailField } from '#ui/email-field.tsx';
import { useToast } from '#ui/toast.tsx';
import { webmailOf } from '../mail-domains.ts';

/** Waits for the address to be confirmed: send the mail again, or to another address, once. */
export function ConfirmEmailBody({ close }: PopupBodyProps) {
  const { t } = useTranslation('popups');
  const { email, mayChangeEmail } = useMember();
  const webmail = webmailOf(email);
  const [changing, setChanging] = useState(false);
  return (
    <div className="space-y-4">
      <p className="rounded-field bg-soft p-4 text-center wrap-anywhere">
        {t('confirmEmail.sentTo')}
        <strong className="block text-lg">{email}</strong>
      </p>
      <p className="text-center text-sm text-muted">
        {t('confirmEmail.patience', { minutes: ACTIVATION_MAIL_MINUTES })}
      </p>
      {changing ? (
        <ChangeAddress onDone={() => setChanging(false)} />
      ) : (
        <div className="space-y-2.5">
          {webmail && (
            <ButtonLink to={webmail} target="_blank" rel="noopener noreferrer" wide>
              {t('confirmEmail.openMail')}
            </ButtonLink>
          )}
          <ResendButton />
          {mayChangeEmail ? (
            <Button variant="secondary" wide onClick={() => setChanging(true)}>
              {t('confirmEmail.change')}
            </Button>
          ) : (
            <ButtonLink to={paths.contact} variant="secondary" wide>
              {t('confirmEmail.wrong')}
            </ButtonLink>
          )}
          <Button variant="ghost" wide onClick={close}>
            {t('confirmEmail.later')}
          </Button>
        </div>
      )}
    </div>
  );
}

/** Gives another address in place of one that was never confirmed. */
function ChangeAddress({ onDone }: { onDone: () => void }) {
  const { t } = useTranslation(['popups', 'shell']);
  const { email: oldEmail } = useMember();
  const toast = useToast();
  const form = useSubmitForm({
    defaults: { email: '' },
    schema: async () => changeEmailForm,
    async submit({ email }) {
      const { user } = await call(changeEmail, { oldEmail, newEmail: email });
      updateMember(withUser, { ...user, mayChangeEmail: false });
      toast({ text: t('confirmEmail.changed', { email: user.pendingEmail ?? user.email }), kind: 'success' });
      onDone();
    },
    fieldOf: {
      'email.same': 'email',
      'email.taken': 'email',
      'signup.email_forbidden': 'email',
    },
  });
  return (
    <form {...form.formProps} className="space-y-4">
      <EmailField
        {...form.field('email')}
        label={t('confirmEmail.newAddress')}
        hint={t('confirmEmail.once')}
      />
      <SubmitError refusal={form.refusal} />
      <div className="space-y-2.5">
        <Button type="submit" size="lg" wide loading={form.busy}>
          {t('confirmEmail.save')}
        </Button>
        <Button variant="ghost" wide onClick={onDone}>
          {t('confirmEmail.back')}
        </Button>
      </div>
    </form>
  );
}

const PAUSE_MS = 60_000;

/** Sends the mail that confirms the address once more, and then rests for a while. */
function ResendButton() {
  const { t } = useTranslation('popups');
  const { trackerId } = useMember();
  const { busy, refusal, attempt } = useAttempt();
  const [resting, setResting] = useState(false);
  const status = useRef<HTMLParagraphElement>(null);

  useEffect(() => {
    if (!resting) return undefined;
    // The button that had the focus rests, and would drop it.
    status.current?.focus();
    const timer = setTimeout(() => setResting(false), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [resting]);

  async function resend() {
    await call(resendConfirmation, { trackerId });
    setResting(true);
  }

  return (
    <>
      <p
        ref={status}
        role="status"
        tabIndex={-1}
        className="text-center text-[0.9375rem] font-semibold outline-none"
      >
        {resting && t('confirmEmail.sentAgain')}
      </p>
      <SubmitError refusal={refusal} />
      <Button size="lg" wide loading={busy} disabled={resting} onClick={() => void attempt(resend)}>
        {t('confirmEmail.resend')}
      </Button>
    </>
  );
}
