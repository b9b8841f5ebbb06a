import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { Failure } from '../../../contract/kernel/errors.ts';
import { Unreachable } from './call.ts';
import { currentToken, endSession } from './session.ts';

const MOST_RETRIES = 2;

function leaveWhenSignedOut(error: unknown): void {
  const signedOut =
    error instanceof Failure && (error.code === 'session.dead' || error.code === 'session.missing');
  if (signedOut && currentToken()) endSession('expired');
}

function mayPass(error: unknown): boolean {
  return error instanceof Unreachable || (error instanceof Failure && error.code === 'server.unavailable');
}

export const queryClient = new QueryClient({
  queryCache: new QueryCache({ onError: leaveWhenSignedOut }),
  mutationCache: new MutationCache({ onError: leaveWhenSignedOut }),
  defaultOptions: {
    queries: { staleTime: 10_000, retry: (count, error) => count < MOST_RETRIES && mayPass(error) },
    // Without a network a click must fail at once and say so, not happen unseen an hour later.
    mutations: { networkMode: 'always' },
  },
});
