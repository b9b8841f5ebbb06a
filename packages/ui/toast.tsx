import { CircleAlert, CircleCheck, X } from 'lucide-react';
import { type ReactNode, createContext, use, useCallback, useEffect, useRef, useState } from 'react';

import { classNames } from './class-names.ts';

export type ToastOptions = {
  text: ReactNode;
  /** A `card` holds more than a line, on the ground of a page. */
  kind?: 'plain' | 'success' | 'danger' | 'card' | undefined;
  /** There is one toast of a name at a time: a later one takes the place of the earlier. */
  name?: string | undefined;
  /** For instance to undo. The toast closes after it. */
  action?: { label: string; onClick: () => void } | undefined;
  /** How long it stays; one with an action stays longer. */
  seconds?: number | undefined;
};

/** Shows a toast and returns what closes it early. */
export type ShowToast = (toast: ToastOptions) => () => void;

type ShownToast = ToastOptions & { id: number };

const MOST_SHOWN = 3;
const SECONDS = 5;
const SECONDS_WITH_ACTION = 8;

const ToastContext = createContext<ShowToast | null>(null);

export function useToast(): ShowToast {
  const show = use(ToastContext);
  if (!show) throw new Error('useToast needs a ToastProvider above it');
  return show;
}

type ToastProviderProps = { labels: { region: string; close: string }; children: ReactNode };

export function ToastProvider({ labels, children }: ToastProviderProps) {
  const [toasts, setToasts] = useState<readonly ShownToast[]>([]);
  const [held, setHeld] = useState(false);
  const lastId = useRef(0);

  const close = useCallback((id: number) => {
    setToasts((shown) => shown.filter((toast) => toast.id !== id));
    setHeld(false);
  }, []);
  const show = useCallback<ShowToast>(
    (toast) => {
      lastId.current += 1;
      const id = lastId.current;
      setToasts((shown) => {
        const others = shown.filter(({ name }) => name === undefined || name !== toast.name);
        return [...others.slice(1 - MOST_SHOWN), { ...toast, id }];
      });
      return () => close(id);
    },
    [close],
  );

  return (
    <ToastContext value={show}>
      {children}
      {/* Always in the page: a screen reader only hears regions that were there before their content. */}
      <section
        data-toasts
        aria-label={labels.region}
        aria-live="polite"
        aria-relevant="additions text"
        className="pointer-events-none fixed inset-x-4 top-[max(1rem,env(safe-area-inset-top))] z-60 flex justify-center sm:top-auto sm:right-6 sm:bottom-6 sm:left-auto sm:w-96"
      >
        <div
          role="presentation"
          onPointerEnter={() => setHeld(true)}
          onPointerLeave={() => setHeld(false)}
          onFocus={() => setHeld(true)}
          onBlur={() => setHeld(false)}
          className="flex w-full max-w-sm flex-col gap-2"
        >
          {toasts.map((toast) => (
            <Toast key={toast.id} toast={toast} held={held} closeLabel={labels.close} onClose={close} />
          ))}
        </div>
      </section>
    </ToastContext>
  );
}

const icons = {
  plain: null,
  card: null,
  success: <CircleCheck aria-hidden="true" className="size-5 shrink-0" />,
  danger: <CircleAlert aria-hidden="true" className="size-5 shrink-0" />,
};

const plainLook = 'items-center bg-inverse text-on-inverse [&_:focus-visible]:outline-current';
const looks = {
  plain: plainLook,
  success: plainLook,
  danger: 'items-center bg-danger-fill text-on-danger [&_:focus-visible]:outline-current',
  card: 'items-start edge bg-raised text-ink',
};

type ToastProps = { toast: ShownToast; held: boolean; closeLabel: string; onClose: (id: number) => void };

function Toast({ toast, held, closeLabel, onClose }: ToastProps) {
  const { id, text, kind = 'plain', action, seconds = action ? SECONDS_WITH_ACTION : SECONDS } = toast;

  useEffect(() => {
    if (held) return undefined;
    const timer = setTimeout(() => onClose(id), seconds * 1000);
    return () => clearTimeout(timer);
  }, [held, id, seconds, onClose]);

  return (
    <div
      className={classNames(
        'pointer-events-auto flex w-full animate-rise gap-3 rounded-field py-1.5 pr-1.5 pl-4 shadow-raised',
        looks[kind],
      )}
    >
      {icons[kind]}
      <div className="min-w-0 flex-1 py-2 text-[0.9375rem] leading-snug">{text}</div>
      {action && (
        <button
          type="button"
          onClick={() => {
            action.onClick();
            onClose(id);
          }}
          className={classNames(
            'min-h-11 rounded-button px-3 font-bold underline-offset-4 hover:underline',
            kind !== 'danger' && 'text-inverse-link',
          )}
        >
          {action.label}
        </button>
      )}
      <button
        type="button"
        aria-label={closeLabel}
        onClick={() => onClose(id)}
        className="grid size-11 shrink-0 place-items-center rounded-button"
      >
        <X aria-hidden="true" className="size-5" />
      </button>
    </div>
  );
}
