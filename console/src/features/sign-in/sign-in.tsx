import { useEffect, useId } from 'react';
import { useTranslation } from 'react-i18next';
import { Navigate, useLocation, useSearchParams } from 'react-router';
import { z } from 'zod';
import { call, meKey } from '#console/shell/api.ts';
import { SubmitError, useSubmitForm } from '#console/shell/forms.tsx';
import { BareHeading, BarePage } from '#console/shell/page.tsx';
import { returnPath } from '#console/shell/paths.ts';
import { queryClient } from '#console/shell/query-client.ts';
import { startSession, useSession } from '#console/shell/session.ts';
import { storage } from '#console/shell/storage.ts';
import { chooseLanguage } from '#console/shell/texts.ts';
import type { Language } from '#contract/kernel/constants.ts';
import { passwordText, typedEmail } from '#contract/kernel/fields.ts';
import { staffSignIn } from '#contract/staff/sign-in.ts';
import { Button } from '#ui/button.tsx';
import { Checkbox } from '#ui/checkbox.tsx';
import { EmailField } from '#ui/email-field.tsx';
import { PasswordField } from '#ui/password-field.tsx';

export function SignIn() {
  const { t } = useTranslation();
  const { token, ended } = useSession();
  const [search] = useSearchParams();
  const { passwordSet = false } = (useLocation().state ?? {}) as { passwordSet?: boolean };
  if (token) return <Navigate replace to={returnPath(search.get('next'))} />;
  return (
    <BarePage>
      <BareHeading title={t('signIn.title')} text={t('signIn.text')} />
      {ended === 'expired' && (
        <p role="status" className="rounded-field bg-warning-soft px-4 py-3 text-on-warning-soft">
          {t('signIn.expired')}
        </p>
      )}
      {passwordSet && (
        <p role="status" className="rounded-field bg-success-soft px-4 py-3 text-on-success-soft">
          {t('invitation.done')}
        </p>
      )}
      <SignInForm />
    </BarePage>
  );
}

const schema = z.object({ email: typedEmail, password: passwordText, remember: z.boolean() });

function SignInForm() {
  const { t, i18n } = useTranslation();
  const ids = { email: useId(), password: useId() };
  const form = useSubmitForm({
    defaults: { email: '', password: '', remember: false },
    schema: async () => schema,
    words: { email: t('signIn.emailMissing'), password: t('signIn.passwordMissing') },
    async submit({ remember, ...given }) {
      const reply = await call(staffSignIn, {
        ...given,
        deviceToken: storage.get('deviceToken'),
        language: i18n.language as Language,
      });
      if (storage.get('language') === undefined) await chooseLanguage(i18n, reply.staff.language);
      queryClient.clear();
      queryClient.setQueryData(meKey, reply.staff);
      if (reply.deviceToken !== undefined) storage.set('deviceToken', reply.deviceToken);
      startSession(reply.token, remember);
    },
  });
  const { refusal } = form;
  useEffect(() => document.getElementById(ids.email)?.focus(), [ids.email]);
  // After a refusal the user types the password again.
  useEffect(() => {
    if (refusal) document.getElementById(ids.password)?.focus();
  }, [refusal, ids.password]);
  return (
    <form {...form.formProps} className="flex flex-col gap-4">
      <SubmitError refusal={refusal} />
      <EmailField {...form.field('email')} id={ids.email} label={t('signIn.email')} autoComplete="username" />
      <PasswordField
        {...form.field('password')}
        id={ids.password}
        label={t('signIn.password')}
        autoComplete="current-password"
        maxLength={512}
        showLabel={t('signIn.showPassword')}
        hideLabel={t('signIn.hidePassword')}
      />
      <Checkbox {...form.field('remember')} label={t('signIn.remember')} />
      <Button type="submit" wide loading={form.busy}>
        {t('signIn.button')}
      </Button>
    </form>
  );
}
