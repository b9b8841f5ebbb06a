import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { GoogleButton } from '../login/google-button.tsx';
import { PasskeyButton } from '../login/passkey-button.tsx';
import { SignInForm } from '../login/sign-in-form.tsx';
import { useDraft } from '../signup/draft.ts';

/** Signing in at the very address somebody came to. */
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
