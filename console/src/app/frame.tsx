import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Navigate, Outlet, ScrollRestoration, useLocation } from 'react-router';
import { Skeleton } from '../../../packages/ui/skeleton.tsx';
import { SkipLink } from '../../../packages/ui/skip-link.tsx';
import { useSession } from '../lib/session.ts';
import { useMe } from '../lib/use-me.ts';
import { Loaded } from '../ui/loaded.tsx';
import { SkeletonRows } from '../ui/skeleton-rows.tsx';
import { OfflineBar } from './offline-bar.tsx';
import { PhoneBar } from './phone-bar.tsx';
import { Rail } from './rail.tsx';
import { fetchSections } from './section-code.ts';
import { useFocusOnSection } from './use-focus-on-section.ts';

/** Everything behind the sign-in. Whoever has no session is sent there and comes back to the same place. */
export function Frame() {
  const { token, ended } = useSession();
  const { pathname, search } = useLocation();
  if (token) return <SignedIn />;
  const place = pathname + search;
  const keepsPlace = place !== '/' && ended !== 'signed-out';
  return <Navigate replace to={`/sign-in${keepsPlace ? `?${new URLSearchParams({ next: place })}` : ''}`} />;
}

function SignedIn() {
  const { t } = useTranslation();
  const me = useMe();
  const content = useRef<HTMLElement>(null);
  useFocusOnSection(content);
  useEffect(() => {
    const timer = setTimeout(() => void fetchSections(), 1_500);
    return () => clearTimeout(timer);
  }, []);
  return (
    <div className="flex min-h-dvh flex-col lg:flex-row">
      <SkipLink to="content">{t('skip')}</SkipLink>
      <aside className="sticky top-0 z-10 hidden h-dvh w-60 shrink-0 border-e border-line bg-surface lg:block">
        <Rail me={me.data} />
      </aside>
      <PhoneBar me={me.data} />
      <main ref={content} id="content" tabIndex={-1} className="flex min-w-0 flex-1 flex-col outline-none">
        <OfflineBar />
        <Loaded query={me} skeleton={<PageSkeleton />}>
          {() => <Outlet />}
        </Loaded>
      </main>
      <ScrollRestoration />
    </div>
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
