import './app/app.css';
import { LANGUAGE_PARAMETER } from '#contract/kernel/languages.ts';
import { whenIdle } from './lib/when-idle.ts';
import { untilTouched } from './lib/when-touched.ts';
import { type Shell, loadBoot, readBlock, shellOf, shellStore } from './shell/boot.ts';
import { announceArrival, noteLanding } from './shell/landing.ts';
import { reloadForNewVersion, watchForNewVersion } from './shell/new-version.ts';
import { paths } from './shell/paths.ts';
import { watchPageTimes, reportWindowErrors } from './shell/report.ts';
import { keepLanguage, keptLanguage, storage } from './shell/storage.ts';
import {
  isAllowed,
  isCookieQuestionOpen,
  logCookieChoice,
  loggedConsentId,
  visitStorage,
} from './shell/tracking/consent.ts';
import { measureArrival } from './shell/tracking/measure.ts';

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

/** What every visit leaves behind, also one in which nothing is touched. */
function noteVisit({ brand, language }: Shell): void {
  const { pathname, search } = location;
  // A link that names a language is a choice as well, and is kept for the following pages.
  if (new URLSearchParams(search).get(LANGUAGE_PARAMETER) === language) keepLanguage(language);
  const arrival = noteLanding({
    storage: visitStorage,
    search,
    country: brand.country,
    userAgent: navigator.userAgent,
    now: Date.now(),
  });
  measureArrival({ pathname, search });
  whenIdle(() => {
    const consentId = isAllowed('measurement') ? loggedConsentId() : undefined;
    // What is not kept would count as another click with each reload.
    void announceArrival(isReload() ? { ...arrival, click: undefined } : arrival, { brand, consentId }).catch(
      () => undefined,
    );
    void logCookieChoice();
  });
}

/** Nothing of an earlier visit of this tab is to be shown: the step of a form, or what was typed into it. */
function isFreshTab(): boolean {
  try {
    return history.state === null && sessionStorage.length === 0;
  } catch {
    return false;
  }
}

/** Whether the page shows a visitor all that it has to show before its application runs. */
function canRest({ language }: Shell): boolean {
  return !storage.get('token') && (keptLanguage() ?? language) === language && isFreshTab();
}

async function start(): Promise<void> {
  const root = document.getElementById('root') as HTMLElement;
  const prepared = root.firstElementChild?.getAttribute('data-page');
  if (prepared === paths.offline && location.pathname !== paths.offline) return waitForNetwork();
  if (location.pathname === paths.googleReturn) {
    const { closeGoogleWindow } = await import('./features/entry/login/google-window.ts');
    if (closeGoogleWindow(location.search)) return;
  }
  const shell = (readBlock('shell') as Shell | undefined) ?? shellOf(await loadBoot());
  shellStore.set(shell);
  noteVisit(shell);
  // The application of a landing waits in a template.
  const application = document.querySelector<HTMLTemplateElement>('template#resting');
  if (application && canRest(shell)) {
    const isAsked = isCookieQuestionOpen(shell.brand.cookieConsent?.policyVersion);
    if (isAsked) document.documentElement.dataset['asksCookies'] = '';
    await untilTouched();
  }
  application?.replaceWith(application.content);
  const { renderApp } = await import('./start-app.tsx');
  await renderApp({ root, prepared, shell });
}

reportWindowErrors();
watchPageTimes();
watchForNewVersion();
start().catch((error: unknown) => {
  if (!navigator.onLine) return waitForNetwork();
  if (!reloadForNewVersion()) throw error;
});
