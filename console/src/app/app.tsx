import { CSPProvider } from '@base-ui/react/csp-provider';
import { QueryClientProvider } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { createBrowserRouter } from 'react-router';
import { RouterProvider } from 'react-router/dom';
import { ToastProvider } from '../../../packages/ui/toast.tsx';
import { cspNonce } from '../lib/csp-nonce.ts';
import { queryClient } from '../lib/query-client.ts';
import { routes } from './routes.tsx';

const router = createBrowserRouter(routes, { basename: import.meta.env.BASE_URL });

export function App() {
  const { t } = useTranslation();
  return (
    <CSPProvider {...(cspNonce ? { nonce: cspNonce } : { disableStyleElements: true })}>
      <QueryClientProvider client={queryClient}>
        <ToastProvider labels={{ region: t('toasts'), close: t('close') }}>
          <RouterProvider router={router} />
        </ToastProvider>
      </QueryClientProvider>
    </CSPProvider>
  );
}
