import { useCallback } from 'react';
import { useLocation, useNavigate } from 'react-router';

/** Whether the photos are over the whole screen. They have an entry in the history, so that Back closes them. */
export function useViewer() {
  const { pathname, search, state } = useLocation();
  const navigate = useNavigate();
  const isOpen = (state as { viewer?: boolean } | null)?.viewer === true;
  const open = useCallback(
    () => void navigate({ pathname, search }, { state: { viewer: true } }),
    [navigate, pathname, search],
  );
  const close = useCallback(() => void navigate(-1), [navigate]);
  return { isOpen, open, close };
}
