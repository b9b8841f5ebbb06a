import 'virtual:default-theme.css';
import '../styles.css';
import { CSPProvider } from '@base-ui/react/csp-provider';
import { QueryClientProvider } from '@tanstack/react-query';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { I18nextProvider, useTranslation } from 'react-i18next';
import { createBrowserRouter } from 'react-router';
import { RouterProvider } from 'react-router/dom';
import { makeSteady } from '#client/steady-history.tsx';
import { keepBrand } from '#console/shell/brand-scope.ts';
import { cspNonce } from '#console/shell/page.tsx';
import { queryClient } from '#console/shell/query-client.ts';
import { followOtherTabs } from '#console/shell/session.ts';
import { applyTheme } from '#console/shell/storage.ts';
import { startTexts } from '#console/shell/texts.ts';
import { ToastProvider } from '#ui/toast.tsx';
import { createRoutes } from './router.tsx';

/** Without its last slash, so that the console opens at an address without it, too. */
const basename = import.meta.env.BASE_URL.replace(/\/$/, '');

async function start(): Promise<void> {
  const root = document.getElementById('root');
  if (!root) throw new Error('the page has no root');
  const texts = await startTexts();
  followOtherTabs();
  createRoot(root).render(
    <StrictMode>
      <I18nextProvider i18n={texts}>
        <App router={keepBrand(makeSteady(createBrowserRouter(createRoutes(), { basename })))} />
      </I18nextProvider>
    </StrictMode>,
  );
}

function App({ router }: { router: ReturnType<typeof createBrowserRouter> }) {
  const { t } = useTranslation();
  return (
    <CSPProvider {...(cspNonce ? { nonce: cspNonce } : { disableStyleElements: true })}>
      <QueryClientProvider client={queryClient}>
        <ToastProvider labels={{ region: t('messages'), close: t('close') }}>
          <RouterProvider router={router} />
        </ToastProvider>
      </QueryClientProvider>
    </CSPProvider>
  );
}

applyTheme();
void start();
