import { useSyncExternalStore } from 'react';

const never = () => () => undefined;

/** Whether the page has come to life: the first render over the server's HTML must not look at the address or storage. */
export function useStarted(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
}
