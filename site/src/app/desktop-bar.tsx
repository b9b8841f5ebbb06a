import { LogOut } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link, NavLink } from 'react-router';
import { useShell } from '../shell/boot.ts';
import { BrandLogo } from '../shell/brand-logo.tsx';
import { showsCredits } from '../features/billing/credit-level.ts';
import { CreditMeter } from '../features/billing/credit-meter.tsx';
import { paths } from '../shell/paths.ts';
import { openPopup } from '../shell/popups.ts';
import { useMember } from '../shell/session.ts';
import { NavigationIcon, UnreadBadge } from './navigation-parts.tsx';
import { addressOf, desktopItems } from './navigation.ts';

const itemLook =
  'relative inline-flex min-h-11 min-w-11 items-center justify-center gap-2 rounded-button font-semibold text-muted transition-colors hover:bg-soft hover:text-ink aria-[current=page]:text-primary-text lg:px-3.5';

/** The members' bar above 500 px. */
export function DesktopBar() {
  const { t } = useTranslation('shell');
  const { brand, flow } = useShell();
  const member = useMember();
  return (
    <header className="sticky top-0 z-30 hidden border-b-(length:--stroke) border-line bg-surface sm:block">
      <div className="flex h-17 items-center px-3 md:gap-2 md:px-5 lg:px-[6vw]">
        <Link
          to={paths.memberHome(flow)}
          aria-label={t('nav.home', { brand: brand.title })}
          className="mr-auto min-w-0 overflow-hidden rounded-button py-2"
        >
          <BrandLogo />
        </Link>
        <nav aria-label={t('nav.label')}>
          <ul className="flex items-center md:gap-0.5">
            {desktopItems(member).map((item) => (
              <li key={item}>
                <NavLink to={addressOf[item]} title={t(`nav.${item}`)} className={itemLook}>
                  <NavigationIcon item={item} />
                  <span className="max-lg:sr-only">{t(`nav.${item}`)}</span>
                  <UnreadBadge item={item} className="max-lg:absolute max-lg:top-0 max-lg:right-0" />
                </NavLink>
              </li>
            ))}
          </ul>
        </nav>
        {showsCredits(member) && <Credits />}
        <button
          type="button"
          onClick={() => openPopup({ name: 'sign_out' })}
          title={t('nav.signOut')}
          className={itemLook}
        >
          <LogOut aria-hidden="true" className="size-5" />
          <span className="max-lg:sr-only">{t('nav.signOut')}</span>
        </button>
      </div>
    </header>
  );
}

/** Where the bar is narrow, the number alone. */
function Credits() {
  const { t, i18n } = useTranslation('shell');
  const member = useMember();
  const credits = t('nav.credits', { count: member.messageCredits });
  return (
    <Link
      to={addressOf.vip}
      title={credits}
      className="inline-flex min-h-11 items-center gap-2 rounded-button bg-soft px-3 text-sm font-semibold whitespace-nowrap hover:bg-soft-hover"
    >
      <span className="max-md:hidden">
        <CreditMeter />
      </span>
      <span className="max-md:sr-only">{credits}</span>
      <span aria-hidden="true" className="md:hidden">
        {new Intl.NumberFormat(i18n.language, { notation: 'compact' }).format(member.messageCredits)}
      </span>
    </Link>
  );
}
