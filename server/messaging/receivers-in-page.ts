/** Which receivers have a page open on this node: what they read there needs no notification at once. */

import { LRUCache } from 'lru-cache';
import type { App } from '#server/app.ts';
import { lookAgainFor } from '#server/notifications/queue.ts';
import type { Outgoing, Stored } from './outgoing.ts';

/** The accounts of profiles that wrote or were written to lately. A profile never changes its account. */
export type KnownAccounts = LRUCache<string, string>;

const MOST_KNOWN = 20_000;

export const createKnownAccounts = (): KnownAccounts => new LRUCache({ max: MOST_KNOWN });

/** False where it is not known whose profile it is: a first message is notified of a little sooner. */
export function isInPage({ chat, realtime }: App, brandId: string, profileId: string): boolean {
  const accountId = chat.knownAccounts.get(profileId);
  return accountId !== undefined && realtime.presence.isHere(brandId, accountId);
}

type Sent = Pick<Outgoing, 'fromId' | 'toId'> & { inPage?: boolean };

/** A receiver who has closed the page while the message was stored was looked for too early. */
export async function recordReceiver(
  { db, clock, chat, realtime }: App,
  brandId: string,
  { outgoing, stored }: { outgoing: Sent; stored: Stored },
): Promise<void> {
  const { accountId } = stored.to;
  if (stored.from.accountId !== null) chat.knownAccounts.set(outgoing.fromId, stored.from.accountId);
  if (accountId === null) return;
  chat.knownAccounts.set(outgoing.toId, accountId);
  if (!outgoing.inPage || realtime.presence.isHere(brandId, accountId)) return;
  await lookAgainFor(db, [{ brandId, accountId }], clock.now());
}
