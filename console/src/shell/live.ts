/** The console's open connection: its events say what has changed while pages are open. */

import { useEffect, useEffectEvent } from 'react';
import { onConnect, onEvent } from '#client/socket-events.ts';
import { openSocket } from '#client/socket.ts';
import { SOCKET } from '#contract/kernel/constants.ts';
import { STAFF_NAMESPACE, staffChanged } from '#contract/staff/live.ts';
import type { StaffChange, StaffTopic } from '#contract/staff/live.ts';
import { currentToken, endSession } from './session.ts';

/** What a page receives: a change, or that some may have been missed while there was no connection. */
export type LiveChange = StaffChange | { change: 'reconnected'; id: null; brand: null; staffId: null };

/** Holds the connection for as long as the user is signed in. */
export function useLiveConnection(isOpen: boolean): void {
  useEffect(() => {
    if (!isOpen) return undefined;
    return openSocket({
      address: `${window.location.origin}${SOCKET.path}`,
      namespace: STAFF_NAMESPACE,
      token: currentToken,
      // Pages fetch what they show when the connection is back. A new version of the console is fetched at the next visit.
      reload: () => {},
      sessionEnded(token) {
        if (token === currentToken()) endSession('expired');
      },
      report: () => {},
    });
  }, [isOpen]);
}

/** Calls back for every change of a topic, and after every time without a connection. */
export function useLiveChanges(topic: StaffTopic, handle: (change: LiveChange) => void): void {
  const handleNow = useEffectEvent(handle);
  useEffect(() => {
    const endChanges = onEvent(staffChanged, (change) => {
      if (change.topic === topic) handleNow(change);
    });
    const endConnects = onConnect(() =>
      handleNow({ change: 'reconnected', id: null, brand: null, staffId: null }),
    );
    return () => {
      endChanges();
      endConnects();
    };
  }, [topic]);
}
