/**
 * What this browser has shown of messages, likes and visits, so that nothing is shown twice: neither in two tabs, nor
 * after a reload, nor by `brain` what came live.
 */

import { onConnect } from '#client/socket-events.ts';
import type { ShownNotification } from '#contract/chat/live.ts';
import { SHOWN_NOTIFICATIONS_MOST } from '#contract/kernel/constants.ts';
import { storage } from '#site/shell/storage.ts';

type Type = ShownNotification['type'];
const types: readonly Type[] = ['message', 'like', 'visit'];

function write({ type, profileId, upTo }: ShownNotification): string {
  return `${type} ${profileId} ${upTo}`;
}

function read(line: string): ShownNotification[] {
  const [word, profileId = '', number] = line.split(' ');
  const type = types.find((one) => one === word);
  const upTo = Number(number);
  return type && profileId && Number.isSafeInteger(upTo) && upTo >= 0 ? [{ type, profileId, upTo }] : [];
}

const remembered = () => (storage.get('shownNotifications') ?? []).flatMap(read);

const isSame = (one: ShownNotification, other: ShownNotification) =>
  one.type === other.type && one.profileId === other.profileId;

/** Whether this tab is the one to show it: it is new, and no other has been faster. */
export async function claimNotification(about: ShownNotification): Promise<boolean> {
  const claim = () => {
    const known = remembered();
    if (known.some((one) => isSame(one, about) && one.upTo >= about.upTo)) return false;
    const others = known.filter((one) => !isSame(one, about));
    storage.set('shownNotifications', [...others, about].slice(-SHOWN_NOTIFICATIONS_MOST).map(write));
    return true;
  };
  // Two windows hear of it in the same moment. Where a browser has no locks, both may show it.
  const { locks } = navigator as Partial<Pick<Navigator, 'locks'>>;
  return locks ? locks.request('shown notifications', claim) : claim();
}

/** What the server has been notified of. */
const reported = new Set<string>();
let following = false;

/** What has been shown and the server does not know, with a function to call once it does. */
export function shownSinceAsked(): { shown: ShownNotification[]; noteAsked: () => void } {
  if (!following) onConnect(() => reported.clear());
  following = true;
  const shown = remembered().filter((one) => !reported.has(write(one)));
  return {
    shown,
    noteAsked() {
      for (const one of shown) reported.add(write(one));
    },
  };
}

/** These wait until the page is in sight. A new page then asks for them. */
export function keepPending(waiting: readonly ShownNotification[]): void {
  if (waiting.length > 0) storage.set('pendingNotifications', waiting.map(write));
  else storage.remove('pendingNotifications');
}

export function pendingNotifications(): ShownNotification[] {
  return (storage.get('pendingNotifications') ?? []).flatMap(read);
}
