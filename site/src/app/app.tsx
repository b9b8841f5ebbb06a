import type { i18n } from 'i18next';
import type { ReactNode } from 'react';
import { I18nextProvider, useTranslation } from 'react-i18next';
import { QueryProvider } from '../../../packages/client/query-provider.tsx';
import { useStore } from '../../../packages/client/store.ts';
import { ToastProvider } from '../../../packages/ui/toast.tsx';
import { ShellContext, shellStore } from '../shell/boot.ts';
import type { Shell } from '../shell/boot.ts';
import { PageDataContext } from '../shell/page-data.ts';
import type { PageData } from '../shell/page-data.ts';
import { CurrentPage } from './current-page.tsx';
import { ErrorBoundary } from './error-boundary.tsx';
import { PopupHost } from './popup-host.tsx';

type AppProps = { shell: Shell; pageData: PageData; texts: i18n };

/** Everything inside the router. The server and the browser render the same. */
export function App({ shell, pageData, texts }: AppProps) {
  const live = useStore(shellStore, shell);
  return (
    <I18nextProvider i18n={texts}>
      <ShellContext value={live ?? shell}>
        <PageDataContext value={pageData}>
          <ErrorBoundary>
            <QueryProvider>
              <Toasts>
                <CurrentPage />
                <PopupHost />
              </Toasts>
            </QueryProvider>
          </ErrorBoundary>
        </PageDataContext>
      </ShellContext>
    </I18nextProvider>
  );
}

function Toasts({ children }: { children: ReactNode }) {
  const { t } = useTranslation('shell');
  return <ToastProvider labels={{ region: t('messages'), close: t('close') }}>{children}</ToastProvider>;
}
