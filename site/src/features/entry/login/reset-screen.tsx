import { type FormEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation, useNavigate } from 'react-router';
import { Button, ButtonLink } from '../../../../../packages/ui/button.tsx';
import { PasswordField } from '../../../../../packages/ui/password-field.tsx';
import { useToast } from '../../../../../packages/ui/toast.tsx';
import { useCurrentRoute } from '../../../shell/current-route.ts';
import { linkTokenOf } from '../../../shell/link-token.ts';
import { paths } from '../../../shell/paths.ts';
import { RefusalNote } from '../../../shell/refusal-note.tsx';
import { type Attempt, useAttempt } from '../../../shell/use-attempt.ts';
import { PasswordStrength } from '../password-strength.tsx';
import { type PasswordFault, checkPasswords } from './check-passwords.ts';
import { NarrowCard } from './narrow-card.tsx';

/** Chooses a new password with the link of a reset mail. */
export function ResetScreen() {
  const { t } = useTranslation('account');
  const { title } = useCurrentRoute();
  const attempt = useAttempt();
  if (attempt.refusal?.code !== 'link.invalid')
    return (
      <NarrowCard title={title} text={t('reset.text')}>
        <ResetForm {...attempt} />
      </NarrowCard>
    );
  return (
    <NarrowCard title={t('reset.expiredTitle')} text={t('reset.expiredText')}>
      <div className="space-y-2.5">
        <ButtonLink to={paths.forgotPassword} size="lg" wide>
          {t('reset.newLink')}
        </ButtonLink>
        <ButtonLink to={paths.login} variant="ghost" wide>
          {t('reset.toSignIn')}
        </ButtonLink>
      </div>
    </NarrowCard>
  );
}

function ResetForm({ busy, refusal, attempt, wordsFor }: Attempt) {
  const { t } = useTranslation(['account', 'shell']);
  const linkToken = linkTokenOf(useLocation()) ?? '';
  const navigate = useNavigate();
  const toast = useToast();
  const form = useRef<HTMLFormElement>(null);
  const [typed, setTyped] = useState('');
  const [fault, setFault] = useState<PasswordFault | null>(null);

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const data = new FormData(event.currentTarget);
    const { password, fault: found } = checkPasswords(data.get('password'), data.get('repeated'));
    setFault(found);
    if (found) {
      form.current?.querySelector<HTMLInputElement>(`[name=${found.field}]`)?.focus();
      return;
    }
    const chosen = await attempt(async () =>
      (await import('./links.ts')).choosePassword(linkToken, password),
    );
    if (!chosen) return;
    toast({ text: t('reset.done'), kind: 'success' });
    await navigate(paths.home, { replace: true });
  }

  const faultOf = (field: PasswordFault['field']) => (fault?.field === field ? t(fault.words) : undefined);
  const refused = wordsFor('field.password');
  const field = {
    autoComplete: 'new-password',
    maxLength: 512,
    showLabel: t('shell:entry.show'),
    hideLabel: t('shell:entry.hide'),
  };
  return (
    <form ref={form} method="post" noValidate onSubmit={(event) => void submit(event)} className="space-y-4">
      <PasswordField
        {...field}
        name="password"
        label={t('reset.password')}
        onChange={({ target }) => setTyped(target.value)}
        error={faultOf('password') ?? refused}
      />
      <PasswordStrength password={typed} />
      <PasswordField {...field} name="repeated" label={t('reset.repeated')} error={faultOf('repeated')} />
      {refusal && !refused && <RefusalNote refusal={refusal} />}
      <Button type="submit" size="lg" wide loading={busy}>
        {t('reset.submit')}
      </Button>
    </form>
  );
}
