import { Toast as BaseToast } from '@base-ui/react/toast';
import { CircleAlert, CircleCheck, X } from 'lucide-react';
import { useEffect, useEffectEvent, useLayoutEffect, useRef } from 'react';
import { classNames } from './class-names.ts';
import { freeTop, shownControls } from './toast-place.ts';
import type { QueuedToast } from './toast-queue.ts';

const SECONDS = 5;
const SECONDS_WITH_ACTION = 8;

export type ToastViewportProps = {
  /** The one whose turn it is. */
  toast: QueuedToast | undefined;
  overDialog: boolean;
  labels: { region: string; close: string };
  onClose: (id: number) => void;
};

/** Where a toast stands: near the top of a phone, else in a corner, and in both where it covers nothing that can be pressed. */
export function ToastViewport(props: ToastViewportProps) {
  return (
    <BaseToast.Provider limit={1}>
      <Viewport {...props} />
    </BaseToast.Provider>
  );
}

function Viewport({ toast, overDialog, labels, onClose }: ToastViewportProps) {
  const { toasts, add, close } = BaseToast.useToastManager<QueuedToast>();
  const handleClose = useEffectEvent((id: number) => onClose(id));
  const addToast = useEffectEvent(add);
  const closeToast = useEffectEvent(close);
  useEffect(() => {
    if (!toast) return undefined;
    const { seconds = toast.action ? SECONDS_WITH_ACTION : SECONDS } = toast;
    let isShown = true;
    const id = addToast({
      description: toast.text,
      timeout: seconds * 1_000,
      data: toast,
      onClose: () => {
        if (isShown) handleClose(toast.id);
      },
    });
    return () => {
      isShown = false;
      closeToast(id);
    };
  }, [toast]);

  return (
    <BaseToast.Portal>
      <BaseToast.Viewport
        data-toasts
        aria-label={labels.region}
        className="pointer-events-none fixed inset-x-3 top-(--toast-top,4.25rem) z-60 mx-auto grid max-w-sm [--toast-from:top] sm:inset-x-auto sm:right-6 sm:w-96 sm:[--toast-from:bottom]"
      >
        {toasts.map((shown) => (
          <Toast key={shown.id} shown={shown} overDialog={overDialog} closeLabel={labels.close} />
        ))}
      </BaseToast.Viewport>
    </BaseToast.Portal>
  );
}

const TOP_BAR_PX = 68;
const EDGE_PX = 8;

function place(viewport: HTMLElement, overDialog: boolean): void {
  const { left, width, height } = viewport.getBoundingClientRect();
  const highest = overDialog ? EDGE_PX : TOP_BAR_PX;
  const lowest = Math.max(highest, window.innerHeight - height - EDGE_PX);
  const fromBottom = getComputedStyle(viewport).getPropertyValue('--toast-from') === 'bottom';
  const way = fromBottom ? { start: lowest, end: highest } : { start: highest, end: lowest };
  viewport.style.setProperty('--toast-top', `${freeTop({ left, width, height }, way, shownControls())}px`);
}

function addsDialog({ addedNodes }: MutationRecord): boolean {
  return [...addedNodes].some(
    (node) =>
      node instanceof Element && (node.matches('[role=dialog]') || node.querySelector('[role=dialog]')),
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

type ToastProps = {
  shown: BaseToast.Root.ToastObject<QueuedToast>;
  overDialog: boolean;
  closeLabel: string;
};

/** It follows the finger that pushes it away. */
function Toast({ shown, overDialog, closeLabel }: ToastProps) {
  const root = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const viewport = root.current?.closest<HTMLElement>('[data-toasts]');
    if (!viewport) return undefined;
    const placeIt = () => place(viewport, overDialog);
    placeIt();
    // A phone is turned, a keyboard opens, a window gets smaller.
    window.addEventListener('resize', placeIt);
    // A dialog stands in the page only after it is known to be open, and where it stays only after it has come in.
    const dialogs = new MutationObserver((changes) => {
      if (changes.some(addsDialog)) requestAnimationFrame(() => requestAnimationFrame(placeIt));
    });
    dialogs.observe(document.body, { childList: true, subtree: true });
    const placeAfterDialog = ({ target }: Event) => {
      if (target instanceof Element && target.matches('[role=dialog]')) placeIt();
    };
    document.addEventListener('transitionend', placeAfterDialog);
    return () => {
      window.removeEventListener('resize', placeIt);
      dialogs.disconnect();
      document.removeEventListener('transitionend', placeAfterDialog);
    };
  }, [overDialog]);
  const { close } = BaseToast.useToastManager();
  const { kind = 'plain', action } = shown.data ?? {};
  return (
    <BaseToast.Root
      ref={root}
      toast={shown}
      // Not a dialog: the region is read out as it changes.
      role="group"
      aria-modal={undefined}
      swipeDirection={['up', 'left', 'right']}
      className="pointer-events-auto col-start-1 row-start-1 touch-none transition-[translate,opacity] duration-200 [translate:var(--toast-swipe-movement-x)_var(--toast-swipe-movement-y)] data-ending-style:opacity-0 data-starting-style:translate-y-2 data-starting-style:opacity-0 data-swiping:transition-none"
    >
      <BaseToast.Content
        className={classNames('flex gap-2.5 rounded-field py-0.5 pr-0.5 pl-3.5 shadow-raised', looks[kind])}
      >
        {icons[kind]}
        <BaseToast.Description
          render={<div />}
          className="min-w-0 flex-1 self-center py-2 text-[0.9375rem] leading-snug"
        />
        {action && (
          <BaseToast.Action
            onClick={() => {
              action.onClick();
              close(shown.id);
            }}
            className={classNames(
              'min-h-11 rounded-button px-3 font-bold underline-offset-4 hover:underline',
              kind !== 'danger' && 'text-inverse-link',
            )}
          >
            {action.label}
          </BaseToast.Action>
        )}
        <BaseToast.Close
          aria-label={closeLabel}
          // There is one toast at a time, so nothing has to be expanded before it can be closed.
          aria-hidden={false}
          className="grid size-11 shrink-0 place-items-center rounded-button"
        >
          <X aria-hidden="true" className="size-5" />
        </BaseToast.Close>
      </BaseToast.Content>
    </BaseToast.Root>
  );
}
