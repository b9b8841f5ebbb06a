import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation, useNavigate } from 'react-router';
import { useShell } from '#site/shell/boot.ts';
import { useSession } from '#site/shell/session.ts';
import { SubmitError } from '#site/shell/submit-error.tsx';
import { useAttempt } from '#site/shell/use-attempt.ts';
import { Card } from '#ui/card.tsx';
import { FormErrors } from '#ui/form-errors.tsx';
import { Spinner } from '#ui/spinner.tsx';
import { BrandHero } from '../landing/brand-hero.tsx';
import { EntryCard } from '../landing/entry-card.tsx';
import { GoogleButton } from './google-button.tsx';

/** Where Google sends people back, and a landing of its own: Google first, then the other way in. */
export function GoogleScreen() {
  const { brand } = useShell();
  const { status } = useSession();
  return (
    <BrandHero>
      <div className="space-y-4">
        {brand.google && status !== 'member' && <GoogleCard />}
        <EntryCard />
      </div>
    </BrandHero>
  );
}

function GoogleCard() {
  const { t } = useTranslation('account');
  const { busy, left, refusal } = useGoogleReturn();
  return (
    <Card as="section" className="shadow-raised">
      <h2 className="text-2xl">{t('google.title')}</h2>
      <p className="mt-1 mb-4 text-muted">{t('google.text')}</p>
      {busy ? (
        <p role="status" className="flex min-h-11 items-center gap-3 font-medium">
          <Spinner />
          {t('google.working')}
        </p>
      ) : (
        <div className="space-y-3">
          {left && <FormErrors title={t('google.left')} />}
          <SubmitError refusal={refusal} />
          <GoogleButton />
        </div>
      )}
    </Card>
  );
}

/** Takes Google's answer off the address and signs in with it. Without an answer nothing happens. */
function useGoogleReturn() {
  const { pathname, search, hash } = useLocation();
  const navigate = useNavigate();
  const { busy, refusal, attempt } = useAttempt();
  const [left, setLeft] = useState(false);
  const read = useRef(false);

  useEffect(() => {
    if (read.current) return;
    read.current = true;
    void import('./google.ts').then(async ({ takeGoogleReturn, finishGoogle }) => {
      const found = takeGoogleReturn(search);
      if (found.status === 'none') return;
      const { goOn } = found.status === 'code' ? found.journey : found;
      // The answer leaves the address and the history; where to go on to stays with the entry.
      await navigate({ pathname, hash }, { replace: true, state: { from: goOn } });
      if (found.status === 'refused') return setLeft(true);
      await attempt(() => finishGoogle(found.code, found.journey));
    });
  }, [pathname, search, hash, navigate, attempt]);

  return { busy, left, refusal };
}
