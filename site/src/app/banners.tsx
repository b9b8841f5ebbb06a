import { WifiOff } from 'lucide-react';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useShell } from '../lib/boot.ts';
import { chooseCookies, useCookieQuestion } from '../lib/cookie-choice.ts';
import { useOnline } from '../lib/use-online.ts';
import { Button } from '../ui/button.tsx';
import { classNames } from '../ui/class-names.ts';

export function OfflineBanner() {
  const { t } = useTranslation('shell');
  const online = useOnline();
  return (
    // Always in the page: a screen reader only hears regions that were there before their content.
    <div role="status">
      {!online && (
        <p className="flex items-center justify-center gap-2 bg-warning-soft px-5 py-2.5 text-[0.9375rem] font-medium text-on-warning-soft">
          <WifiOff aria-hidden="true" className="size-5 shrink-0" />
          {t('state.offlineBanner')}
        </p>
      )}
    </div>
  );
}

/** Asks about cookies without standing in the way. Both answers look the same. */
export function CookieBanner({ aboveBottomMenu }: { aboveBottomMenu: boolean }) {
  const { t } = useTranslation('shell');
  const { brand } = useShell();
  const titleId = useId();
  const version = brand.cookieConsent?.policyVersion;
  if (!useCookieQuestion(version) || version === undefined) return null;
  return (
    <section
      aria-labelledby={titleId}
      className={classNames(
        'fixed inset-x-3 z-40 mx-auto max-w-xl animate-rise rounded-card edge bg-raised p-5 shadow-raised sm:right-5 sm:bottom-5 sm:left-auto sm:max-w-md',
        aboveBottomMenu
          ? 'bottom-[calc(var(--bottom-menu)+env(safe-area-inset-bottom)+0.75rem)]'
          : 'bottom-[max(0.75rem,env(safe-area-inset-bottom))]',
      )}
    >
      <h2 id={titleId} className="text-lg">
        {t('cookies.title')}
      </h2>
      <p className="mt-1 text-[0.9375rem] text-muted">
        {t('cookies.text')}{' '}
        <Link to="/legal/cookie" className="font-medium text-primary-text underline underline-offset-4">
          {t('cookies.more')}
        </Link>
      </p>
      <div className="mt-4 grid grid-cols-2 gap-2.5">
        <Button variant="secondary" onClick={() => chooseCookies('rejected', version)}>
          {t('cookies.reject')}
        </Button>
        <Button variant="secondary" onClick={() => chooseCookies('accepted', version)}>
          {t('cookies.accept')}
        </Button>
      </div>
    </section>
  );
}
