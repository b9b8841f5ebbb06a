import { MailCheck } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation, useNavigate } from 'react-router';
import { ACTIVATION_MAIL_MINUTES } from '#contract/kernel/constants.ts';
import { useCurrentRoute } from '#site/shell/current-route.ts';
import { useSubmitForm } from '#site/shell/forms.ts';
import { linkTokenOf } from '#site/shell/link-token.ts';
import { NarrowCard } from '#site/shell/page-heading.tsx';
import { paths } from '#site/shell/paths.ts';
import { SubmitError } from '#site/shell/submit-error.tsx';
import { Button, ButtonLink } from '#ui/button.tsx';
import { EmailField } from '#ui/email-field.tsx';
import { PasswordField } from '#ui/password-field.tsx';
import { useToast } from '#ui/toast.tsx';
import { PasswordStrength } from '../password-strength.tsx';
import { useGivenEmail } from './sign-in.tsx';

const loadSchemas = () => import('#contract/account/credentials.ts');

/** Asks for a mail with which a new password can be chosen. */
export function ForgotScreen() {
  const { t } = useTranslation('account');
  const { title } = useCurrentRoute();
  const [sentTo, setSentTo] = useState<string | null>(null);
  if (sentTo === null)
    return (
      <NarrowCard title={title} text={t('forgot.text')}>
        <ForgotForm onSent={setSentTo} />
      </NarrowCard>
    );
  return (
    <NarrowCard title={t('forgot.sentTitle')} text={t('forgot.sentText', { email: sentTo })}>
      <div role="status" className="flex gap-3 rounded-field bg-soft p-4">
        <MailCheck aria-hidden="true" className="mt-0.5 size-5 shrink-0 text-primary-text" />
        <p>{t('forgot.next', { minutes: ACTIVATION_MAIL_MINUTES })}</p>
      </div>
      <div className="mt-5 space-y-2.5">
        <ButtonLink to={paths.login} state={{ email: sentTo }} size="lg" wide>
          {t('forgot.toSignIn')}
        </ButtonLink>
        <Button variant="ghost" wide onClick={() => setSentTo(null)}>
          {t('forgot.again')}
        </Button>
      </div>
    </NarrowCard>
  );
}

function ForgotForm({ onSent }: { onSent: (email: string) => void }) {
  const { t } = useTranslation(['account', 'shell']);
  const { state } = useLocation();
  const form = useSubmitForm({
    defaults: { email: useGivenEmail() },
    schema: async () => (await loadSchemas()).resetRequestForm,
    async submit({ email }) {
      await (await import('./links.ts')).askForReset(email);
      onSent(email);
    },
    fieldOf: { 'reset.unknown_email': 'email' },
    words: {
      email(code, typed) {
        if (typed === '') return t('shell:entry.emailMissing');
        return code === 'reset.unknown_email' ? undefined : t('shell:entry.emailWrong');
      },
    },
  });
  return (
    <form {...form.formProps} className="space-y-4">
      <EmailField {...form.field('email')} label={t('shell:entry.email')} autoComplete="username" />
      <SubmitError refusal={form.refusal} />
      <Button type="submit" size="lg" wide loading={form.busy}>
        {t('forgot.submit')}
      </Button>
      <p className="text-center">
        <Link
          to={paths.login}
          state={state as unknown}
          className="inline-flex min-h-11 items-center font-medium text-primary-text underline-offset-4 hover:underline"
        >
          {t('forgot.back')}
        </Link>
      </p>
    </form>
  );
}

/** Chooses a new password with the link of a reset mail. */
export function ResetScreen() {
  const { t } = useTranslation('account');
  const { title } = useCurrentRoute();
  const [isExpired, setIsExpired] = useState(false);
  if (!isExpired)
    return (
      <NarrowCard title={title} text={t('reset.text')}>
        <ResetForm onExpired={() => setIsExpired(true)} />
      </NarrowCard>
    );
  return (
    <NarrowCard title={t('reset.expiredTitle')} text={t('reset.expiredText')}>
      <div className="space-y-2.5">
        <ButtonLink to={paths.forgotPassword} size="lg" wide>
          {t('reset.newLink')}
        </ButtonLink>
        <ButtonLink to={paths.login} variant="ghost" wide>
          {t('reset.toSignIn')}
        </ButtonLink>
      </div>
    </NarrowCard>
  );
}

function ResetForm({ onExpired }: { onExpired: () => void }) {
  const { t } = useTranslation(['account', 'shell']);
  const linkToken = linkTokenOf(useLocation()) ?? '';
  const navigate = useNavigate();
  const toast = useToast();
  const form = useSubmitForm({
    defaults: { password: '', repeated: '' },
    schema: async () => (await loadSchemas()).newPasswordForm,
    async submit({ password }) {
      const { choosePassword } = await import('./links.ts');
      if (!(await choosePassword(linkToken, password))) return onExpired();
      toast({ text: t('reset.done'), kind: 'success' });
      await navigate(paths.home, { replace: true });
    },
    words: {
      password: (_, typed) => (typed === '' ? t('reset.missing') : undefined),
      repeated: () => t('reset.different'),
    },
  });
  const field = {
    autoComplete: 'new-password',
    maxLength: 512,
    showLabel: t('shell:entry.show'),
    hideLabel: t('shell:entry.hide'),
  };
  return (
    <form {...form.formProps} className="space-y-4">
      <PasswordField {...field} {...form.field('password')} label={t('reset.password')} />
      <PasswordStrength password={form.watch('password')} />
      <PasswordField
        {...field}
        {...form.field('repeated')}
        label={t('reset.repeated')}
        showLabel={t('reset.showRepeated')}
        hideLabel={t('reset.hideRepeated')}
      />
      <SubmitError refusal={form.refusal} />
      <Button type="submit" size="lg" wide loading={form.busy}>
        {t('reset.submit')}
      </Button>
    </form>
  );
}
