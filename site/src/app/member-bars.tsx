import { ArrowLeft, LogOut } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link, NavLink, useLocation, useNavigate } from 'react-router';
import { CreditMeter, showsCredits } from '#site/features/billing/credits.tsx';
import { useShell } from '#site/shell/boot.ts';
import { BrandLogo } from '#site/shell/brand-logo.tsx';
import { useCurrentRoute } from '#site/shell/current-route.ts';
import { unreadNotifications } from '#site/shell/me.ts';
import { pages, paths } from '#site/shell/paths.ts';
import { openPopup } from '#site/shell/popups.ts';
import { useMember } from '#site/shell/session.ts';
import { CountBadge } from '#ui/badge.tsx';
import { classNames } from '#ui/class-names.ts';
import { IconButton, IconLink } from '#ui/icon-button.tsx';
import type { MenuEntry, MenuInput } from './route.ts';
import { routes } from './routes.ts';
import { OwnPicture, headerLook } from './visitor-header.tsx';

type MemberBarsProps = {
  logoOnly: boolean;
  /** On a phone; a page may have one of its own. */
  topBar: boolean;
  bottomMenu: boolean;
};

/** The bars only members see. They are a file of their own, which visitors never fetch. */
export function MemberBars({ logoOnly, topBar, bottomMenu }: MemberBarsProps) {
  return (
    <>
      {logoOnly ? (
        <PurchaseHeader />
      ) : (
        <>
          <DesktopBar />
          {topBar && <MobileTopBar />}
        </>
      )}
      {bottomMenu && <BottomMenu />}
    </>
  );
}

/** Where money changes hands there is nothing but the way back. */
export function PurchaseHeader() {
  const { t } = useTranslation('shell');
  return (
    <header className={headerLook}>
      <div className="grid h-16 grid-cols-[1fr_auto_1fr] items-center px-2 sm:h-17 lg:px-[6vw]">
        <IconLink to={paths.plans()} label={t('nav.backToPlans')} icon={<ArrowLeft className="size-6" />} />
        <BrandLogo />
      </div>
    </header>
  );
}

type MenuItem = MenuEntry & { to: string };

/** What the bar above 500 px offers, in order. */
export function barItems(input: MenuInput): readonly MenuItem[] {
  const offered = itemsFor(input);
  const leads = ({ leadsBar }: MenuItem) => leadsBar?.(input) ?? false;
  return [...offered.filter(leads), ...offered.filter((item) => !leads(item))];
}

/** What the bottom menu of a phone offers, in order. */
export function bottomItems(input: MenuInput): readonly MenuItem[] {
  return itemsFor(input).filter(({ bottom }) => bottom);
}

function itemsFor(input: MenuInput): readonly MenuItem[] {
  const items = routes.flatMap(({ path, menu }) => (menu ? [{ to: path, ...menu }] : []));
  return items.filter(({ shows }) => shows?.(input) ?? true);
}

function useMenuInput(): MenuInput {
  const { premiumLevel, about } = useMember();
  return { flow: useShell().flow, premiumLevel, seeks: about.seeks };
}

const itemLook =
  'relative inline-flex min-h-11 min-w-11 items-center justify-center gap-2 rounded-button font-semibold text-muted transition-colors hover:bg-soft hover:text-ink aria-[current=page]:text-primary-text lg:px-3';

/** The members' bar above 500 px. */
export function DesktopBar() {
  const { t } = useTranslation('shell');
  const { brand, flow } = useShell();
  const items = barItems(useMenuInput());
  return (
    <header className="sticky top-0 z-30 hidden border-b-(length:--stroke) border-line bg-surface sm:block">
      <div className="flex h-17 items-center px-3 md:gap-2 md:px-5 lg:px-[4vw]">
        <Link
          to={paths.memberHome(flow)}
          aria-label={t('nav.home', { brand: brand.title })}
          className="mr-auto min-w-0 overflow-hidden rounded-button py-2"
        >
          <BrandLogo />
        </Link>
        <nav aria-label={t('nav.label')}>
          <ul className="flex items-center md:gap-0.5">
            {items.map((item) => (
              <li key={item.to}>
                <NavLink to={item.to} title={t(`nav.${item.words}`)} className={itemLook}>
                  <ItemIcon item={item} className="size-5" />
                  <span className="max-lg:sr-only">{t(`nav.${item.words}`)}</span>
                  <UnreadBadge item={item} className="max-lg:absolute max-lg:top-0 max-lg:right-0" />
                </NavLink>
              </li>
            ))}
          </ul>
        </nav>
        <BarCredits />
        <button type="button" onClick={askToSignOut} title={t('nav.signOut')} className={itemLook}>
          <LogOut aria-hidden="true" className="size-5" />
          <span className="max-lg:sr-only">{t('nav.signOut')}</span>
        </button>
      </div>
    </header>
  );
}

/** Where the bar is narrow, the number alone. */
function BarCredits() {
  const { t } = useTranslation('shell');
  const member = useMember();
  const short = useShortCredits();
  if (!showsCredits(member)) return null;
  const credits = t('nav.credits', { count: member.messageCredits });
  return (
    <Link
      to={paths.plans()}
      title={credits}
      className="inline-flex min-h-11 items-center gap-2 rounded-button bg-soft px-3 text-sm font-semibold whitespace-nowrap hover:bg-soft-hover"
    >
      <span className="max-md:hidden">
        <CreditMeter />
      </span>
      <span className="max-md:sr-only">{credits}</span>
      <span aria-hidden="true" className="md:hidden">
        {short}
      </span>
    </Link>
  );
}

/** Pages that are opened from another one and stand in no menu. */
const withBackButton = new Set<string>([pages.plans, pages.verification, pages.safety, pages.ticket]);

/** The members' top bar up to 500 px. Its title repeats the page's heading, which is hidden there. */
export function MobileTopBar() {
  const { t } = useTranslation('shell');
  const { path, title } = useCurrentRoute();
  return (
    <header className="sticky top-0 z-30 bg-paper pt-[env(safe-area-inset-top)] sm:hidden">
      <div className="flex min-h-15 items-center justify-between gap-3 pr-2 pl-5">
        {withBackButton.has(path) && <BackButton />}
        <p
          aria-hidden="true"
          className="mr-auto heading truncate text-2xl max-xs:leading-tight max-xs:whitespace-normal"
        >
          {title}
        </p>
        {path === pages.profile ? (
          <IconButton label={t('nav.signOut')} icon={<LogOut className="size-5" />} onClick={askToSignOut} />
        ) : (
          <TopBarCredits />
        )}
      </div>
    </header>
  );
}

function TopBarCredits() {
  const { t } = useTranslation('shell');
  const member = useMember();
  const short = useShortCredits();
  if (!showsCredits(member)) return null;
  return (
    <Link
      to={paths.plans()}
      className="mr-2 inline-flex min-h-11 items-center gap-1.5 rounded-button px-2 text-sm font-semibold tabular-nums"
    >
      <CreditMeter />
      <span className="sr-only">{t('nav.credits', { count: member.messageCredits })}</span>
      <span aria-hidden="true">{short}</span>
    </Link>
  );
}

/** The members' menu at the bottom, up to 500 px. */
export function BottomMenu() {
  const { t } = useTranslation('shell');
  const items = bottomItems(useMenuInput());
  return (
    <nav
      aria-label={t('nav.label')}
      className="fixed inset-x-0 bottom-0 z-30 border-t-(length:--stroke) border-line bg-surface pb-[env(safe-area-inset-bottom)] sm:hidden"
    >
      <ul className="mx-auto flex h-(--bottom-menu) max-w-md">
        {items.map((item) => (
          <li key={item.to} className="min-w-0 flex-1">
            <NavLink
              to={item.to}
              className={({ isActive }) =>
                classNames(
                  'flex h-full flex-col items-center justify-center gap-0.5 font-medium -outline-offset-3',
                  isActive ? 'font-bold text-primary-text' : 'text-muted',
                )
              }
            >
              {({ isActive }) => (
                <>
                  <span className="relative">
                    <ItemIcon item={item} className={classNames('size-6', isActive && 'fill-primary-soft')} />
                    <UnreadBadge
                      item={item}
                      className="absolute -top-2 left-3.5 text-[min(0.75rem,3.4vw)]!"
                    />
                  </span>
                  <span className="max-w-full truncate text-[min(0.75rem,3.4vw)] max-[22rem]:tracking-tight">
                    {t(`nav.${item.shortWords ?? item.words}`)}
                  </span>
                </>
              )}
            </NavLink>
          </li>
        ))}
      </ul>
    </nav>
  );
}

function askToSignOut(): void {
  openPopup({ name: 'sign_out' });
}

function useShortCredits(): string {
  const { i18n } = useTranslation();
  const { messageCredits } = useMember();
  return new Intl.NumberFormat(i18n.language, { notation: 'compact' }).format(messageCredits);
}

function ItemIcon({ item: { icon: Icon, to }, className }: { item: MenuItem; className: string }) {
  const icon = <Icon aria-hidden="true" className={className} />;
  return to === pages.profile ? <OwnPicture className={className} fallback={icon} /> : icon;
}

/** The unread count of an item that has one. */
function UnreadBadge({ item: { badge }, className }: { item: MenuItem; className: string }) {
  const { t } = useTranslation('shell');
  const messages = useMember(({ unreadMessages }) => unreadMessages);
  const notifications = useMember(unreadNotifications);
  if (badge === undefined) return null;
  const count = badge === 'messages' ? messages : notifications;
  const label =
    badge === 'messages' ? t('nav.unreadMessages', { count }) : t('nav.unreadNotifications', { count });
  return <CountBadge count={count} label={label} className={className} />;
}

/** Leads to where one was, or home for who came straight here. */
function BackButton() {
  const { t } = useTranslation('shell');
  const { flow } = useShell();
  const navigate = useNavigate();
  // The first page of a visit has this key: before it there is nothing of ours.
  const isFirst = useLocation().key === 'default';
  return (
    <IconButton
      label={t('nav.back')}
      icon={<ArrowLeft aria-hidden="true" className="size-6" />}
      onClick={() => void (isFirst ? navigate(paths.memberHome(flow)) : navigate(-1))}
      className="-ml-3.5"
    />
  );
}
