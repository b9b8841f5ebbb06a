import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { Navigate, Route, Routes, useLocation } from 'react-router';
import { useShell } from '../lib/boot.ts';
import { CurrentRouteContext } from '../lib/current-route.ts';
import { openPopup } from '../lib/popups.ts';
import { type Session, isVerified, useSession } from '../lib/session.ts';
import { type Audience, type Decision, decideRoute, safePath } from './decide-route.ts';
import { Frame } from './frame.tsx';
import { useAbsence } from './use-absence.ts';
import { usePageMoves } from './use-page-moves.ts';

function audienceOf(session: Session): Audience {
  if (session.status === 'unknown') return 'unknown';
  return isVerified(session) ? 'member' : 'visitor';
}

/** Finds out what belongs to the address and shows it. */
export function CurrentPage() {
  const { t } = useTranslation('shell');
  const { pathname, search, state } = useLocation();
  const { brand, flow } = useShell();
  const session = useSession();
  const { from, paid } = (state ?? {}) as { from?: unknown; paid?: unknown };
  const decision = decideRoute({
    pathname,
    search,
    audience: audienceOf(session),
    flow,
    paid: paid === true,
    from: safePath(from),
  });
  const route = decision.kind === 'redirect' ? undefined : decision.route;
  const title = route ? t(`titles.${route.title}`) : '';

  usePageMoves();
  useAbsence(route?.staysAsLeft ?? false);
  useEffect(() => {
    if (title) document.title = `${title} · ${brand.title}`;
  }, [title, brand.title]);

  return (
    <CurrentRouteContext
      value={{
        path: route?.path ?? pathname,
        title,
        titleInTopBar: isVerified(session) && !route?.logoOnly,
      }}
    >
      {decision.kind === 'redirect' && <Redirected {...decision} />}
      {/* Screens read their parameters from the one route that fits. */}
      <Routes>
        <Route path={route?.path ?? '*'} element={<Frame decision={decision} session={session} />} />
      </Routes>
    </CurrentRouteContext>
  );
}

function Redirected({ to, popup }: Extract<Decision, { kind: 'redirect' }>) {
  useEffect(() => {
    if (popup) openPopup({ name: popup });
  }, [popup]);
  return <Navigate to={to} replace />;
}
