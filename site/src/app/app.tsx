import type { i18n } from 'i18next';
import { useEffect, useReducer } from 'react';
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
  const live = useStore(shellStore, null);
  useComingAlive();
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

/** Where the script before the first paint keeps a form that was sent too early. */
type Root = HTMLElement & { heldForm?: HTMLFormElement };

/** The page answers from now on. A form that was sent before it could is sent now. */
function useComingAlive(): void {
  const [mounted, noteMount] = useReducer(() => true, false);
  useEffect(() => noteMount(), [noteMount]);
  // A render later, when every field has noted what was typed into it before.
  useEffect(() => {
    if (!mounted) return;
    const root: Root = document.documentElement;
    root.dataset['live'] = '';
    if (root.heldForm?.isConnected) root.heldForm.requestSubmit();
    delete root.heldForm;
  }, [mounted]);
}
