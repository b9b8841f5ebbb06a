import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { ButtonLink, Button } from '../../../../../packages/ui/button.tsx';
import { FormErrors } from '../../../../../packages/ui/form-errors.tsx';
import { paths } from '../../../shell/paths.ts';
import type { SignUpRefusal } from './send-sign-up.ts';

type RefusalNoticeProps = {
  refusal: SignUpRefusal;
  onSignIn: () => void;
  /** "That's not me": goes on although somebody signed up from this device. */
  onAnotherPerson: () => void;
};

/** Why a sign-up did not go through, with the way on. */
export function RefusalNotice({ refusal, onSignIn, onAnotherPerson }: RefusalNoticeProps) {
  const { t } = useTranslation(['signup', 'shell', 'errors']);
  const { code, faultId, maskedEmail, minutes } = refusal;
  const more = [
    maskedEmail && t('refused.knownAs', { email: maskedEmail }),
    minutes !== undefined && t('refused.waitMinutes', { count: minutes }),
    faultId && t('shell:entry.faultId', { id: faultId }),
  ].filter((text) => typeof text === 'string' && text !== '');
  return (
    <FormErrors
      title={code === 'offline' ? t('shell:entry.offline') : t(`errors:${code}`)}
      errors={more.map((text) => ({ text: String(text) }))}
      actions={actionsFor()}
    />
  );

  function actionsFor(): ReactNode {
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
