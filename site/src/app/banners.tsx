import { WifiOff } from 'lucide-react';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useShell } from '../shell/boot.ts';
import { chooseCookies, useCookieQuestion } from '../shell/cookie-choice.ts';
import { useOnline } from '../../../packages/client/use-online.ts';
import { Button } from '../../../packages/ui/button.tsx';
import { classNames } from '../../../packages/ui/class-names.ts';
import { paths } from '../shell/paths.ts';

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

/** Asks about cookies without standing in the way: on a phone it is no higher than 120 pixels. Both answers look the same. */
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
        'fixed inset-x-3 z-40 mx-auto max-w-xl animate-rise rounded-card edge bg-raised p-3 shadow-raised sm:p-5 sm:right-5 sm:bottom-5 sm:left-auto sm:max-w-md',
        aboveBottomMenu
          ? 'bottom-[calc(var(--bottom-menu)+env(safe-area-inset-bottom)+0.75rem)]'
          : 'bottom-[max(0.75rem,env(safe-area-inset-bottom))]',
      )}
    >
      <h2 id={titleId} className="text-lg max-sm:sr-only">
        {t('cookies.title')}
      </h2>
      <p className="px-1 text-sm leading-snug text-muted sm:mt-1 sm:px-0 sm:text-[0.9375rem] sm:leading-normal">
        {t('cookies.text')}{' '}
        <Link
          to={paths.legal('cookie')}
          className="font-medium text-primary-text underline underline-offset-4"
        >
          {t('cookies.more')}
        </Link>
      </p>
      <div className="mt-2 grid grid-cols-2 gap-2.5 max-sm:[&_button]:px-1 max-sm:[&_button]:text-sm sm:mt-4">
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
