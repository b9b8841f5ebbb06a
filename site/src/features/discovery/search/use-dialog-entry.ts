import { useCallback } from 'react';
import { useLocation, useNavigate } from 'react-router';

/** What is open over the page has an entry in the history, so that Back closes it. The page itself stays where it is. */
export function useDialogEntry(name: string) {
  const { pathname, search, state } = useLocation();
  const navigate = useNavigate();
  const shown = (state as Record<string, unknown> | null)?.[name];
  const open = useCallback(
    (value: string) => void navigate({ pathname, search }, { state: { [name]: value } }),
    [navigate, pathname, search, name],
  );
  const close = useCallback(() => void navigate(-1), [navigate]);
  return { value: typeof shown === 'string' ? shown : null, open, close };
}
