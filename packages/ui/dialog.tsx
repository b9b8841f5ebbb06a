import { Drawer } from '@base-ui/react/drawer';
import { X } from 'lucide-react';
import { type ReactNode, type RefObject, memo, useRef } from 'react';
import { Button, ButtonLink, type ButtonVariant } from './button.tsx';
import { classNames } from './class-names.ts';
import { IconButton } from './icon-button.tsx';
import { useCountedDialog } from './open-dialogs.ts';

export type DialogAction = {
  label: string;
  kind?: ButtonVariant | undefined;
  onClick?: (() => void) | undefined;
  /** Leads there, and the dialog closes. */
  to?: string | undefined;
  loading?: boolean | undefined;
  disabled?: boolean | undefined;
  /** Stays open after a click, for work that ends it later. */
  staysOpen?: boolean | undefined;
  /** Submits this form, which stands among the children. */
  form?: string | undefined;
};

export type DialogContent = {
  title: string;
  text?: ReactNode;
  /** Stands above the title. */
  picture?: ReactNode;
  actions?: readonly DialogAction[] | undefined;
  /** Without it there is no close button, and neither Escape nor a click beside it closes. */
  dismissible?: boolean | undefined;
  fullScreen?: boolean | undefined;
  children?: ReactNode;
};

type DialogProps = DialogContent & {
  open: boolean;
  onClose: () => void;
  /** After it has left the screen. */
  onClosed?: (() => void) | undefined;
  closeLabel: string;
  /** Receives the focus instead of the dialog itself. */
  initialFocus?: RefObject<HTMLElement | null> | undefined;
};

/** Every popup: a sheet from below on a phone, a dialog in the middle above it. */
export function Dialog({ onClosed, ...rest }: DialogProps) {
  const { open, onClose, dismissible = true } = rest;
  useCountedDialog(open);
  return (
    <Drawer.Root
      open={open}
      disablePointerDismissal={!dismissible}
      onOpenChange={(next, { reason, event, cancel }) => {
        const onToast = event.target instanceof Element && event.target.closest('[data-toasts]') !== null;
        if (next || onToast || (!dismissible && reason !== 'close-press')) cancel();
        else onClose();
      }}
      onOpenChangeComplete={(isOpen) => {
        if (!isOpen) onClosed?.();
      }}
    >
      <Drawer.Portal>
        <Drawer.Backdrop className="fixed inset-0 z-40 min-h-dvh bg-overlay transition-opacity duration-200 data-ending-style:opacity-0 data-starting-style:opacity-0" />
        <DialogWindow {...rest} />
      </Drawer.Portal>
    </Drawer.Root>
  );
}

// On its way out it goes on showing what it showed, though its owner may have cleared that already.
const DialogWindow = memo(LiveDialogWindow, (_, next) => !next.open);

function LiveDialogWindow({
  onClose,
  closeLabel,
  initialFocus,
  title,
  text,
  picture,
  actions,
  dismissible = true,
  fullScreen = false,
  children,
}: Omit<DialogProps, 'onClosed'>) {
  const sheet = useRef<HTMLDivElement>(null);
  const centred = Boolean(picture) || fullScreen;
  return (
    <Drawer.Viewport
      className={classNames(
        'fixed inset-0 z-50 flex flex-col justify-end sm:items-center sm:justify-center',
        !fullScreen && 'pt-12 sm:p-6',
      )}
    >
      <Drawer.Popup
        ref={sheet}
        initialFocus={initialFocus ?? sheet}
        className={classNames(
          'relative flex max-h-full w-full flex-col bg-raised text-ink shadow-raised outline-none',
          'transition-[transform,opacity] duration-250 ease-out data-ending-style:duration-200 data-ending-style:ease-in',
          fullScreen
            ? 'h-full data-ending-style:opacity-0 data-starting-style:opacity-0'
            : 'rounded-t-sheet data-ending-style:[transform:translateY(100%)] data-starting-style:[transform:translateY(100%)] sm:max-w-md sm:rounded-card sm:edge sm:data-ending-style:[transform:scale(0.95)] sm:data-ending-style:opacity-0 sm:data-starting-style:[transform:translateY(0.5rem)_scale(0.95)] sm:data-starting-style:opacity-0',
        )}
      >
        {dismissible && !fullScreen && (
          <div
            aria-hidden="true"
            data-grip
            className="grid h-7 shrink-0 touch-none place-items-center sm:hidden"
          >
            <span className="h-1.25 w-10 rounded-full bg-line" />
          </div>
        )}
        {dismissible && (
          <Drawer.Close
            render={<IconButton label={closeLabel} icon={<X className="size-5" />} />}
            className="absolute top-2 right-2 z-10"
          />
        )}
        <div
          // Only the grip pulls the sheet down: what stands here is scrolled, moved and marked by the same finger.
          data-base-ui-swipe-ignore
          className={classNames(
            'flex min-h-0 flex-1 flex-col overflow-y-auto overscroll-contain px-6 pb-[max(1.5rem,env(safe-area-inset-bottom))]',
            dismissible && !fullScreen ? 'pt-3 sm:pt-8' : 'pt-8',
            fullScreen && 'mx-auto w-full max-w-md justify-center',
          )}
        >
          {picture && <div className="mb-5 flex justify-center">{picture}</div>}
          <Drawer.Title className={classNames('text-2xl text-balance', centred ? 'text-center' : 'pr-10')}>
            {title}
          </Drawer.Title>
          {text && (
            <Drawer.Description
              render={<div />}
              className={classNames('mt-2 text-muted', centred && 'text-center text-pretty')}
            >
              {text}
            </Drawer.Description>
          )}
          {children && <div className="mt-5">{children}</div>}
          {actions && actions.length > 0 && (
            <div className="mt-6 flex flex-col gap-2.5">
              {actions.map((action, index) => (
                <ActionButton key={action.label} action={action} first={index === 0} onClose={onClose} />
              ))}
            </div>
          )}
        </div>
      </Drawer.Popup>
    </Drawer.Viewport>
  );
}

type ActionButtonProps = { action: DialogAction; first: boolean; onClose: () => void };

function ActionButton({ action, first, onClose }: ActionButtonProps) {
  const {
    label,
    kind = first ? 'primary' : 'ghost',
    onClick,
    to,
    loading,
    disabled,
    staysOpen,
    form,
  } = action;
  const act = () => {
    onClick?.();
    if (!staysOpen && form === undefined) onClose();
  };
  if (to !== undefined) {
    return (
      <ButtonLink to={to} variant={kind} size={first ? 'lg' : 'md'} wide onClick={act}>
        {label}
      </ButtonLink>
    );
  }
  return (
    <Button
      type={form === undefined ? 'button' : 'submit'}
      form={form}
      variant={kind}
      size={first ? 'lg' : 'md'}
      wide
      loading={loading}
      disabled={disabled}
      onClick={act}
    >
      {label}
    </Button>
  );
}
