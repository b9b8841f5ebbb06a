import { useTranslation } from 'react-i18next';
import type { PopupBodyProps } from '#site/shell/popups.ts';
import { signOut } from '#site/shell/session.ts';
import { useAttempt } from '#site/shell/use-attempt.ts';
import { Button } from '#ui/button.tsx';

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
