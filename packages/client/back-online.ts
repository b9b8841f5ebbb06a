import { useEffect, useEffectEvent } from 'react';

/** Calls back when the network returns, as long as something waits for that. */
export function useBackOnline(waits: boolean, callBack: () => void): void {
  const onOnline = useEffectEvent(callBack);
  useEffect(() => {
    if (!waits) return undefined;
    const back = () => onOnline();
    window.addEventListener('online', back);
    return () => window.removeEventListener('online', back);
  }, [waits]);
}
