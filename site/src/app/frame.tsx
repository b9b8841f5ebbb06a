import { Suspense, memo, use, useEffect, useReducer } from 'react';
import { useTranslation } from 'react-i18next';
import { replayEarlyInput } from '#site/shell/early-input.ts';
import { lazyPart } from '#site/shell/lazy-part.tsx';
import { paths } from '#site/shell/paths.ts';
import { classNames } from '#ui/class-names.ts';
import { OfflineBar } from '#ui/page-states.tsx';
import { SkipLink } from '#ui/skip-link.tsx';
import { CookieBanner } from './banners.tsx';
import { type Audience, type Decision, pageName } from './decide-route.ts';
import { ErrorBoundary } from './error-boundary.tsx';
import { Footer } from './footer.tsx';
import { RenderScreenContext, skeletonOf } from './route.ts';
import { PageSkeleton, WaitingForSession } from './skeletons.tsx';
import { NeutralHeader, VisitorHeader } from './visitor-header.tsx';
import { WalkBar } from './walk-bar.tsx';

export const MemberBars = lazyPart(async () => (await import('./member-bars.tsx')).MemberBars);

/** Shown while a page that was prepared for visitors may turn out to be a member's, which a stored token tells. */
const whenStored = 'hidden in-data-[session=stored]:contents';
const unlessStored = 'contents in-data-[session=stored]:hidden';

type FrameProps = { decision: Decision; audience: Audience };

/** What stands around every screen: bars, menu, footer, banners. */
export function Frame({ decision, audience }: FrameProps) {
  const { t } = useTranslation('shell');
  const route = decision.kind === 'redirect' ? undefined : decision.route;
  const member = audience === 'member';
  const bottomMenu = member && !route?.hidesBottomMenu;
  const fillsWindow = member && route?.fillsWindow;
  // While a member writes or pays, the question waits for another page.
  const isWorking = member && route?.hidesBottomMenu;
  return (
    <div
      data-page={pageName(decision)}
      className={classNames(
        'flex flex-col [--bottom-menu:calc(var(--spacing)*16)] [--notice:0rem]',
        // Only members' pages have something that stands on the notice; on others the whole page would be styled again.
        member && 'has-data-cookie-notice:[--notice:3.75rem]',
        fillsWindow ? 'h-dvh' : 'min-h-dvh',
        bottomMenu && 'max-sm:pb-[calc(var(--bottom-menu)+env(safe-area-inset-bottom))]',
      )}
    >
      <SkipLink to="content">{t('skip')}</SkipLink>
      <OfflineBar text={t('state.offlineBanner')} />
      <WalkBar />
      {member ? (
        <MemberBars
          logoOnly={route?.logoOnly ?? false}
          topBar={!route?.hidesTopBar}
          bottomMenu={bottomMenu}
          waiting={<NeutralHeader onPhones={!route?.hidesTopBar} />}
        />
      ) : (
        <Header decision={decision} audience={audience} />
      )}
      <main
        id="content"
        tabIndex={-1}
        className={classNames('flex flex-1 flex-col outline-none', fillsWindow && 'min-h-0')}
      >
        <Content decision={decision} />
      </main>
      <Suspense>
        <FooterPlace decision={decision} member={member} />
      </Suspense>
      {!isWorking && <CookieBanner aboveBottomMenu={bottomMenu} />}
    </div>
  );
}

function Header({ decision, audience }: FrameProps) {
  if (decision.kind === 'wait') return <NeutralHeader onPhones={!decision.route.hidesTopBar} />;
  const show = decision.kind === 'show' ? decision : undefined;
  if (!show) return <NeutralHeader />;
  const undecided = audience === 'unknown';
  return (
    <>
      {!show.screen.hero && (
        <div className={undecided ? unlessStored : 'contents'}>
          <VisitorHeader signIn={show.route.path !== paths.login} />
        </div>
      )}
      {undecided && (
        <div className={whenStored}>
          <NeutralHeader />
        </div>
      )}
    </>
  );
}

function Content({ decision }: { decision: Decision }) {
  const renderScreen = use(RenderScreenContext);
  if (decision.kind !== 'show') {
    const route = decision.kind === 'wait' ? decision.route : undefined;
    return (
      <>
        <WaitingForSession shape={route && skeletonOf(route)} />
        <ComingAlive />
      </>
    );
  }
  const { screen, route, provisional } = decision;
  return (
    <>
      <div className={provisional ? unlessStored : 'contents'}>
        <ErrorBoundary key={route.fillsWindow ?? route.path}>
          <Suspense fallback={<PageSkeleton shape={skeletonOf(route, screen)} />}>
            {renderScreen(screen)}
            <ComingAlive />
          </Suspense>
        </ErrorBoundary>
      </div>
      {provisional && (
        <div className={whenStored}>
          <WaitingForSession shape={skeletonOf(route)} />
        </div>
      )}
    </>
  );
}

/** Stands beside what has to be hydrated before the page answers. */
function ComingAlive() {
  const [mounted, noteMount] = useReducer(() => true, false);
  useEffect(() => noteMount(), [noteMount]);
  // A render later, when every field has noted what was typed into it before.
  useEffect(() => {
    if (mounted) replayEarlyInput();
  }, [mounted]);
  return null;
}

/** Nothing that is found out about the visitor changes it. */
const StableFooter = memo(Footer);

/** On a member's phone only the pages that ask for it have a footer. */
function FooterPlace({ decision, member }: { decision: Decision; member: boolean }) {
  if (decision.kind !== 'show' || (member && decision.route.footer === 'never')) return null;
  const onPhones = !member || decision.route.footer === 'always';
  return (
    <div
      className={classNames(
        !onPhones && 'max-sm:hidden',
        decision.provisional && 'in-data-[session=stored]:hidden',
      )}
    >
      <StableFooter />
    </div>
  );
}
