import { LogOut } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link, NavLink } from 'react-router';
import { useShell } from '../shell/boot.ts';
import { showsCredits } from '../features/billing/credit-level.ts';
import { CreditMeter } from '../features/billing/credit-meter.tsx';
import { useCurrentRoute } from '../shell/current-route.ts';
import { openPopup } from '../shell/popups.ts';
import { useMember } from '../shell/session.ts';
import { classNames } from '../../../packages/ui/class-names.ts';
import { IconButton } from '../../../packages/ui/icon-button.tsx';
import { NavigationIcon, UnreadBadge } from './navigation-parts.tsx';
import { addressOf, bottomItems } from './navigation.ts';

/** The members' top bar up to 500 px. Its title repeats the page's heading, which is hidden there. */
export function MobileTopBar() {
  const { t } = useTranslation('shell');
  const { path, title } = useCurrentRoute();
  const member = useMember();
  return (
    <header className="sticky top-0 z-30 bg-paper pt-[env(safe-area-inset-top)] sm:hidden">
      <div className="flex min-h-15 items-center justify-between gap-3 pr-2 pl-5">
        <p aria-hidden="true" className="heading truncate text-2xl">
          {title}
        </p>
        {path !== addressOf.profile && showsCredits(member) && <Credits count={member.messageCredits} />}
        {path === addressOf.profile && (
          <IconButton
            label={t('nav.signOut')}
            icon={<LogOut className="size-5" />}
            onClick={() => openPopup({ name: 'sign_out' })}
          />
        )}
      </div>
    </header>
  );
}

function Credits({ count }: { count: number }) {
  const { t, i18n } = useTranslation('shell');
  return (
    <Link
      to={addressOf.vip}
      className="mr-2 inline-flex min-h-11 items-center gap-1.5 rounded-button px-2 text-sm font-semibold tabular-nums"
    >
      <CreditMeter />
      <span className="sr-only">{t('nav.credits', { count })}</span>
      <span aria-hidden="true">
        {new Intl.NumberFormat(i18n.language, { notation: 'compact' }).format(count)}
      </span>
    </Link>
  );
}

const words = {
  find: 'nav.find',
  match: 'nav.match',
  chats: 'nav.chatsShort',
  notifications: 'nav.notifications',
  vip: 'nav.vip',
  profile: 'nav.profile',
} as const;

/** The members' menu at the bottom, up to 500 px. */
export function BottomMenu() {
  const { t } = useTranslation('shell');
  const { flow } = useShell();
  return (
    <nav
      aria-label={t('nav.label')}
      className="fixed inset-x-0 bottom-0 z-30 border-t-(length:--stroke) border-line bg-surface pb-[env(safe-area-inset-bottom)] sm:hidden"
    >
      <ul className="mx-auto flex h-(--bottom-menu) max-w-md">
        {bottomItems(flow).map((item) => (
          <li key={item} className="min-w-0 flex-1">
            <NavLink
              to={addressOf[item]}
              className={({ isActive }) =>
                classNames(
                  'flex h-full flex-col items-center justify-center gap-0.5 text-xs font-medium -outline-offset-3',
                  isActive ? 'font-bold text-primary-text' : 'text-muted',
                )
              }
            >
              {({ isActive }) => (
                <>
                  <span className="relative">
                    <NavigationIcon
                      item={item}
                      className={classNames('size-6', isActive && 'fill-primary-soft')}
                    />
                    <UnreadBadge item={item} className="absolute -top-2 left-3.5" />
                  </span>
                  <span className="max-w-full truncate px-0.5">{t(words[item])}</span>
                </>
              )}
            </NavLink>
          </li>
        ))}
      </ul>
    </nav>
  );
}
