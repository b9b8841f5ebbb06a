import { KeyRound } from 'lucide-react';
import { useEffect, useRef, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'react-router';
import { useSubmitForm } from '#site/shell/forms.ts';
import { paths } from '#site/shell/paths.ts';
import { memberStore } from '#site/shell/session.ts';
import { storage } from '#site/shell/storage.ts';
import { SubmitError } from '#site/shell/submit-error.tsx';
import { useAttempt } from '#site/shell/use-attempt.ts';
import { offerPasskeyLater } from '#site/shell/welcome.ts';
import { Button } from '#ui/button.tsx';
import { EmailField } from '#ui/email-field.tsx';
import { PasswordField } from '#ui/password-field.tsx';
import { useDraft } from '../signup/draft.ts';
import { GoogleButton } from './google-button.tsx';

/** The code that talks to the server is fetched when the visitor begins to type. */
const fetchSession = () => import('#site/shell/member-session.ts');
const fetchSchema = async () => (await import('#contract/account/sign-in.ts')).signInForm;
const prepare = () => void Promise.all([fetchSession(), fetchSchema()]).catch(() => undefined);

type SignInFormProps = {
  /** An address that is known already. */
  email?: string;
  /** The browser may offer passkeys in the list under the address. */
  passkeys?: boolean;
};

export function SignInForm({ email = '', passkeys = false }: SignInFormProps) {
  const { t } = useTranslation('shell');
  const given = useGivenEmail();
  const form = useSubmitForm({
    defaults: { email: email || given, password: '' },
    schema: fetchSchema,
    async submit(typed) {
      await (await fetchSession()).signIn(typed);
      void offerPasskey();
    },
    words: {
      email: (_, typed) => t(typed === '' ? 'entry.emailMissing' : 'entry.emailWrong'),
      password: () => t('entry.passwordMissing'),
    },
  });
  return (
    <form {...form.formProps} className="space-y-4">
      <EmailField
        {...form.field('email')}
        label={t('entry.email')}
        onFocus={prepare}
        autoComplete={passkeys ? 'username webauthn' : 'username'}
      />
      <PasswordField
        {...form.field('password')}
        label={t('entry.password')}
        onFocus={prepare}
        autoComplete="current-password"
        showLabel={t('entry.show')}
        hideLabel={t('entry.hide')}
      />
      <SubmitError refusal={form.refusal} />
      <Button type="submit" size="lg" wide loading={form.busy}>
        {t('entry.submit')}
      </Button>
      <p className="text-center">
        <Link
          to={paths.forgotPassword}
          state={{ email: form.watch('email') }}
          className="inline-flex min-h-11 items-center font-medium text-primary-text underline-offset-4 hover:underline"
        >
          {t('entry.forgotten')}
        </Link>
      </p>
    </form>
  );
}

/** The address that the page before has passed on. */
export function useGivenEmail(): string {
  const { state } = useLocation();
  const passed = (state as { email?: unknown } | null)?.email;
  return typeof passed === 'string' ? passed : '';
}

/** Offers a passkey to a member who has just typed a password, once on a device that can make one. Never throws. */
async function offerPasskey(): Promise<void> {
  const me = memberStore.get();
  if (!me || storage.get('passkeyOffer') || !('PublicKeyCredential' in window)) return;
  try {
    const { couldUsePasskey } = await import('./passkeys.ts');
    if (await couldUsePasskey(me.trackerId)) offerPasskeyLater();
  } catch {
    // It can be offered another time.
  }
}

/** Signing in at the very address that was opened. */
export function SignInSide({ goesOn }: { goesOn: boolean }) {
  const { t } = useTranslation('shell');
  const { email } = useDraft();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus({ preventScroll: true }), []);
  return (
    <>
      <h2 ref={heading} tabIndex={-1} className="text-2xl outline-none">
        {t('entry.title')}
      </h2>
      <p className="mt-1 mb-5 text-muted">{goesOn ? t('entry.goesOn') : t('entry.welcome')}</p>
      <SignInForm email={email} />
      <div className="space-y-2.5">
        <GoogleButton />
        <PasskeyButton />
      </div>
    </>
  );
}

const never = () => () => undefined;

/** Whether this browser knows passkeys. False on the server and in the first render over its HTML. */
function usePasskeysHere(): boolean {
  return useSyncExternalStore(
    never,
    () => 'PublicKeyCredential' in window,
    () => false,
  );
}

/** Signs in with a passkey, where the browser knows them. */
export function PasskeyButton() {
  const { t } = useTranslation('shell');
  const here = usePasskeysHere();
  const { busy, refusal, attempt } = useAttempt();
  if (!here) return null;
  return (
    <>
      <Button
        variant="secondary"
        wide
        loading={busy}
        icon={<KeyRound aria-hidden="true" className="size-5" />}
        onClick={() => void attempt(async () => (await import('./passkeys.ts')).signInByPasskey())}
      >
        {t('entry.passkey')}
      </Button>
      <SubmitError refusal={refusal} />
    </>
  );
}
