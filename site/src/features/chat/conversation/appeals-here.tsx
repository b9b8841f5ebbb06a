import { useState } from 'react';
import { lazyPart } from '../../../shell/lazy-part.tsx';
import { useAppealOverlay } from '../../account/appeal-overlay.ts';

const AppealDialog = lazyPart(async () => (await import('../../account/appeals.tsx')).AppealDialog);

/** The dialog of appeals over a conversation. Few need it, so it is fetched when it is first opened. */
export function AppealsHere() {
  const { isOpen } = useAppealOverlay();
  const [wasOpen, setWasOpen] = useState(isOpen);
  if (isOpen && !wasOpen) setWasOpen(true);
  return wasOpen && <AppealDialog />;
}
