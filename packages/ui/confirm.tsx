import { AlertDialog } from '@base-ui/react/alert-dialog';
import { memo } from 'react';
import { Button } from './button.tsx';
import { useCountedDialog } from './open-dialogs.ts';

interface ConfirmProps {
  open: boolean;
  title: string;
  text: string;
  /** What is done. */
  action: string;
  cancel: string;
  danger?: boolean;
  busy: boolean;
  onConfirm: () => void;
  onClose: () => void;
}

/** Asks before something is done. The way out comes first and has the focus. */
export function Confirm(props: ConfirmProps) {
  const { open, busy, onClose } = props;
  useCountedDialog(open);
  return (
    <AlertDialog.Root open={open} onOpenChange={(next) => !next && !busy && onClose()}>
      <AlertDialog.Portal>
        <AlertDialog.Backdrop className="fixed inset-0 z-40 min-h-dvh bg-overlay transition-opacity data-ending-style:opacity-0 data-starting-style:opacity-0" />
        <ConfirmWindow {...props} />
      </AlertDialog.Portal>
    </AlertDialog.Root>
  );
}

// On its way out it goes on showing what it showed, though its owner may have cleared that already.
const ConfirmWindow = memo(LiveConfirmWindow, (_, next) => !next.open);

function LiveConfirmWindow({ title, text, action, cancel, danger, busy, onConfirm }: ConfirmProps) {
  return (
    <AlertDialog.Popup className="fixed top-1/2 left-1/2 z-50 flex w-[min(27rem,calc(100vw-2rem))] -translate-x-1/2 -translate-y-1/2 flex-col gap-5 rounded-card border border-line bg-raised p-5 shadow-raised transition-[scale,opacity] outline-none data-ending-style:scale-98 data-ending-style:opacity-0 data-starting-style:scale-98 data-starting-style:opacity-0">
      <div className="flex flex-col gap-1.5">
        <AlertDialog.Title className="text-lg">{title}</AlertDialog.Title>
        <AlertDialog.Description className="wrap-anywhere text-muted">{text}</AlertDialog.Description>
      </div>
      <div className="flex flex-wrap justify-end gap-2">
        <AlertDialog.Close render={<Button variant="secondary" size="sm" />}>{cancel}</AlertDialog.Close>
        <Button variant={danger ? 'danger' : 'primary'} size="sm" loading={busy} onClick={onConfirm}>
          {action}
        </Button>
      </div>
    </AlertDialog.Popup>
  );
}
