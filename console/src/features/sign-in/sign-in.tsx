import { useMutation } from '@tanstack/react-query';
import { useEffect, useId, useState } from 'react';
import type { FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { Navigate, useSearchParams } from 'react-router';
import { staffSignIn } from '../../../../contract/staff/staff.ts';
import { queryClient } from '../../../../packages/client/query-client.ts';
import { Button } from '../../../../packages/ui/button.tsx';
import { Checkbox } from '../../../../packages/ui/checkbox.tsx';
import { FormErrors } from '../../../../packages/ui/form-errors.tsx';
import { OfflineBar } from '../../../../packages/ui/page-states.tsx';
import { PasswordField } from '../../../../packages/ui/password-field.tsx';
import { TextField } from '../../../../packages/ui/text-field.tsx';
import { call, explain, meKey } from '../../shell/api.ts';
import { TabTitle, Wordmark } from '../../shell/page.tsx';
import { returnPath } from '../../shell/paths.ts';
import { startSession, useSession } from '../../shell/session.ts';
import { storage } from '../../shell/storage.ts';

export function SignIn() {
  const { t } = useTranslation();
  const { token, ended } = useSession();
  const [search] = useSearchParams();
  if (token) return <Navigate replace to={returnPath(search.get('next'))} />;
  return (
    <main className="flex min-h-dvh flex-col">
      <TabTitle />
      <OfflineBar text={t('offline.bar')} />
      <div className="m-auto flex w-full max-w-sm flex-col gap-8 px-5 py-10">
        <Wordmark />
        <div className="flex flex-col gap-1.5">
          <h1 className="text-2xl">{t('signIn.title')}</h1>
          <p className="text-muted">{t('signIn.text')}</p>
        </div>
        {ended === 'expired' && (
          <p role="status" className="rounded-field bg-warning-soft px-4 py-3 text-on-warning-soft">
            {t('signIn.expired')}
          </p>
        )}
        <SignInForm />
      </div>
    </main>
  );
}

type Missing = Partial<Record<'email' | 'password', string>>;

function SignInForm() {
  const { t, i18n } = useTranslation();
  const ids = { email: useId(), password: useId() };
  const [missing, setMissing] = useState<Missing>({});
  const focus = (field: keyof Missing) => document.getElementById(ids[field])?.focus();
  useEffect(() => document.getElementById(ids.email)?.focus(), [ids.email]);
  const signIn = useMutation({
    mutationFn: ({ email, password }: { email: string; password: string; remember: boolean }) =>
      call(staffSignIn, { email, password, deviceToken: storage.get('deviceToken') }),
    onSuccess: ({ token, staff, deviceToken }, { remember }) => {
      queryClient.clear();
      queryClient.setQueryData(meKey, staff);
      if (deviceToken !== undefined) storage.set('deviceToken', deviceToken);
      startSession(token, remember);
    },
    onError: () => focus('password'),
  });
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (signIn.isPending) return;
    const form = new FormData(event.currentTarget);
    const text = (name: string) => {
      const value = form.get(name);
      return typeof value === 'string' ? value : '';
    };
    const [email, password] = [text('email').trim(), text('password')];
    const found: Missing = {
      ...(email === '' && { email: t('signIn.emailMissing') }),
      ...(password === '' && { password: t('signIn.passwordMissing') }),
    };
    setMissing(found);
    if (found.email) return focus('email');
    if (found.password) return focus('password');
    signIn.mutate({ email, password, remember: form.has('remember') });
  };
  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-4">
      {signIn.error && <FormErrors title={explain(signIn.error, i18n)} />}
      <TextField
        id={ids.email}
        label={t('signIn.email')}
        error={missing.email}
        name="email"
        type="email"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={254}
      />
      <PasswordField
        id={ids.password}
        label={t('signIn.password')}
        error={missing.password}
        name="password"
        autoComplete="current-password"
        maxLength={512}
        showLabel={t('signIn.showPassword')}
        hideLabel={t('signIn.hidePassword')}
      />
      <Checkbox label={t('signIn.remember')} name="remember" />
      <Button type="submit" wide loading={signIn.isPending}>
        {t('signIn.button')}
      </Button>
    </form>
  );
}
