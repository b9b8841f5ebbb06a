import type { ChatPhoto, MessageWarning } from '#contract/chat/messages.ts';
import type { ProfileKind } from '#contract/kernel/fields.ts';

/** A message on its way into the database. */
export interface Outgoing {
  brandId: string;
  /** Profiles. */
  fromId: string;
  toId: string;
  /** Chosen by the sender: what is sent twice is stored once. */
  id: string;
  text: string;
  at: Date;
  readyMade: boolean;
  photoId: string | null;
  /** The number of the message that it answers. */
  replyTo: number | null;
  /** It asks one of our profiles whether a person answers, or is the honest answer or help, written for one. */
  free: boolean;
  /** Who wrote it for a profile of ours: `staff:<id>`, `scripted`, `model`. Null for members. */
  writtenBy: string | null;
  /** The receiver has a page open on this node, where they can read it. */
  inPage: boolean;
}

/** What became of it, with all that is needed to notify both participants. */
export interface Stored {
  conversationId: string;
  number: number;
  at: Date;
  /** False where it had been stored before. */
  isNew: boolean;
  /** Its telephone number is covered from the receiver now. */
  phoneCovered: boolean;
  /** It cost nothing, and its words are withheld from no reader. */
  free: boolean;
  /** What the receiver is warned of. */
  warning: MessageWarning | null;
  photo: ChatPhoto | null;
  from: {
    accountId: string | null;
    /** Whether it cost anything. */
    charged: boolean;
    messageCredits: number;
    iceBreakerCredits: number;
    unread: number;
  };
  to: {
    accountId: string | null;
    kind: ProfileKind;
    /** Whether the words are kept back from the receiver. */
    blurs: boolean;
    unread: number;
  };
}

/**
 * What became of one message. `none`: there is no conversation yet. `refused`: moderation has refused the sender.
 * `muted`: a sanction keeps the sender from writing for a time. `paused`: the sender takes a break. `foreign`: another
 * member has used its id. `again`: another message was written there at the same moment, and what was read of the
 * conversation is out of date.
 */
export type Outcome =
  | { outcome: 'stored' | 'known'; stored: Stored }
  | { outcome: 'short'; needed: number; balance: number }
  | { outcome: 'none' | 'refused' | 'muted' | 'paused' | 'closed' | 'foreign' | 'photo' | 'again' };
