import { type ReactNode, Suspense, lazy, useEffect, useEffectEvent } from 'react';
import { useOverlay } from '#client/overlays.ts';
import { useIsDialogOpen } from '#ui/open-dialogs.ts';

/** It is fetched when it is first opened. */
const SearchPanel = lazy(async () => ({
  default: (await import('./search/search-panel.tsx')).SearchPanel,
}));

/** Search over everything, behind a button and Ctrl K. */
export function useSearch(): { open: () => void; panel: ReactNode } {
  const { isOpen, open, close, go } = useOverlay('search', { endsWithPage: true });
  const isDialogOpen = useIsDialogOpen();
  const press = useEffectEvent((event: KeyboardEvent) => {
    const isShortcut = event.key.toLowerCase() === 'k' && (event.ctrlKey || event.metaKey);
    if (!isShortcut || event.shiftKey || event.altKey) return;
    // The browser's own search must not open instead.
    event.preventDefault();
    if (isOpen) void close();
    else if (!isDialogOpen) open(true);
  });
  useEffect(() => {
    window.addEventListener('keydown', press);
    return () => window.removeEventListener('keydown', press);
  }, []);
  return {
    open: () => open(true),
    panel: isOpen && (
      <Suspense fallback={null}>
        <SearchPanel close={close} go={go} />
      </Suspense>
    ),
  };
}
