import { type FormEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { Button } from '../../../../../packages/ui/button.tsx';
import { EmailField } from '../../../../../packages/ui/email-field.tsx';
import { PasswordField } from '../../../../../packages/ui/password-field.tsx';
import { paths } from '../../../shell/paths.ts';
import { RefusalNote } from '../../../shell/refusal-note.tsx';
import { useAttempt } from '../../../shell/use-attempt.ts';
import { type SignInFaults, checkSignIn } from './check-sign-in.ts';
import { useGivenEmail } from './use-given-email.ts';

/** The code that talks to the server is fetched when somebody begins to type. */
const fetchSession = () => import('../../../shell/member-session.ts');
const prepare = () => void fetchSession().catch(() => undefined);

type SignInFormProps = {
  /** An address that is known already. */
  email?: string;
  /** The browser may offer passkeys in the list under the address. */
  passkeys?: boolean;
};

export function SignInForm({ email: known = '', passkeys = false }: SignInFormProps) {
  const { t } = useTranslation('shell');
  const form = useRef<HTMLFormElement>(null);
  const { ref, typed, setTyped } = useGivenEmail(known);
  const [faults, setFaults] = useState<SignInFaults>({});
  const { busy, refusal, attempt } = useAttempt();

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const password = new FormData(event.currentTarget).get('password');
    const { given, faults: found } = checkSignIn(typed, typeof password === 'string' ? password : '');
    setFaults(found);
    const first = found.email ? 'email' : found.password ? 'password' : null;
    if (first) {
      form.current?.querySelector<HTMLInputElement>(`[name=${first}]`)?.focus();
      return;
    }
    const signedIn = await attempt(async () => (await fetchSession()).signIn(given));
    if (signedIn) void import('./offer-passkey.ts').then(({ offerPasskey }) => offerPasskey());
  }

  return (
    <form ref={form} method="post" noValidate onSubmit={(event) => void submit(event)} className="space-y-4">
      <EmailField
        ref={ref}
        label={t('entry.email')}
        name="email"
        onFocus={prepare}
        autoComplete={passkeys ? 'username webauthn' : 'username'}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
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
      {refusal && <RefusalNote refusal={refusal} />}
      <Button type="submit" size="lg" wide loading={busy}>
        {t('entry.submit')}
      </Button>
      <p className="text-center">
        <Link
          to={paths.forgotPassword}
          state={{ email: typed }}
          className="inline-flex min-h-11 items-center font-medium text-primary-text underline-offset-4 hover:underline"
        >
          {t('entry.forgotten')}
        </Link>
      </p>
    </form>
  );
}
