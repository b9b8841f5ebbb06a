import { useCallback } from 'react';
import { useLocation, useNavigate } from 'react-router';

/** What is open has its name in the address, so that Back closes it and a link leads to it. */
export function useHash() {
  const { hash, search, state } = useLocation();
  const navigate = useNavigate();
  const openedHere = (state as { panel?: boolean } | null)?.panel === true;
  const open = useCallback(
    (name: string) => void navigate({ search, hash: name }, { state: { panel: true } }),
    [navigate, search],
  );
  const close = useCallback(() => {
    if (openedHere) void navigate(-1);
    else void navigate({ search, hash: '' }, { replace: true });
  }, [navigate, search, openedHere]);
  return { name: hash.slice(1), open, close };
}
