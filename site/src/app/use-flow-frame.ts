import { useEffect } from 'react';
import { useFlow } from '../shell/flow.ts';
import { showFrameLater } from '../shell/welcome.ts';

/** Shows the page that the member's flow names, if it names one, once a session. */
export function useFlowFrame(): void {
  const address = useFlow()?.frameUrl ?? null;
  useEffect(() => {
    if (address !== null) showFrameLater(address);
  }, [address]);
}
