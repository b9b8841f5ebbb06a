/** What the ways out of the house have in common: push, messenger and mail are each one of these. */

import type { Language } from '#contract/kernel/constants.ts';
import type { ProfileKind } from '#contract/kernel/fields.ts';
import { notificationKinds } from '#contract/notification/kinds.ts';
import type { ChannelName, NotificationKind } from '#contract/notification/kinds.ts';
import type { App } from '#server/app.ts';
import type { Brand } from '#server/brands/directory.ts';
import type { Queued } from './queue.ts';

/**
 * What a notification is about, as the receiver reads it. A mail speaks of all messages, or of all likes and visits;
 * the other channels of one conversation, or of one kind.
 */
export function topicOf(
  channel: ChannelName,
  { kind, subject_id: subjectId }: Pick<Queued, 'kind' | 'subject_id'>,
): string {
  const isMail = channel === 'mail';
  switch (notificationKinds[kind].about) {
    case 'conversation':
      return isMail ? 'mail:messages' : `chat:${subjectId}`;
    case 'reaction':
      return isMail ? 'mail:people' : `${kind}s`;
    case 'account':
      return `${kind}:${subjectId}`;
  }
}

/** A person who wrote, liked or visited. Profiles of ours are named as what they are wherever their name stands. */
export interface Sender {
  profileId: string;
  screenName: string;
  kind: ProfileKind;
  /** How many of their messages are unread. */
  unread: number;
  /** The beginning of the newest message; null where the member may not read it, and for a photo. */
  words: string | null;
  /** Of a mail about likes and visits: what they did. */
  did?: 'liked' | 'visited' | 'both';
}

/** What a notification says, read at the moment it is sent. */
export interface NotificationContent {
  /** The same in every attempt, so that the receiver can tell a repetition. */
  id: string;
  kind: NotificationKind;
  brand: Brand;
  accountId: string;
  /** Where the member's site is, as `https://host`. */
  origin: string;
  language: Language;
  email: string;
  screenName: string;
  /** A push or messenger notification names one sender; a mail the newest few. None where it is about the account. */
  senders: readonly Sender[];
  /** How many there are in all, with those who are not among `senders`. */
  total: number;
  /** Of an entry of the ledger: how many credits. */
  count: number;
}

/**
 * `sent`: the provider has it. `gone`: there is no such device, chat or address any more, and another channel is looked
 * for. `unknown`: the provider was asked and never answered, and asking again could say it twice.
 */
export type SendResult = 'sent' | 'gone' | 'unknown';

/** The provider did not take it, and certainly so. It is tried again, not before `afterMilliseconds`. */
export class NotTaken extends Error {
  override readonly name = 'NotTaken';
  readonly afterMilliseconds: number;
  /** Where it failed before the provider was asked, the others of the channel go on. */
  readonly isProvidersFault: boolean;

  constructor(
    message: string,
    options: ErrorOptions & { afterMilliseconds?: number; isProvidersFault?: boolean } = {},
  ) {
    super(message, options);
    this.afterMilliseconds = options.afterMilliseconds ?? 0;
    this.isProvidersFault = options.isProvidersFault ?? true;
  }
}

export interface Channel {
  name: ChannelName;
  /** How many are under way at once on a node. */
  concurrency: number;
  /**
   * Whether the receiver shows a second one in place of the first, so that it may be sent again when the outcome is
   * unknown.
   */
  repeatable: boolean;
  send(app: App, content: NotificationContent, signal: AbortSignal): Promise<SendResult>;
}
