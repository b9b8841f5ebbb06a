import { useState } from 'react';
import { useAppealOverlay } from '#site/features/account/appeal-overlay.ts';
import { lazyPart } from '#site/shell/lazy-part.tsx';

const AppealDialog = lazyPart(async () => (await import('#site/features/account/appeals.tsx')).AppealDialog);

/** The dialog of appeals over a conversation. Few need it, so it is fetched when it is first opened. */
export function AppealsHere() {
  const { isOpen } = useAppealOverlay();
  const [wasOpen, setWasOpen] = useState(isOpen);
  if (isOpen && !wasOpen) setWasOpen(true);
  return wasOpen && <AppealDialog />;
}
