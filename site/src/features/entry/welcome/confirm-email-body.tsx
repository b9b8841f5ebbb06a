import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ACTIVATION_MAIL_MINUTES } from '../../../../../contract/kernel/constants.ts';
import { Button, ButtonLink } from '../../../../../packages/ui/button.tsx';
import { paths } from '../../../shell/paths.ts';
import type { PopupBodyProps } from '../../../shell/popups.ts';
import { useMember } from '../../../shell/session.ts';
import { webmailOf } from '../mail-domains.ts';
import { ChangeAddress } from './change-address.tsx';
import { ResendButton } from './resend-button.tsx';

/** Waits for the address to be confirmed: send the mail again, or to another address, once. */
export function ConfirmEmailBody({ close }: PopupBodyProps) {
  const { t } = useTranslation('popups');
  const { email, mayChangeEmail } = useMember();
  const webmail = webmailOf(email);
  const [changing, setChanging] = useState(false);
  return (
    <div className="space-y-4">
      <p className="rounded-field bg-soft p-4 text-center wrap-anywhere">
        {t('confirmEmail.sentTo')}
        <strong className="block text-lg">{email}</strong>
      </p>
      <p className="text-center text-sm text-muted">
        {t('confirmEmail.patience', { minutes: ACTIVATION_MAIL_MINUTES })}
      </p>
      {changing ? (
        <ChangeAddress onDone={() => setChanging(false)} />
      ) : (
        <div className="space-y-2.5">
          {webmail && (
            <ButtonLink to={webmail} target="_blank" rel="noopener noreferrer" wide>
              {t('confirmEmail.openMail')}
            </ButtonLink>
          )}
          <ResendButton />
          {mayChangeEmail ? (
            <Button variant="secondary" wide onClick={() => setChanging(true)}>
              {t('confirmEmail.change')}
            </Button>
          ) : (
            <ButtonLink to={paths.contact} variant="secondary" wide>
              {t('confirmEmail.wrong')}
            </ButtonLink>
          )}
          <Button variant="ghost" wide onClick={close}>
            {t('confirmEmail.later')}
          </Button>
        </div>
      )}
    </div>
  );
}
