import { Suspense, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router';
import { type Refusal, reportedRefusalOf } from '#client/refusal.ts';
import { useStarted } from '#site/lib/use-started.ts';
import { PageHeading } from '#site/shell/page-heading.tsx';
import { useSession } from '#site/shell/session.ts';
import { SubmitError } from '#site/shell/submit-error.tsx';
import { Card } from '#ui/card.tsx';
import { EntryCard, SignUpNote } from '../landing/entry-card.tsx';
import { GoogleButton } from './google-button.tsx';
import { PasskeyButton, SignInForm } from './sign-in.tsx';

/** Why a visitor who wanted to sign up is on this page. */
const notices = ['signup.email_taken', 'signup.known_device'] as const;
type NoticeCode = (typeof notices)[number];

export function LoginScreen() {
  const { status } = useSession();
  return (
    <div className="mx-auto w-full max-w-md px-4 py-8 sm:py-16">
      {status === 'member' ? <EntryCard /> : <SignInCard />}
    </div>
  );
}

function SignInCard() {
  const { t } = useTranslation('shell');
  const refusal = usePasskeyAutofill();
  return (
    <Card as="section">
      <PageHeading>{t('entry.title')}</PageHeading>
      <p className="mt-1 mb-6 text-muted">{t('entry.welcome')}</p>
      <Notice />
      <SubmitError refusal={refusal} />
      <SignInForm passkeys />
      <div className="mt-2 mb-4 space-y-2.5">
        <GoogleButton />
        <PasskeyButton />
      </div>
      <SignUpNote />
    </Card>
  );
}

function Notice() {
  const { state } = useLocation();
  const started = useStarted();
  const notice = (state as { notice?: unknown } | null)?.notice;
  const code = notices.find((each) => each === notice);
  if (!started || !code) return null;
  return (
    <Suspense fallback={null}>
      <NoticeWords code={code} />
    </Suspense>
  );
}

function NoticeWords({ code }: { code: NoticeCode }) {
  const { t } = useTranslation('errors');
  return (
    <p role="status" className="mb-5 rounded-field bg-soft p-4 font-medium">
      {t(code)}
    </p>
  );
}

/** What the server gives for it is good for five minutes. */
const RENEW_MS = 4 * 60_000;

/** While the page is open, passkeys are offered in the list under the address. Returns why the chosen one was refused. */
function usePasskeyAutofill(): Refusal | null {
  const { i18n } = useTranslation();
  const [refusal, setRefusal] = useState<Refusal | null>(null);

  useEffect(() => {
    if (!('PublicKeyCredential' in window)) return undefined;
    let over = false;

    async function offer() {
      const { signInByAutofill } = await import('./passkeys.ts');
      if (!over) await signInByAutofill();
    }
    async function refused(error: unknown) {
      // The page was left, and its fields with it.
      if (over) return;
      const found = reportedRefusalOf(error);
      // The visitor has not chosen anything yet, so a server that could not be asked is no news.
      const concernsMember = ['login.passkey', 'account.disabled', 'account.suspended'].includes(found.code);
      if (!concernsMember) return;
      await i18n.loadNamespaces(['errors', 'account']);
      setRefusal(found);
    }
    const begin = () => void offer().catch(refused);

    begin();
    const timer = setInterval(begin, RENEW_MS);
    return () => {
      over = true;
      clearInterval(timer);
      void import('./passkeys.ts').then(({ stopWaitingForAutofill }) => stopWaitingForAutofill());
    };
  }, [i18n]);

  return refusal;
}
