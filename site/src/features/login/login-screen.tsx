import { useTranslation } from 'react-i18next';
import { PageHeading } from '../../lib/page-heading.tsx';
import { useSession } from '../../lib/session.ts';
import { Card } from '../../ui/card.tsx';
import { EntryCard, SignUpNote } from './entry-card.tsx';
import { SignInForm } from './sign-in-form.tsx';

export function LoginScreen() {
  const { t } = useTranslation('shell');
  const { status } = useSession();
  return (
    <div className="mx-auto w-full max-w-md px-4 py-8 sm:py-16">
      {status === 'member' ? (
        <EntryCard />
      ) : (
        <Card as="section">
          <PageHeading>{t('entry.title')}</PageHeading>
          <p className="mt-1 mb-6 text-muted">{t('entry.welcome')}</p>
          <SignInForm />
          <SignUpNote />
        </Card>
      )}
    </div>
  );
}
