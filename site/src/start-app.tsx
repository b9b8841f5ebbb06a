import { StrictMode, startTransition } from 'react';
import { BrowserRouter } from 'react-router';
import { App } from './app/app.tsx';
import { MemberServices } from './app/current-page.tsx';
import { decideRoute, memberScreenOf, pageName } from './app/decide-route.ts';
import { MemberBars } from './app/frame.tsx';
import { nothingPreloaded, preloadScreen } from './app/route.ts';
import { type Shell, followBrandOnReturn, readBlock } from './shell/boot.ts';
import { noteStart, pageIsLive } from './shell/early-input.ts';
import { createTexts, ownTextsOf } from './shell/i18n.ts';
import { registerServiceWorker } from './shell/new-version.ts';
import { noPageData } from './shell/page-data.ts';
import type { PageData } from './shell/page-data.ts';
import { followOtherTabs, startSession } from './shell/session.ts';
import { keepLanguage, keptLanguage, storage } from './shell/storage.ts';

/** The renderer is the largest part of all. In a file of its own it is evaluated in a task of its own. */
const loadRenderer = () => import('react-dom/client');

interface Start {
  root: HTMLElement;
  /** The name of what the server has rendered, if it has. */
  prepared: string | null | undefined;
  shell: Shell;
}

export async function renderApp({ root, prepared, shell }: Start): Promise<void> {
  registerServiceWorker();
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
  const { pathname, search } = location;
  const hasToken = storage.get('token') !== undefined;
  const memberScreen = hasToken ? memberScreenOf(pathname, shell.flow) : undefined;
  if (hasToken) {
    // Who it belongs to is asked while the page's own files are still on their way.
    void startSession();
    const parts = [MemberBars.preload, MemberServices.preload, ...(memberScreen ? [memberScreen.load] : [])];
    // What cannot be fetched now shows its own error.
    for (const load of parts) load().catch(() => undefined);
  }
  const decision = decideRoute({ pathname, search, audience: 'unknown', flow: shell.flow });
  const screen = decision.kind === 'show' ? decision.screen : undefined;
  // The server reads the choice from a cookie. Where the cookie is lost, the stored choice counts.
  const language = keptLanguage() ?? shell.language;
  const [{ createRoot, hydrateRoot }, texts, preloaded] = await Promise.all([
    loadRenderer(),
    createTexts(language, ['shell', ...(screen?.texts ?? [])], ownTextsOf(shell, language)),
    // A screen that cannot be fetched now shows its own error.
    screen && preloadScreen(screen, shell.brand.theme.hero).catch(() => undefined),
  ]);
  if (memberScreen) void texts.loadNamespaces([...memberScreen.texts, 'errors']);
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

  followOtherTabs();
  followBrandOnReturn();
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
