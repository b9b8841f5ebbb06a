import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { useShell } from '#site/shell/boot.ts';
import { openPopup } from '#site/shell/popups.ts';
import { chooseCookies, everything, nothing, useCookieQuestion } from '#site/shell/tracking/consent.ts';
import { Button } from '#ui/button.tsx';
import { classNames } from '#ui/class-names.ts';

/**
 * Asks about cookies in one line, without standing in the way: it has its place at the end of the page and keeps it while
 * the page scrolls, so that it never covers a field or the last button. Both answers look the same.
 */
export function CookieBanner({ aboveBottomMenu }: { aboveBottomMenu: boolean }) {
  const { t } = useTranslation('shell');
  const { brand } = useShell();
  const titleId = useId();
  const version = brand.cookieConsent?.policyVersion;
  const isAsked = useCookieQuestion(version);
  if (version === undefined || isAsked === false) return null;
  return (
    <section
      aria-labelledby={titleId}
      data-cookie-notice
      className={classNames(
        // In the server's HTML it stands unseen, until the page's script finds that there is something to ask.
        isAsked ? 'flex' : 'hidden in-data-asks-cookies:flex',
        'sticky z-30 animate-appear items-center gap-x-3 border-t-(length:--stroke) border-line bg-raised px-3 py-1.5 max-[22.5rem]:gap-x-2 max-[22.5rem]:px-2 max-xs:flex-col max-xs:items-stretch max-xs:gap-y-2 sm:justify-center sm:gap-x-5 sm:px-5',
        aboveBottomMenu
          ? 'bottom-0 max-sm:bottom-[calc(var(--bottom-menu)+env(safe-area-inset-bottom))]'
          : 'bottom-0 pb-[max(0.375rem,env(safe-area-inset-bottom))]',
      )}
    >
      <h2 id={titleId} className="sr-only">
        {t('cookies.title')}
      </h2>
      <p className="min-w-0 flex-1 text-[0.8125rem] leading-tight text-muted max-[22.5rem]:text-xs sm:flex-none sm:text-[0.9375rem]">
        {t('cookies.text')}{' '}
        <button
          type="button"
          onClick={() => openPopup({ name: 'cookie_choices' })}
          className="font-medium text-primary-text underline underline-offset-4"
        >
          {t('cookies.choose')}
        </button>
      </p>
      <div className="grid shrink-0 grid-cols-2 gap-2 max-[22.5rem]:gap-1.5 [&_button]:px-3 max-[22.5rem]:[&_button]:px-2">
        <Button size="sm" variant="secondary" onClick={() => chooseCookies(nothing, 'notice')}>
          {t('cookies.reject')}
        </Button>
        <Button size="sm" variant="secondary" onClick={() => chooseCookies(everything, 'notice')}>
          {t('cookies.accept')}
        </Button>
      </div>
    </section>
  );
}
