import { Check } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { acceptTerms } from '../../../../../contract/account/sign-up.ts';
import { Button } from '../../../../../packages/ui/button.tsx';
import { Checkbox } from '../../../../../packages/ui/checkbox.tsx';
import { call } from '../../../shell/api.ts';
import { useShell } from '../../../shell/boot.ts';
import { withUser } from '../../../shell/me.ts';
import { RefusalNote } from '../../../shell/refusal-note.tsx';
import { signOut, updateMember, useMember } from '../../../shell/session.ts';
import { useAttempt } from '../../../shell/use-attempt.ts';
import { TermsLabel } from '../signup/terms-label.tsx';

/** What somebody confirms who came by a way that did not ask: one tap, or the way out. */
export function TermsBody() {
  const { t } = useTranslation('popups');
  const { brand } = useShell();
  const { trackerId } = useMember();
  const [newsletter, setNewsletter] = useState(false);
  const { busy, refusal, attempt } = useAttempt();

  async function accept() {
    const { user } = await call(acceptTerms, { trackerId, newsletter, terms: true, adult: true });
    updateMember(withUser, user);
  }

  return (
    <div className="space-y-5">
      <ul className="space-y-3 rounded-card bg-soft p-5">
        <Point>{t('acceptTerms.adult')}</Point>
        <Point>
          <TermsLabel />
        </Point>
      </ul>
      <Checkbox
        label={t('acceptTerms.newsletter', { brand: brand.title })}
        checked={newsletter}
        onChange={(event) => setNewsletter(event.target.checked)}
      />
      {refusal && <RefusalNote refusal={refusal} />}
      <div className="space-y-2.5">
        <Button size="lg" wide loading={busy} onClick={() => void attempt(accept)}>
          {t('acceptTerms.accept')}
        </Button>
        <Button variant="ghost" wide onClick={() => void signOut()}>
          {t('signOut')}
        </Button>
      </div>
    </div>
  );
}

function Point({ children }: { children: ReactNode }) {
  return (
    <li className="flex gap-3">
      <Check aria-hidden="true" className="mt-0.5 size-5 shrink-0 text-primary-text" />
      <span className="[&_a]:font-semibold [&_a]:text-primary-text [&_a]:underline [&_a]:underline-offset-4">
        {children}
      </span>
    </li>
  );
}
