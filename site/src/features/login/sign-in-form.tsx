import { type FormEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { SignInOutcome } from '../../lib/member-session.ts';
import { Button } from '../../ui/button.tsx';
import { FormErrors } from '../../ui/form-errors.tsx';
import { PasswordField } from '../../ui/password-field.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { type SignInFaults, checkSignIn } from './check-sign-in.ts';

type Refusal = Extract<SignInOutcome, { ok: false }>;

/** The code that talks to the server is fetched when somebody begins to type. */
const fetchSession = () => import('../../lib/member-session.ts');
const prepare = () => void fetchSession().catch(() => undefined);

function textOf(data: FormData, name: string): string {
  const value = data.get(name);
  return typeof value === 'string' ? value : '';
}

export function SignInForm() {
  const { t, i18n } = useTranslation('shell');
  const form = useRef<HTMLFormElement>(null);
  const [faults, setFaults] = useState<SignInFaults>({});
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  const [busy, setBusy] = useState(false);

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (busy) return;
    const data = new FormData(event.currentTarget);
    const { given, faults: found } = checkSignIn(textOf(data, 'email'), textOf(data, 'password'));
    setFaults(found);
    setRefusal(null);
    const first = found.email ? 'email' : found.password ? 'password' : null;
    if (first) {
      form.current?.querySelector<HTMLInputElement>(`[name=${first}]`)?.focus();
      return;
    }
    setBusy(true);
    const outcome = await tryToSignIn(given);
    if (outcome.ok) return;
    if (outcome.code !== 'offline') await i18n.loadNamespaces('errors');
    setRefusal(outcome);
    setBusy(false);
  }

  const words = (refused: Refusal) =>
    refused.code === 'offline' ? t('entry.offline') : i18n.t(refused.code, { ns: 'errors' });

  return (
    <form ref={form} method="post" noValidate onSubmit={(event) => void submit(event)} className="space-y-4">
      <TextField
        label={t('entry.email')}
        name="email"
        onFocus={prepare}
        type="email"
        inputMode="email"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        error={faults.email && t(faults.email)}
      />
      <PasswordField
        label={t('entry.password')}
        name="password"
        onFocus={prepare}
        autoComplete="current-password"
        showLabel={t('entry.show')}
        hideLabel={t('entry.hide')}
        error={faults.password && t(faults.password)}
      />
      {refusal && (
        <FormErrors
          title={words(refusal)}
          errors={refusal.faultId ? [{ text: t('entry.faultId', { id: refusal.faultId }) }] : []}
        />
      )}
      <Button type="submit" size="lg" wide loading={busy}>
        {t('entry.submit')}
      </Button>
      <p className="text-center">
        <Link
          to="/forgotPassword"
          className="inline-flex min-h-11 items-center font-medium text-primary-text underline-offset-4 hover:underline"
        >
          {t('entry.forgotten')}
        </Link>
      </p>
    </form>
  );
}

async function tryToSignIn(given: { email: string; password: string }): Promise<SignInOutcome> {
  try {
    const { signIn } = await fetchSession();
    return await signIn(given);
  } catch {
    return { ok: false, code: navigator.onLine ? 'server.unavailable' : 'offline' };
  }
}
