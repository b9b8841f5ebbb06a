import { emit, onConnect } from '#client/socket-events.ts';
import { reportReceipt } from '#contract/chat/live.ts';
import { onSessionEnd } from '#site/shell/session.ts';
import { noteRead, showRead } from './conversations-data.ts';

/** What comes within this time is sent together. */
const TOGETHER_MS = 300;

interface Progress {
  trackerId: string;
  /** As far as it is known here. */
  deliveredTo: number;
  readTo: number;
  /** Whether nothing unread is left in the conversation. */
  allRead: boolean;
  /** As far as the server knows it. */
  sentDelivered: number;
  sentRead: number;
}

const progress = new Map<string, Progress>();
let timer: ReturnType<typeof setTimeout> | undefined;
let following = false;

onSessionEnd(() => progress.clear());

/** A message has come to this device. */
export function noteDelivered(trackerId: string, profileId: string, number: number): void {
  advance(trackerId, profileId, { deliveredTo: number });
}

/** The member has seen everything up to this message. It never goes back. */
export function noteSeen(trackerId: string, profileId: string, number: number, allRead: boolean): void {
  if (allRead) showRead(trackerId, profileId);
  advance(trackerId, profileId, { deliveredTo: number, readTo: number, allRead });
}

function advance(
  trackerId: string,
  profileId: string,
  seen: { deliveredTo: number; readTo?: number; allRead?: boolean },
): void {
  const kept = progress.get(profileId);
  const known =
    kept?.trackerId === trackerId
      ? kept
      : { trackerId, deliveredTo: 0, readTo: 0, allRead: false, sentDelivered: 0, sentRead: 0 };
  const readTo = Math.max(known.readTo, seen.readTo ?? 0);
  const deliveredTo = Math.max(known.deliveredTo, seen.deliveredTo, readTo);
  progress.set(profileId, { ...known, deliveredTo, readTo, allRead: seen.allRead ?? known.allRead });
  if (deliveredTo === known.sentDelivered && readTo === known.sentRead) return;
  timer ??= setTimeout(reportAll, TOGETHER_MS);
  // What could not be sent is sent at the next connection.
  if (!following) onConnect(reportAll);
  following = true;
}

function reportAll(): void {
  clearTimeout(timer);
  timer = undefined;
  for (const [profileId, { trackerId, deliveredTo, readTo, sentDelivered, sentRead }] of progress) {
    if (deliveredTo > sentDelivered || readTo > sentRead)
      void report(trackerId, profileId, { deliveredTo, readTo }).catch(() => undefined);
  }
}

async function report(
  trackerId: string,
  profileId: string,
  { deliveredTo, readTo }: { deliveredTo: number; readTo: number },
): Promise<void> {
  const { unread } = await emit(reportReceipt, { trackerId, profileId, deliveredTo, readTo });
  const known = progress.get(profileId);
  if (known?.trackerId !== trackerId) return;
  progress.set(profileId, {
    ...known,
    sentDelivered: Math.max(known.sentDelivered, deliveredTo),
    sentRead: Math.max(known.sentRead, readTo),
  });
  if (readTo > known.sentRead && known.allRead) noteRead(trackerId, profileId, unread);
}
