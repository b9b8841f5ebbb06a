import { useEffect, useEffectEvent } from 'react';
import { endDeadSession } from '../shell/api.ts';
import { useShell } from '../shell/boot.ts';
import { useCurrentRoute } from '../shell/current-route.ts';
import { randomDelay } from '../../../packages/client/random-delay.ts';
import { report } from '../shell/report.ts';
import { onFailure } from '../../../packages/client/socket-events.ts';
import { askForRegion, useMember } from '../shell/session.ts';
import { storage } from '../shell/storage.ts';
import { isUnderWay } from '../shell/under-way.ts';

/** Keeps the member's connection open while he is here, and the page fresh when the server restarts. */
export function useSocket(): void {
  const { socket: address } = useShell().hosts;
  const { trackerId } = useMember();
  const { staysAsLeft } = useCurrentRoute();

  // Where somebody is has no part in the connection: entering or leaving a page must not tear it down.
  const reload = useEffectEvent(() => {
    if (!staysAsLeft && !isUnderWay()) location.reload();
  });

  useEffect(
    () =>
      onFailure(({ code }) => {
        if (code === 'region.missing') askForRegion();
      }),
    [],
  );
  useEffect(() => {
    let close = () => {};
    let left = false;
    const open = async () => {
      const { openSocket } = await import('../../../packages/client/socket.ts');
      if (left) return;
      close = openSocket({
        address,
        token: () => storage.get('token'),
        trackerId,
        reloadsAfter: () => randomDelay(),
        reload: () => reload(),
        sessionEnded: endDeadSession,
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
  }, [address, trackerId]);
}
