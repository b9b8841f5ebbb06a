import { Dialog as BaseDialog } from '@base-ui/react/dialog';
import { X } from 'lucide-react';
import type { KeyboardEventHandler, ReactNode, RefObject } from 'react';
import { IconButton } from './icon-button.tsx';
import { useCountedDialog } from './open-dialogs.ts';

type LightboxProps = {
  onClose: () => void;
  label: string;
  closeLabel: string;
  /** Receives the focus, so that its keys work at once. */
  initialFocus: RefObject<HTMLElement | null>;
  /** Receives it afterwards. */
  finalFocus: () => HTMLElement | null;
  onKeyDown?: KeyboardEventHandler | undefined;
  children: ReactNode;
};

/** The whole screen for pictures, on the dark ground that words over photos have. It is open while it is there. */
export function Lightbox({
  onClose,
  label,
  closeLabel,
  initialFocus,
  finalFocus,
  onKeyDown,
  children,
}: LightboxProps) {
  useCountedDialog(true);
  return (
    <BaseDialog.Root
      open
      onOpenChange={(next) => {
        if (!next) onClose();
      }}
    >
      <BaseDialog.Portal>
        <BaseDialog.Popup
          aria-label={label}
          initialFocus={initialFocus}
          finalFocus={finalFocus}
          onKeyDown={onKeyDown}
          className="fixed inset-0 z-50 flex flex-col bg-photo-shade text-on-photo animate-appear outline-none [&_:focus-visible]:outline-current"
        >
          {children}
          <BaseDialog.Close
            render={
              <IconButton
                label={closeLabel}
                variant="surface"
                icon={<X className="size-5" aria-hidden="true" />}
              />
            }
            className="absolute top-[max(0.75rem,env(safe-area-inset-top))] right-3"
          />
        </BaseDialog.Popup>
      </BaseDialog.Portal>
    </BaseDialog.Root>
  );
}
