import type { QueryClient } from '@tanstack/react-query';
import type { i18n } from 'i18next';
import { type ReactNode, useState } from 'react';
import { I18nextProvider, useTranslation } from 'react-i18next';
import { QueryProvider } from '#client/query-provider.tsx';
import { SteadyHistory } from '#client/steady-history.tsx';
import { useStore } from '#client/store.ts';
import { LoadedHeroContext } from '#site/features/entry/landing/loaded-hero.ts';
import { ShellContext, shellStore } from '#site/shell/boot.ts';
import type { Shell } from '#site/shell/boot.ts';
import { useOwnTexts } from '#site/shell/i18n.ts';
import { PageDataContext } from '#site/shell/page-data.ts';
import type { PageData } from '#site/shell/page-data.ts';
import { ToastProvider } from '#ui/toast.tsx';
import { CurrentPage } from './current-page.tsx';
import { ErrorBoundary } from './error-boundary.tsx';
import { PopupHost } from './popup-host.tsx';
import { ProofHost } from './proof-host.tsx';
import { type Preloaded, RenderScreenContext, createScreenElements } from './route.ts';

type AppProps = {
  shell: Shell;
  pageData: PageData;
  texts: i18n;
  preloaded: Preloaded;
  /** On the server, the query client of this render. A page has one of its own as soon as it needs it. */
  queryClient?: QueryClient;
};

/** Everything inside the router. The server and the browser render the same. */
export function App({ shell, pageData, texts, preloaded, queryClient }: AppProps) {
  const live = useStore(shellStore, shell);
  useOwnTexts(texts, live ?? shell);
  const [renderScreen] = useState(() => createScreenElements(preloaded));
  return (
    <I18nextProvider i18n={texts}>
      <ShellContext value={live ?? shell}>
        <PageDataContext value={pageData}>
          <LoadedHeroContext value={preloaded.hero}>
            <RenderScreenContext value={renderScreen}>
              <ErrorBoundary>
                <QueryProvider own={queryClient}>
                  <SteadyHistory>
                    <Toasts>
                      <CurrentPage />
                      <PopupHost />
                      <ProofHost />
                    </Toasts>
                  </SteadyHistory>
                </QueryProvider>
              </ErrorBoundary>
            </RenderScreenContext>
          </LoadedHeroContext>
        </PageDataContext>
      </ShellContext>
    </I18nextProvider>
  );
}

function Toasts({ children }: { children: ReactNode }) {
  const { t } = useTranslation('shell');
  return <ToastProvider labels={{ region: t('messages'), close: t('close') }}>{children}</ToastProvider>;
}
