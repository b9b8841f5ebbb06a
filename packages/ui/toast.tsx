import {
  type ComponentType,
  type ReactNode,
  Suspense,
  createContext,
  lazy,
  use,
  useCallback,
  useRef,
  useState,
} from 'react';
import { useIsDialogOpen } from './open-dialogs.ts';
import { type QueuedToast, type ToastOptions, shownOf, withToast } from './toast-queue.ts';
import type { ToastViewportProps } from './toast-viewport.tsx';

/** Shows a toast and returns what closes it early. */
export type ShowToast = (toast: ToastOptions) => () => void;

const ToastContext = createContext<ShowToast | null>(null);

// Most visits never see one. Who may be without a connection when the first one comes imports it beforehand.
const ToastViewport = lazy<ComponentType<ToastViewportProps>>(() =>
  import('./toast-viewport.tsx').then(
    (loaded) => ({ default: loaded.ToastViewport }),
    () => ({ default: NoToasts }),
  ),
);

function NoToasts(): ReactNode {
  return null;
}

export function useToast(): ShowToast {
  const show = use(ToastContext);
  if (!show) throw new Error('useToast needs a ToastProvider above it');
  return show;
}

type ToastProviderProps = { labels: { region: string; close: string }; children: ReactNode };

/** Shows one toast at a time; the others wait. */
export function ToastProvider({ labels, children }: ToastProviderProps) {
  const [queue, setQueue] = useState<readonly QueuedToast[]>([]);
  const [used, setUsed] = useState(false);
  const lastId = useRef(0);
  const overDialog = useIsDialogOpen();

  const close = useCallback((id: number) => {
    setQueue((toasts) => toasts.filter((toast) => toast.id !== id));
  }, []);
  const show = useCallback<ShowToast>(
    (toast) => {
      lastId.current += 1;
      const id = lastId.current;
      setUsed(true);
      setQueue((toasts) => withToast(toasts, { ...toast, id }));
      return () => close(id);
    },
    [close],
  );

  return (
    <ToastContext value={show}>
      {children}
      {used && (
        <Suspense fallback={null}>
          <ToastViewport
            toast={shownOf(queue, overDialog)}
            overDialog={overDialog}
            labels={labels}
            onClose={close}
          />
        </Suspense>
      )}
    </ToastContext>
  );
}
