import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { Navigate, Route, Routes, useLocation, useNavigate } from 'react-router';
import { safePath } from '#contract/kernel/return-path.ts';
import { useShell } from '#site/shell/boot.ts';
import { CurrentRouteContext } from '#site/shell/current-route.ts';
import { usePageTitle } from '#site/shell/document-title.ts';
import { afterAbsence } from '#site/shell/landing.ts';
import { lazyPart } from '#site/shell/lazy-part.tsx';
import { linkTokenOf, useHiddenToken } from '#site/shell/link-token.ts';
import { paths } from '#site/shell/paths.ts';
import { openPopup, quietStore } from '#site/shell/popups.ts';
import { report } from '#site/shell/report.ts';
import {
  useIsIntroduced,
  useIsVerified,
  useMustAgreeAgain,
  useSession,
  sessionStore,
} from '#site/shell/session.ts';
import { storage } from '#site/shell/storage.ts';
import { isUnderWay } from '#site/shell/under-way.ts';
import { decideRoute } from './decide-route.ts';
import type { Audience, Decision } from './decide-route.ts';
import { Frame } from './frame.tsx';
import { usePageMoves } from './use-page-moves.ts';

export const MemberServices = lazyPart(async () => (await import('./member-services.tsx')).MemberServices);

function useAudience({ leaves }: { leaves: boolean }): Audience {
  const { status } = useSession();
  const verified = useIsVerified();
  if (status === 'unknown') return 'unknown';
  return verified || leaves ? 'member' : 'visitor';
}

/** Finds out what belongs to the address and shows it. */
export function CurrentPage() {
  const { t } = useTranslation('shell');
  const { pathname, search, state } = useLocation();
  const { brand, flow } = useShell();
  const introduced = useIsIntroduced();
  const asked = useMustAgreeAgain();
  // A member who does not agree to new terms must find the way out of their plan and account.
  const leaves = asked && pathname === paths.profile();
  const audience = useAudience({ leaves });
  const { from, paid } = (state ?? {}) as { from?: unknown; paid?: unknown };
  const decision = decideRoute({
    pathname,
    search,
    audience,
    flow,
    linkToken: linkTokenOf({ search, state }),
    paid: paid === true,
    from: safePath(from),
    introduced,
  });
  const route = decision.kind === 'redirect' ? undefined : decision.route;
  const title = route ? t(`titles.${route.title}`) : '';

  usePageMoves();
  useHiddenToken(route?.carriesToken ?? false);
  useAbsence(route?.staysAsLeft ?? false);
  const quiet =
    decision.kind !== 'show' ||
    decision.route.access === 'everybody' ||
    decision.route.quiet === true ||
    leaves;
  useEffect(() => quietStore.set(quiet), [quiet]);
  usePageTitle(title && `${title} · ${brand.title}`);

  return (
    <CurrentRouteContext
      value={{
        path: route?.path ?? pathname,
        title,
        titleInTopBar: audience === 'member' && !route?.logoOnly,
        staysAsLeft: route?.staysAsLeft ?? false,
      }}
    >
      {audience === 'member' && !leaves && <MemberServices />}
      {decision.kind === 'redirect' && <Redirected {...decision} />}
      {/* Screens read their parameters from the one route that fits. */}
      <Routes>
        <Route path={route?.path ?? '*'} element={<Frame decision={decision} audience={audience} />} />
      </Routes>
    </CurrentRouteContext>
  );
}

function Redirected({ to, popup, paywall, about, uselessLink }: Extract<Decision, { kind: 'redirect' }>) {
  const { pathname } = useLocation();
  const navigate = useNavigate();
  useEffect(() => {
    if (popup) openPopup({ name: popup });
  }, [popup]);
  useEffect(() => {
    if (!paywall) return;
    void import('#site/features/billing/paywall-truth.ts').then(({ openTruePaywall }) =>
      openTruePaywall(paywall, about, navigate),
    );
  }, [paywall, about, navigate]);
  useEffect(() => {
    if (uselessLink) void report({ subject: 'link', message: `${pathname} without what it needs` });
  }, [uselessLink, pathname]);
  return <Navigate to={to} replace />;
}

/** A tab that was away for long comes back fresh. */
function useAbsence(staysAsLeft: boolean): void {
  useEffect(() => {
    let hiddenSince = document.hidden ? Date.now() : null;
    const changed = () => {
      if (document.hidden) {
        hiddenSince = Date.now();
        return;
      }
      if (hiddenSince === null) return;
      const { newLanding, reload } = afterAbsence(Date.now() - hiddenSince);
      hiddenSince = null;
      if (newLanding) storage.set('landedTime', Date.now());
      const mayReload = navigator.onLine && !staysAsLeft && !isUnderWay();
      if (reload && mayReload && sessionStore.get().status === 'member') location.reload();
    };
    document.addEventListener('visibilitychange', changed);
    return () => document.removeEventListener('visibilitychange', changed);
  }, [staysAsLeft]);
}
