import { type FormEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { changeEmail } from '../../../../../contract/account/credentials.ts';
import { Button } from '../../../../../packages/ui/button.tsx';
import { EmailField } from '../../../../../packages/ui/email-field.tsx';
import { PasswordField } from '../../../../../packages/ui/password-field.tsx';
import { useToast } from '../../../../../packages/ui/toast.tsx';
import { call } from '../../../shell/api.ts';
import { withUser } from '../../../shell/me.ts';
import { RefusalNote } from '../../../shell/refusal-note.tsx';
import { updateMember, useMember } from '../../../shell/session.ts';
import { useAttempt } from '../../../shell/use-attempt.ts';

/** Gives another address in place of one that was never confirmed. */
export function ChangeAddress({ onDone }: { onDone: () => void }) {
  const { t } = useTranslation(['popups', 'shell']);
  const { email } = useMember();
  const toast = useToast();
  const [typed, setTyped] = useState('');
  const [password, setPassword] = useState('');
  const [asksPassword, setAsksPassword] = useState(false);
  const { busy, refusal, attempt, wordsFor } = useAttempt();
  const addressFault = wordsFor('field.email', 'email.same', 'email.taken', 'signup.email_forbidden');
  const passwordFault = wordsFor('password.needed', 'password.wrong');
  if (passwordFault && !asksPassword) setAsksPassword(true);
  const field = useRef<HTMLInputElement>(null);
  const newEmail = typed.replace(/\s/g, '');

  async function change() {
    const { user } = await call(changeEmail, {
      oldEmail: email,
      newEmail,
      ...(password && { currentPassword: password }),
    });
    updateMember(withUser, { ...user, mayChangeEmail: false });
    toast({ text: t('confirmEmail.changed', { email: user.pendingEmail ?? user.email }), kind: 'success' });
    onDone();
  }

  async function submit(event: FormEvent) {
    event.preventDefault();
    if (!(await attempt(change))) field.current?.focus();
  }

  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="space-y-4">
      <EmailField
        ref={field}
        label={t('confirmEmail.newAddress')}
        hint={t('confirmEmail.once')}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        error={addressFault}
      />
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
      {refusal && !addressFault && !passwordFault && <RefusalNote refusal={refusal} />}
      <div className="space-y-2.5">
        <Button type="submit" size="lg" wide loading={busy}>
          {t('confirmEmail.save')}
        </Button>
        <Button variant="ghost" wide onClick={onDone}>
          {t('confirmEmail.back')}
        </Button>
      </div>
    </form>
  );
}
