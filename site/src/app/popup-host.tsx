import { Suspense, lazy, useEffect, useRef, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { type Popup, closePopup, popupStore } from '../lib/popups.ts';
import { useStore } from '../lib/store.ts';

const PopupDialog = lazy(async () => ({ default: (await import('./popup-dialog.tsx')).PopupDialog }));

type HistoryStage =
  | 'none'
  /** The popup's entry is being added, but the page has not moved to it yet. */
  | 'adding'
  | 'there'
  /** The entry is being left, because the popup was closed otherwise. */
  | 'leaving';

/** Shows whichever popup is open. Each has an entry in the history, so that the back button closes it. */
export function PopupHost() {
  const popup = useStore(popupStore, null);
  const [shown, setShown] = useState<Popup | null>(null);
  const { close, go } = usePopupHistory(popup);
  if (popup && popup !== shown) setShown(popup);
  // One that has closed stays until it has left the screen.
  const visible = popup ?? shown;
  if (!visible) return null;
  return (
    <Suspense fallback={null}>
      <PopupDialog
        popup={visible}
        open={popup !== null}
        onClose={close}
        onGo={go}
        onClosed={() => setShown(null)}
      />
    </Suspense>
  );
}

function usePopupHistory(popup: Popup | null) {
  const location = useLocation();
  const navigate = useNavigate();
  const stage = useRef<HistoryStage>('none');
  const inEntry = (location.state as { popup?: boolean } | null)?.popup === true;
  const open = popup !== null;

  useEffect(() => {
    if (inEntry) {
      if (stage.current === 'adding') stage.current = 'there';
      return;
    }
    if (stage.current === 'there') {
      // Back was pressed, or the page went on elsewhere.
      stage.current = 'none';
      closePopup();
      return;
    }
    if (stage.current === 'leaving') stage.current = 'none';
    if (open && stage.current === 'none') {
      stage.current = 'adding';
      const { pathname, search, hash } = window.location;
      void navigate({ pathname, search, hash }, { state: { ...stateOf(location.state), popup: true } });
    }
  }, [inEntry, open, location, navigate]);

  return {
    close() {
      closePopup();
      if (stage.current !== 'there') return;
      stage.current = 'leaving';
      void navigate(-1);
    },
    go(to: string) {
      closePopup();
      const replace = stage.current !== 'none';
      stage.current = 'none';
      void navigate(to, { replace });
    },
  };
}

function stateOf(state: unknown): object {
  return typeof state === 'object' && state !== null ? state : {};
}
