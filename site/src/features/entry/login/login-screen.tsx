import { Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router';
import { Card } from '../../../../../packages/ui/card.tsx';
import { PageHeading } from '../../../shell/page-heading.tsx';
import { RefusalNote } from '../../../shell/refusal-note.tsx';
import { useSession } from '../../../shell/session.ts';
import { EntryCard, SignUpNote } from '../landing/entry-card.tsx';
import { useStarted } from '../signup/use-started.ts';
import { GoogleButton } from './google-button.tsx';
import { PasskeyButton } from './passkey-button.tsx';
import { SignInForm } from './sign-in-form.tsx';
import { usePasskeyAutofill } from './use-passkey-autofill.ts';

/** Why somebody who wanted to sign up finds himself here. */
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
      {refusal && <RefusalNote refusal={refusal} />}
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
