import { type FormEvent, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../../../../packages/ui/button.tsx';
import { PasswordField } from '../../../../../packages/ui/password-field.tsx';
import { useToast } from '../../../../../packages/ui/toast.tsx';
import type { PopupBodyProps } from '../../../shell/popups.ts';
import { RefusalNote } from '../../../shell/refusal-note.tsx';
import { useMember } from '../../../shell/session.ts';
import { storage } from '../../../shell/storage.ts';
import { useAttempt } from '../../../shell/use-attempt.ts';

/** Offers a passkey, once on this device: however the popup is left, it does not come again. */
export function PasskeyBody({ close }: PopupBodyProps) {
  const { t } = useTranslation(['popups', 'shell']);
  const { trackerId } = useMember();
  const toast = useToast();
  const { busy, refusal, attempt, wordsFor } = useAttempt();
  const [password, setPassword] = useState('');
  const [asksPassword, setAsksPassword] = useState(false);
  const passwordFault = wordsFor('password.needed', 'password.wrong');
  if (passwordFault && !asksPassword) setAsksPassword(true);
  useEffect(() => storage.set('passkeyOffer', 'shown'), []);

  async function make() {
    const { makePasskey } = await import('../login/passkeys.ts');
    if (!(await makePasskey(trackerId, password ? { currentPassword: password } : {}))) return;
    storage.set('passkeyOffer', 'made');
    toast({ text: t('offerPasskey.made'), kind: 'success' });
    close();
  }

  function submit(event: FormEvent) {
    event.preventDefault();
    void attempt(make);
  }

  return (
    <form noValidate onSubmit={submit} className="space-y-2.5">
      {refusal && !passwordFault && <RefusalNote refusal={refusal} />}
      {asksPassword && (
        <PasswordField
          label={t('shell:entry.password')}
          autoComplete="current-password"
          showLabel={t('shell:entry.show')}
          hideLabel={t('shell:entry.hide')}
          value={password}
          onChange={(event) => setPassword(event.target.value)}
          error={passwordFault}
        />
      )}
      <Button type="submit" size="lg" wide loading={busy}>
        {t('offerPasskey.make')}
      </Button>
      <Button variant="ghost" wide onClick={close}>
        {t('later')}
      </Button>
    </form>
  );
}
