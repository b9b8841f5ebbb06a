import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useShell } from '../../lib/boot.ts';
import { signOut, useSession } from '../../lib/session.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { SignInForm } from './sign-in-form.tsx';

/** The way in. Who is in already finds the way on. */
export function EntryCard({ goesOn = false, children }: { goesOn?: boolean; children?: ReactNode }) {
  const { t } = useTranslation('shell');
  const session = useSession();
  if (session.status === 'member')
    return <MemberCard name={session.user.screenName} region={session.user.region} />;
  return (
    <Card as="section" className="shadow-raised">
      <h2 className="text-2xl">{t('entry.title')}</h2>
      <p className="mt-1 mb-5 text-muted">{goesOn ? t('entry.goesOn') : t('entry.welcome')}</p>
      <SignInForm />
      <SignUpNote />
      {children}
    </Card>
  );
}

export function SignUpNote() {
  const { t } = useTranslation('shell');
  return (
    <p className="mt-1 border-t-(length:--stroke) border-line pt-4 text-center text-[0.9375rem] text-muted">
      <strong className="block font-semibold text-ink">{t('entry.newHere')}</strong>
      {t('entry.signUpSoon')}
    </p>
  );
}

function MemberCard({ name, region }: { name: string; region: string | null }) {
  const { t } = useTranslation('shell');
  const { flow } = useShell();
  if (region === null) {
    return (
      <Card as="section" className="shadow-raised">
        <h2 className="text-2xl">{t('entry.regionTitle')}</h2>
        <p className="mt-2 mb-5 text-muted">{t('entry.regionText', { name })}</p>
        <Button variant="secondary" wide onClick={() => void signOut()}>
          {t('nav.signOut')}
        </Button>
      </Card>
    );
  }
  return (
    <Card as="section" className="shadow-raised">
      <h2 className="text-2xl">{t('entry.memberTitle', { name })}</h2>
      <p className="mt-2 mb-5 text-muted">{t('entry.memberText')}</p>
      <ButtonLink to={flow.invites ? '/match' : '/find'} size="lg" wide>
        {t('entry.memberGoOn')}
      </ButtonLink>
    </Card>
  );
}
