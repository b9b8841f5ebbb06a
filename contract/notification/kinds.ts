/**
 * What members may be notified of outside the page. The check of the database, the queue, pushes, mails, settings and the
 * console follow from this table; the words of each kind stand in `locales/` beside it.
 */

import { z } from 'zod';

/** How soon a member wants to be notified while they are away. */
export const pace = z.enum(['at_once', 'hourly', 'daily', 'never']);
export type Pace = z.output<typeof pace>;

export const channels = ['push', 'messenger', 'mail'] as const;
export type ChannelName = (typeof channels)[number];

/** Why a member was not notified of something that was new to them. */
export const unsentReasons = ['muted', 'no_channel', 'expired'] as const;
export type UnsentReason = (typeof unsentReasons)[number];

interface Kind {
  /**
   * Whose id the subject is. `conversation`: the sender of messages. `reaction`: who liked or visited. `account`: a thing of
   * the member's own, such as an entry of the ledger; it stays new, and its words are in `locales/` as a whole.
   */
  about: 'conversation' | 'reaction' | 'account';
  /** How soon members who never chose are notified of it. Null: always at once, and no member can change that. */
  pace: Exclude<Pace, 'never'> | null;
  /** Whether a sleeping phone is woken for it. */
  urgency: 'low' | 'normal' | 'high';
  /** The page of the site that it leads to; of a message the conversation. */
  page: string;
}

export const notificationKinds = {
  message: { about: 'conversation', pace: 'at_once', urgency: 'high', page: '/chats' },
  like: { about: 'reaction', pace: 'hourly', urgency: 'normal', page: '/notifications' },
  visit: { about: 'reaction', pace: 'daily', urgency: 'low', page: '/notifications' },
  gift: { about: 'account', pace: null, urgency: 'normal', page: '/chats' },
} as const satisfies Record<string, Kind>;

type Kinds = typeof notificationKinds;
export type NotificationKind = keyof Kinds;
type KindsWith<Facts> = { [K in NotificationKind]: Kinds[K] extends Facts ? K : never }[NotificationKind];
export type ReactionKind = KindsWith<{ about: 'reaction' }>;
export type AccountKind = KindsWith<{ about: 'account' }>;
/** Those whose pace a member chooses. */
export type PacedKind = KindsWith<{ pace: string }>;

const named = Object.keys(notificationKinds) as [NotificationKind, ...NotificationKind[]];
export const notificationKind = z.enum(named);
export const allKinds: readonly NotificationKind[] = named;
export const reactionKinds = named.filter((kind): kind is ReactionKind => isAbout(kind, 'reaction'));
export const pacedKinds = named.filter((kind): kind is PacedKind => notificationKinds[kind].pace !== null);

export function isAbout<About extends Kind['about']>(
  kind: NotificationKind,
  about: About,
): kind is KindsWith<{ about: About }> {
  return notificationKinds[kind].about === about;
}

/** A value for each of these kinds. */
export function forEachKind<K extends NotificationKind, T>(
  kinds: readonly K[],
  valueOf: (kind: K) => T,
): Record<K, T> {
  return Object.fromEntries(kinds.map((kind) => [kind, valueOf(kind)])) as Record<K, T>;
}
