import { useEffect } from 'react';
import { useLocation, useNavigate } from 'react-router';

const PARAMETER = 'token';

interface LinkState {
  linkToken?: unknown;
}

/** The token of the link that was opened, wherever it stands by now. */
export function linkTokenOf({ search, state }: { search: string; state: unknown }): string | undefined {
  const kept = (state as LinkState | null)?.linkToken;
  return new URLSearchParams(search).get(PARAMETER) ?? (typeof kept === 'string' ? kept : undefined);
}

/**
 * Takes the token out of the address bar, where it could be copied, photographed or leaked by a referrer.
 * It stays with this one entry of the history, so that a phone that drops the page can show it again.
 */
export function useHiddenToken(carriesToken: boolean): void {
  const { pathname, search, hash, state } = useLocation();
  const navigate = useNavigate();
  useEffect(() => {
    const query = new URLSearchParams(search);
    const linkToken = query.get(PARAMETER);
    if (!carriesToken || !linkToken) return;
    query.delete(PARAMETER);
    const rest = query.size > 0 ? `?${query}` : '';
    void navigate(
      { pathname, search: rest, hash },
      { replace: true, state: { ...(state as object | null), linkToken } },
    );
  }, [carriesToken, pathname, search, hash, state, navigate]);
}
