import { useEffect } from 'react';
import { endSession } from '../shell/api.ts';
import { useShell } from '../shell/boot.ts';
import { useCurrentRoute } from '../shell/current-route.ts';
import { randomDelay } from '../../../packages/client/random-delay.ts';
import { report } from '../shell/report.ts';
import { useMember } from '../shell/session.ts';
import { storage } from '../shell/storage.ts';
import { isUnderWay } from '../shell/under-way.ts';

/** Keeps the member's connection open while he is here, and the page fresh when the server restarts. */
export function useLive(): void {
  const { socket: address } = useShell().hosts;
  const { trackerId } = useMember();
  const { staysAsLeft } = useCurrentRoute();

  useEffect(() => {
    let close = () => {};
    let left = false;
    const open = async () => {
      const { openLive } = await import('../../../packages/client/live.ts');
      if (left) return;
      close = openLive({
        address,
        token: () => storage.get('token'),
        trackerId,
        reloadsAfter: () => randomDelay(),
        reload() {
          if (!staysAsLeft && !isUnderWay()) location.reload();
        },
        sessionEnded: endSession,
        report(message) {
          if (navigator.onLine) void report({ subject: 'socket', message });
        },
      });
    };
    // Without it the site still works; what is new then comes with the next page.
    open().catch(() => undefined);
    return () => {
      left = true;
      close();
    };
  }, [address, trackerId, staysAsLeft]);
}
