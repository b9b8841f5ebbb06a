import { useState } from 'react';
import { useOverlayEntry } from '#client/overlays.ts';
import { useStore } from '#client/store.ts';
import { lazyPart } from '#site/shell/lazy-part.tsx';
import { type Popup, closePopup, endPopup, heldStore, popupStore, quietStore } from '#site/shell/popups.ts';

const PopupDialog = lazyPart(async () => (await import('./popup-dialog.tsx')).PopupDialog);

/** Shows whichever popup is open. Each that can be closed has an entry in the history, so that the back button does it. */
export function PopupHost() {
  const popup = useStore(popupStore, null);
  const [shown, setShown] = useState<Popup | null>(null);
  const quiet = useStore(quietStore, true);
  const held = useStore(heldStore, false);
  const hasEntry = popup !== null && !popup.stays;
  const { go, isOpen } = useOverlayEntry('popup', hasEntry, { held, onLeft: closePopup });
  if (popup && popup !== shown) setShown(popup);
  // One that has closed stays until it has left the screen.
  const visible = popup ?? shown;
  if (!visible || (quiet && visible.stays)) return null;
  return (
    <PopupDialog
      popup={visible}
      open={hasEntry ? isOpen : popup !== null}
      onClose={closePopup}
      onGo={(to) => {
        endPopup();
        go(to);
      }}
      onClosed={() => setShown(null)}
    />
  );
}
