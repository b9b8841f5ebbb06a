import { MailCheck } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'react-router';
import { ACTIVATION_MAIL_MINUTES } from '../../../../../contract/kernel/constants.ts';
import { Button, ButtonLink } from '../../../../../packages/ui/button.tsx';
import { EmailField } from '../../../../../packages/ui/email-field.tsx';
import { useCurrentRoute } from '../../../shell/current-route.ts';
import { paths } from '../../../shell/paths.ts';
import { RefusalNote } from '../../../shell/refusal-note.tsx';
import { useAttempt } from '../../../shell/use-attempt.ts';
import { checkAddress } from './check-sign-in.ts';
import { NarrowCard } from './narrow-card.tsx';
import { useGivenEmail } from './use-given-email.ts';

/** Asks for a mail with which a new password can be chosen. */
export function ForgotScreen() {
  const { t } = useTranslation('account');
  const { title } = useCurrentRoute();
  const [sentTo, setSentTo] = useState<string | null>(null);
  if (sentTo === null)
    return (
      <NarrowCard title={title} text={t('forgot.text')}>
        <ForgotForm onSent={setSentTo} />
      </NarrowCard>
    );
  return (
    <NarrowCard title={t('forgot.sentTitle')} text={t('forgot.sentText', { email: sentTo })}>
      <div role="status" className="flex gap-3 rounded-field bg-soft p-4">
        <MailCheck aria-hidden="true" className="mt-0.5 size-5 shrink-0 text-primary-text" />
        <p>{t('forgot.next', { minutes: ACTIVATION_MAIL_MINUTES })}</p>
      </div>
      <div className="mt-5 space-y-2.5">
        <ButtonLink to={paths.login} state={{ email: sentTo }} size="lg" wide>
          {t('forgot.toSignIn')}
        </ButtonLink>
        <Button variant="ghost" wide onClick={() => setSentTo(null)}>
          {t('forgot.again')}
        </Button>
      </div>
    </NarrowCard>
  );
}

function ForgotForm({ onSent }: { onSent: (email: string) => void }) {
  const { t } = useTranslation(['account', 'shell']);
  const { state } = useLocation();
  const { ref, typed, setTyped } = useGivenEmail();
  const [fault, setFault] = useState<ReturnType<typeof checkAddress>['fault']>();
  const { busy, refusal, attempt, wordsFor } = useAttempt();
  const refused = wordsFor('reset.unknown_email', 'field.email');

  async function submit(event: FormEvent) {
    event.preventDefault();
    const { email, fault: found } = checkAddress(typed);
    setFault(found);
    const sent = !found && (await attempt(async () => (await import('./links.ts')).askForReset(email)));
    if (sent) onSent(email);
    else ref.current?.focus();
  }

  return (
    <form method="post" noValidate onSubmit={(event) => void submit(event)} className="space-y-4">
      <EmailField
        ref={ref}
        name="email"
        label={t('shell:entry.email')}
        autoComplete="username"
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        error={fault ? t(`shell:${fault}`) : refused}
      />
      {refusal && !refused && <RefusalNote refusal={refusal} />}
      <Button type="submit" size="lg" wide loading={busy}>
        {t('forgot.submit')}
      </Button>
      <p className="text-center">
        <Link
          to={paths.login}
          state={state as unknown}
          className="inline-flex min-h-11 items-center font-medium text-primary-text underline-offset-4 hover:underline"
        >
          {t('forgot.back')}
        </Link>
      </p>
    </form>
  );
}
