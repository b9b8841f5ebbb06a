import { useTranslation } from 'react-i18next';
import { Button } from '../../../../packages/ui/button.tsx';
import type { PopupBodyProps } from '../../shell/popups.ts';
import { signOut } from '../../shell/session.ts';
import { useAttempt } from '../../shell/use-attempt.ts';

/** Asks before everything that is not sent yet goes with the session. */
export function SignOutBody({ close }: PopupBodyProps) {
  const { t } = useTranslation('popups');
  const { busy, attempt } = useAttempt();
  return (
    <div className="space-y-2.5">
      <Button size="lg" wide loading={busy} onClick={() => void attempt(signOut)}>
        {t('signOut')}
      </Button>
      <Button variant="ghost" wide onClick={close}>
        {t('confirmSignOut.stay')}
      </Button>
    </div>
  );
}
