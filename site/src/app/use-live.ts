import { useEffect } from 'react';
import { endSession } from '../lib/api.ts';
import { useShell } from '../lib/boot.ts';
import { useCurrentRoute } from '../lib/current-route.ts';
import { randomDelay } from '../lib/random-delay.ts';
import { report } from '../lib/report.ts';
import { useMember } from '../lib/session.ts';
import { storage } from '../lib/storage.ts';
import { isUnderWay } from '../lib/under-way.ts';

/** Keeps the member's connection open while he is here, and the page fresh when the server restarts. */
export function useLive(): void {
  const { socket: address } = useShell().hosts;
  const { trackerId } = useMember();
  const { staysAsLeft } = useCurrentRoute();

  useEffect(() => {
    let close = () => {};
    let left = false;
    const open = async () => {
      const { openLive } = await import('../lib/live.ts');
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
