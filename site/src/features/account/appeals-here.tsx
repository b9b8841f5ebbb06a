import { useState } from 'react';
import { lazyPart } from '#site/shell/lazy-part.tsx';
import { useAppealOverlay } from './appeal-overlay.ts';

const AppealDialog = lazyPart(async () => (await import('./appeal-dialog.tsx')).AppealDialog);

/** The dialog of appeals, over whatever shows a decision. Few need it, so it is fetched when it is first opened. */
export function AppealsHere() {
  const { isOpen } = useAppealOverlay();
  const [wasOpen, setWasOpen] = useState(isOpen);
  if (isOpen && !wasOpen) setWasOpen(true);
  return wasOpen && <AppealDialog />;
}
