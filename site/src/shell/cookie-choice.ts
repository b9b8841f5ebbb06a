import { useSyncExternalStore } from 'react';
import { createStore, useStore } from '../../../packages/client/store.ts';
import { storage } from './storage.ts';

export type CookieChoice = 'accepted' | 'rejected';

/** Open again although a choice was made, because somebody wants to change it. */
const reopened = createStore(false);

function keptChoice(policyVersion: string): CookieChoice | 'none' {
  const [choice, version] = storage.get('cookieChoice')?.split(' ') ?? [];
  if (version !== policyVersion) return 'none';
  return choice === 'accepted' || choice === 'rejected' ? choice : 'none';
}

/** Only an answer counts: as long as nobody has said yes, it is no. */
export function cookiesAccepted(policyVersion: string | undefined): boolean {
  return policyVersion !== undefined && keptChoice(policyVersion) === 'accepted';
}

/** A choice is for one version of the policy: a new one asks again. */
export function chooseCookies(choice: CookieChoice, policyVersion: string): void {
  storage.set('cookieChoice', `${choice} ${policyVersion}`);
  reopened.set(false);
}

export function reopenCookieChoice(): void {
  reopened.set(true);
}

/** Whether the question is on the screen. Never in the server's HTML, which does not know the answer. */
export function useCookieQuestion(policyVersion: string | undefined): boolean {
  const again = useStore(reopened, false);
  const unanswered = useSyncExternalStore(
    (listener) => storage.watch('cookieChoice', listener),
    () => policyVersion !== undefined && keptChoice(policyVersion) === 'none',
    () => false,
  );
  return policyVersion !== undefined && (unanswered || again);
}
