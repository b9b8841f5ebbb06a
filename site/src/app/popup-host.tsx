import { Suspense, lazy, useEffect, useRef, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import {
  type Popup,
  closePopup,
  endPopup,
  heldStore,
  popupStore,
  quietStore,
  stays,
} from '../shell/popups.ts';
import { useStore } from '../../../packages/client/store.ts';

const PopupDialog = lazy(async () => ({ default: (await import('./popup-dialog.tsx')).PopupDialog }));

type HistoryStage =
  | 'none'
  /** The popup's entry is being added, but the page has not moved to it yet. */
  | 'adding'
  | 'there'
  /** The entry is being left, because the popup was closed otherwise. */
  | 'leaving';

/** Shows whichever popup is open. Each that can be closed has an entry in the history, so that the back button does it. */
export function PopupHost() {
  const popup = useStore(popupStore, null);
  const [shown, setShown] = useState<Popup | null>(null);
  const quiet = useStore(quietStore, true);
  const go = usePopupHistory(popup);
  if (popup && popup !== shown) setShown(popup);
  // One that has closed stays until it has left the screen.
  const visible = popup ?? shown;
  if (!visible || (quiet && stays(visible))) return null;
  return (
    <Suspense fallback={null}>
      <PopupDialog
        popup={visible}
        open={popup !== null}
        onClose={closePopup}
        onGo={go}
        onClosed={() => setShown(null)}
      />
    </Suspense>
  );
}

/** Returns what closes the popup and goes somewhere, in one step of the history. */
function usePopupHistory(popup: Popup | null): (to: string) => void {
  const location = useLocation();
  const navigate = useNavigate();
  const stage = useRef<HistoryStage>('none');
  const inEntry = (location.state as { popup?: boolean } | null)?.popup === true;
  const open = popup !== null && !stays(popup);

  useEffect(() => {
    if (inEntry) {
      if (stage.current === 'adding') stage.current = 'there';
      if (stage.current === 'there' && !open) {
        stage.current = 'leaving';
        void navigate(-1);
      }
      return;
    }
    if (stage.current === 'there') {
      // Back was pressed, or the page went on elsewhere.
      stage.current = 'none';
      closePopup();
      // What cannot be closed now stays where it is, wherever that leads, and gets another entry.
      if (!heldStore.get()) return;
    }
    if (stage.current === 'leaving') stage.current = 'none';
    if (open && stage.current === 'none') {
      stage.current = 'adding';
      const { pathname, search, hash } = window.location;
      void navigate({ pathname, search, hash }, { state: { ...stateOf(location.state), popup: true } });
    }
  }, [inEntry, open, location, navigate]);

  return (to: string) => {
    endPopup();
    const replace = stage.current !== 'none';
    stage.current = 'none';
    void navigate(to, { replace });
  };
}

function stateOf(state: unknown): object {
  return typeof state === 'object' && state !== null ? state : {};
}
