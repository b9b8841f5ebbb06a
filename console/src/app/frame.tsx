import { Dialog } from '@base-ui/react/dialog';
import { Menu as MenuIcon, Search, X } from 'lucide-react';
import { type RefObject, Suspense, lazy, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Navigate, Outlet, ScrollRestoration, useLocation, useMatches } from 'react-router';
import { useOverlay } from '#client/overlays.ts';
import { hasQueues } from '#console/features/alerts/alert-settings.tsx';
import { useTabIcon } from '#console/features/alerts/tab-icon.ts';
import { useAlerts } from '#console/features/alerts/use-alerts.ts';
import { useMe } from '#console/shell/api.ts';
import { useBrandScope } from '#console/shell/brand-scope.ts';
import { useLiveConnection } from '#console/shell/live.ts';
import { Forbidden, Loaded, SkeletonRows } from '#console/shell/loaded.tsx';
import { Page } from '#console/shell/page.tsx';
import { paths } from '#console/shell/paths.ts';
import { useSession } from '#console/shell/session.ts';
import { hasWork, useFollowWaiting } from '#console/shell/waiting.ts';
import type { StaffMember } from '#contract/staff/sign-in.ts';
import { IconButton } from '#ui/icon-button.tsx';
import { OfflineBar } from '#ui/page-states.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import { SkipLink } from '#ui/skip-link.tsx';
import { BrandSwitcher } from './brand-switcher.tsx';
import { DeskMenu, SheetMenu } from './menu.tsx';
import { Opening } from './problems.tsx';
import { type Route, mayOpen, preloadPages } from './routes.ts';
import { useSearch } from './use-search.tsx';

// It is set up once.
const SecondFactor = lazy(async () => ({
  default: (await import('#console/features/sign-in/second-factor.tsx')).SecondFactor,
}));

/** Everything behind the sign-in. Without a session a user is sent there and comes back to the same place. */
export function Frame() {
  const { token, ended } = useSession();
  const { pathname, search } = useLocation();
  if (token) return <SignedIn />;
  const place = pathname + search;
  const leadsBack = place !== paths.overview && ended !== 'signed-out';
  return <Navigate replace to={paths.signIn(leadsBack ? place : undefined)} />;
}

function SignedIn() {
  const { t } = useTranslation();
  const me = useMe();
  const { data: person } = me;
  const isIn = person !== undefined && !person.missing;
  const content = useRef<HTMLElement>(null);
  useFocusOnPage(content);
  useLiveConnection(isIn);
  useWaitingWork(isIn ? person : undefined);
  const search = useSearch();
  useEffect(() => {
    if (!isIn) return undefined;
    const timer = setTimeout(() => void preloadPages(person), 1_500);
    return () => clearTimeout(timer);
  }, [isIn, person]);
  if (me.data?.missing)
    return (
      <Suspense fallback={<Opening />}>
        <SecondFactor member={me.data} />
      </Suspense>
    );
  return (
    <div className="flex min-h-dvh flex-col lg:flex-row">
      <SkipLink to="content">{t('skip')}</SkipLink>
      <DeskMenu me={me.data} onSearch={search.open} />
      <PhoneBar me={me.data} onSearch={search.open} />
      <main ref={content} id="content" tabIndex={-1} className="flex min-w-0 flex-1 flex-col outline-none">
        <OfflineBar text={t('offline.bar')} />
        <Loaded query={me} skeleton={<PageSkeleton />}>
          {(member) => <AllowedPage member={member} />}
        </Loaded>
      </main>
      <ScrollRestoration />
      {isIn && search.panel}
    </div>
  );
}

/** Follows what waits for a person, and calls them when more has come. */
function useWaitingWork(person: StaffMember | undefined): void {
  const takesWork = person !== undefined && hasQueues(person);
  const work = useFollowWaiting(takesWork);
  const scope = useBrandScope();
  // The menu shows what waits at the chosen brand, while alerts are for all of them.
  useFollowWaiting(takesWork && scope !== undefined, scope);
  useTabIcon(hasWork(work));
  useAlerts(takesWork ? person.id : undefined, work);
}

/** The page at this address, for those who may open it. */
function AllowedPage({ member }: { member: StaffMember }) {
  const route = useMatches().findLast(({ handle }) => handle)?.handle as Partial<Route> | undefined;
  if (route?.right && !mayOpen(route as Route, member))
    return (
      <Page>
        <Forbidden />
      </Page>
    );
  return (
    <Suspense fallback={<PageSkeleton />}>
      <Outlet />
    </Suspense>
  );
}

/** Takes the focus to the new page's heading, so that the keyboard and the screen reader start there. */
function useFocusOnPage(content: RefObject<HTMLElement | null>): void {
  const { pathname } = useLocation();
  const last = useRef(pathname);
  useEffect(() => {
    const before = last.current;
    last.current = pathname;
    if (before === pathname) return;
    if (sectionOf(before) !== sectionOf(pathname))
      (content.current?.querySelector('h1') ?? content.current)?.focus();
    // On a phone what was pressed may have made room for what it opened.
    else if (!document.activeElement?.checkVisibility()) content.current?.focus();
  }, [content, pathname]);
}

function sectionOf(pathname: string): string | undefined {
  return pathname.split('/')[1];
}

/** Below the desk's width the menu waits behind a button. */
function PhoneBar({ me, onSearch }: { me: StaffMember | undefined; onSearch: () => void }) {
  const { t } = useTranslation();
  const { isOpen, open, close } = useOverlay('menu', { endsWithPage: true });
  return (
    <header className="sticky top-0 z-20 flex h-14 items-center gap-1 border-b border-line bg-surface px-2 lg:hidden">
      <Dialog.Root open={isOpen} onOpenChange={(next) => (next ? open(true) : void close())}>
        <Dialog.Trigger
          render={<IconButton label={t('menu')} icon={<MenuIcon aria-hidden className="size-5" />} />}
        />
        <Dialog.Portal>
          <Dialog.Backdrop className="fixed inset-0 z-30 bg-overlay transition-opacity data-ending-style:opacity-0 data-starting-style:opacity-0" />
          <Dialog.Popup className="fixed inset-y-0 left-0 z-30 flex w-72 max-w-[85vw] flex-col bg-surface pt-[env(safe-area-inset-top)] pb-[env(safe-area-inset-bottom)] shadow-raised transition-[translate] data-ending-style:-translate-x-full data-starting-style:-translate-x-full">
            <Dialog.Title className="sr-only">{t('menu')}</Dialog.Title>
            <Dialog.Close
              render={<IconButton label={t('close')} icon={<X aria-hidden className="size-5" />} />}
              className="m-1 self-end"
            />
            <SheetMenu me={me} />
          </Dialog.Popup>
        </Dialog.Portal>
      </Dialog.Root>
      <div className="min-w-0 flex-1">{me && <BrandSwitcher me={me} />}</div>
      <IconButton
        label={t('search.button')}
        icon={<Search aria-hidden className="size-5" />}
        onClick={onSearch}
      />
    </header>
  );
}

function PageSkeleton() {
  return (
    <div className="mx-auto flex w-full max-w-7xl flex-col gap-5 px-4 py-5 lg:px-8 lg:py-7">
      <Skeleton className="h-7 w-40" />
      <SkeletonRows rows={6} />
    </div>
  );
}
