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
  /** Who wrote it for a profile of ours: `staff:<id>`, `scripted`, `model`. Null for members. */
  writtenBy: string | null;
}

/** What became of it, with all that is needed to tell both sides. */
export interface Stored {
  conversationId: string;
  number: number;
  at: Date;
  /** False where it had been stored before. */
  isNew: boolean;
  phoneCovered: boolean;
  from: { accountId: string | null; screenName: string; messageCredits: number; iceBreakerCredits: number };
  to: {
    accountId: string | null;
    kind: 'member' | 'staff' | 'ai';
    screenName: string;
    /** Whether the words are kept back from the receiver. */
    blurs: boolean;
    unread: number;
  };
}

/** Writes messages, as many at a time as have come while the last ones were being written. */
export interface MessageWriter {
  /** Answers when it is stored. Fails with `chat.credits_short`, `chat.closed` or `request.not_found`. */
  write(outgoing: Outgoing): Promise<Stored>;
  /** Waits for what is under way. */
  stop(): Promise<void>;
}
