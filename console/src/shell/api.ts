import { useQuery } from '@tanstack/react-query';
import type { i18n } from 'i18next';
import { hostPrefixes } from '../../../contract/kernel/endpoint.ts';
import { Failure } from '../../../contract/kernel/errors.ts';
import { staffMe } from '../../../contract/staff/staff.ts';
import { OfflineError, createCall } from '../../../packages/client/call.ts';
import { currentToken, endSession } from './session.ts';

/** Asks the server. The input and the reply are typed by the endpoint's entry in the contract. */
export const call = createCall({
  hosts: () => ({ staff: `${window.location.origin}${hostPrefixes.staff}` }),
  token: currentToken,
  sessionEnded(token) {
    // Somebody may have signed in again meanwhile.
    if (token === currentToken()) endSession('expired');
  },
});

export const meKey = ['me'];

/** Who is signed in. Asked once; every later refusal shows in the calls themselves. */
export function useMe() {
  return useQuery({
    queryKey: meKey,
    queryFn: ({ signal }) => call(staffMe, {}, { signal }),
    staleTime: Infinity,
  });
}

/** One sentence for whatever went wrong. */
export function explain(error: unknown, { t }: i18n): string {
  if (error instanceof OfflineError) return t('shell:problem.offline');
  if (!(error instanceof Failure)) return t('shell:problem.unexpected');
  const { code, details } = error as Failure;
  const { id = '', retryAfter = 60 } = (details ?? {}) as { id?: string; retryAfter?: number };
  if (code === 'server.fault') return t('shell:problem.fault', { id });
  if (code === 'request.too_many') return t('shell:problem.tooMany', { count: retryAfter });
  return t(`errors:${code}`);
}
