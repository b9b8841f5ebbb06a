import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Refusal } from '#client/refusal.ts';
import { beginFingerprint } from '#site/shell/fingerprint.ts';
import { fetchMembersFiles } from '#site/shell/members-files.ts';
import { paths } from '#site/shell/paths.ts';
import { SubmitError } from '#site/shell/submit-error.tsx';
import { Button, ButtonLink } from '#ui/button.tsx';

export const loadSender = () => import('./send-sign-up.ts');

/** Fetches what it takes to sign up and what is seen then, and reads the device's marks, while the last questions are answered. */
export function prepareToSend(): void {
  void loadSender()
    .then(fetchMembersFiles)
    .catch(() => undefined);
  void beginFingerprint();
}

type RefusalNoticeProps = {
  refusal: Refusal | null;
  onSignIn: () => void;
  /** "That's not me": goes on although an account was made on this device before. */
  onAnotherPerson: () => void;
};

/** Why a sign-up did not go through, with the way on. */
export function RefusalNotice({ refusal, onSignIn, onAnotherPerson }: RefusalNoticeProps) {
  const { t } = useTranslation('signup');
  const more = refusal?.knownEmail ? [t('refused.knownAs', { email: refusal.knownEmail })] : [];
  return <SubmitError refusal={refusal} more={more} actions={actionsFor(refusal?.code)} />;

  function actionsFor(code: Refusal['code'] | undefined): ReactNode {
    if (code === 'account.disabled')
      return (
        <ButtonLink to={paths.contact} variant="secondary" size="sm">
          {t('refused.contact')}
        </ButtonLink>
      );
    if (code !== 'signup.email_taken' && code !== 'signup.known_device') return null;
    return (
      <>
        <Button variant="secondary" size="sm" onClick={onSignIn}>
          {code === 'signup.email_taken' ? t('refused.signInWith') : t('refused.signIn')}
        </Button>
        {code === 'signup.known_device' && (
          <Button variant="ghost" size="sm" onClick={onAnotherPerson}>
            {t('refused.notMe')}
          </Button>
        )}
      </>
    );
  }
}
