import './app/app.css';
import { StrictMode, startTransition } from 'react';
import { BrowserRouter } from 'react-router';
import { LANGUAGE_PARAMETER } from '#contract/kernel/languages.ts';
import { App } from './app/app.tsx';
import { MemberServices } from './app/current-page.tsx';
import { decideRoute, pageName } from './app/decide-route.ts';
import { MemberBars } from './app/frame.tsx';
import { nothingPreloaded, preloadScreen } from './app/route.ts';
import { whenIdle } from './lib/when-idle.ts';
import { type Shell, loadBoot, readBlock, shellOf, shellStore } from './shell/boot.ts';
import { noteStart, pageIsLive } from './shell/early-input.ts';
import { createTexts } from './shell/i18n.ts';
import { announceArrival, noteLanding } from './shell/landing.ts';
import { reloadForNewVersion, watchForNewVersion, registerServiceWorker } from './shell/new-version.ts';
import { noPageData } from './shell/page-data.ts';
import type { PageData } from './shell/page-data.ts';
import { paths } from './shell/paths.ts';
import { watchPageTimes, reportWindowErrors } from './shell/report.ts';
import { followOtherTabs, startSession } from './shell/session.ts';
import { keepLanguage, keptLanguage, storage } from './shell/storage.ts';
import { isAllowed, logCookieChoice, loggedConsentId, visitStorage } from './shell/tracking/consent.ts';
import { measureArrival } from './shell/tracking/measure.ts';

const OFFLINE_PAGE = paths.offline;

/** The service worker shows the offline page instead of the one asked for. It is loaded again once there is a network. */
function waitForNetwork(): void {
  const again = () => location.reload();
  window.addEventListener('online', again);
  document.querySelector('[data-reload]')?.addEventListener('click', again);
}

function isReload(): boolean {
  const [page] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  return page?.type === 'reload';
}

/** The renderer is the largest part of all. In a file of its own it is evaluated in a task of its own. */
const loadRenderer = () => import('react-dom/client');

async function start(): Promise<void> {
  const root = document.getElementById('root') as HTMLElement;
  const prepared = root.firstElementChild?.getAttribute('data-page');
  if (prepared === OFFLINE_PAGE && location.pathname !== OFFLINE_PAGE) return waitForNetwork();
  if (location.pathname === paths.googleReturn) {
    const { closeGoogleWindow } = await import('./features/entry/login/google-window.ts');
    if (closeGoogleWindow(location.search)) return;
  }
  const shell = (readBlock('shell') as Shell | undefined) ?? shellOf(await loadBoot());
  shellStore.set(shell);
  if (import.meta.env.DEV && location.pathname === '/gallery') {
    const [{ Gallery }, { createRoot }] = await Promise.all([
      import('./gallery/gallery.tsx'),
      loadRenderer(),
    ]);
    createRoot(root).render(
      <BrowserRouter>
        <Gallery hero={shell.brand.theme.hero} />
      </BrowserRouter>,
    );
    return;
  }
  const hasToken = storage.get('token') !== undefined;
  if (hasToken) {
    void Promise.all([MemberBars.preload(), MemberServices.preload()]).catch(() => undefined);
    // Who it belongs to is asked while the page's own files are still on their way.
    void startSession();
  }
  const { pathname, search } = location;
  const decision = decideRoute({ pathname, search, audience: 'unknown', flow: shell.flow });
  const screen = decision.kind === 'show' ? decision.screen : undefined;
  // A link that names a language is a choice as well, and is kept for the following pages.
  if (new URLSearchParams(search).get(LANGUAGE_PARAMETER) === shell.language) keepLanguage(shell.language);
  // The server reads the choice from a cookie. Where the cookie is lost, the stored choice counts.
  const language = keptLanguage() ?? shell.language;
  const [{ createRoot, hydrateRoot }, texts, preloaded] = await Promise.all([
    loadRenderer(),
    createTexts(language, ['shell', ...(screen?.texts ?? [])]),
    // A screen that cannot be fetched now shows its own error.
    screen && preloadScreen(screen, shell.brand.theme.hero).catch(() => undefined),
  ]);
  const arrival = noteLanding({
    storage: visitStorage,
    search,
    country: shell.brand.country,
    userAgent: navigator.userAgent,
    now: Date.now(),
  });

  const pageData = (readBlock('page-data') as PageData | undefined) ?? noPageData;
  const app = (
    <StrictMode>
      <BrowserRouter>
        <App shell={shell} pageData={pageData} texts={texts} preloaded={preloaded ?? nothingPreloaded} />
      </BrowserRouter>
    </StrictMode>
  );
  const hydrates = prepared === pageName(decision) && language === shell.language;
  noteStart();
  // In a transition React hydrates a little at a time, and the page scrolls and answers meanwhile.
  if (hydrates) startTransition(() => void hydrateRoot(root, app));
  else createRoot(root).render(app);

  measureArrival({ pathname, search });
  whenIdle(() => {
    const consentId = isAllowed('measurement') ? loggedConsentId() : undefined;
    const known = { brand: shell.brand, consentId };
    // What is not kept would count as another click with each reload.
    void announceArrival(isReload() ? { ...arrival, click: undefined } : arrival, known).catch(
      () => undefined,
    );
    void logCookieChoice();
  });
  followOtherTabs();
  if (language !== shell.language) {
    keepLanguage(language);
    document.documentElement.lang = language;
  }
  if (hasToken) return;
  // A browser without a token shows the visitor's page already. Starting the session earlier would hydrate the whole
  // page at once.
  if (hydrates && preloaded) await pageIsLive;
  void startSession();
}

reportWindowErrors();
watchPageTimes();
watchForNewVersion();
registerServiceWorker();
start().catch((error: unknown) => {
  if (!reloadForNewVersion()) throw error;
});
