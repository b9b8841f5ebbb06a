import { Failure } from '#contract/kernel/errors.ts';
import { SECOND } from '#server/platform/clock.ts';
import type { Config } from '#server/platform/config/config.ts';
import { createBatcher, TryAgain } from '#server/platform/database/batches.ts';
import { isCollision } from '#server/platform/database/database.ts';
import type { Database } from '#server/platform/database/database.ts';
import { createLocalRateLimiter } from '#server/platform/security/rate-limits.ts';
import type { Outcome, Outgoing, Stored } from './outgoing.ts';
import { writeMessages } from './write-messages.sql.ts';

/** What the writer calls on the way of a message. */
interface WriterCalls {
  /** Makes room for a first message between two who have no conversation. Answers whether there is one now. */
  open: () => Promise<boolean>;
  /** Takes a message that was stored after its sender learned that the outcome is unknown. It must not throw. */
  storedLate?: (stored: Stored) => unknown;
}

/** Writes messages, as many at a time as have come while the last ones were being written. */
export interface MessageWriter {
  /**
   * Answers when it is stored. Fails with what `open` fails with, and with `chat.credits_short`, `chat.closed`,
   * `chat.photo_unknown`, `session.not_yours` where the id is another member's, or `request.not_found`. Where the
   * database takes too long it fails with `server.unavailable`.
   */
  write(outgoing: Outgoing, calls: WriterCalls): Promise<Stored>;
  /** Counts a message of a member, who may not send too many of them. Fails with `request.too_many`. */
  count(accountId: string, now: number): void;
  /** Waits for what is under way. */
  stop(): Promise<void>;
}

/** A batch is flushed to the disk while another is worked on, where a whole one waits. */
const WORTH_ANOTHER = 64;
const TIMEOUT = 15 * SECOND;

interface Options {
  db: Database;
  limits: Pick<Config['limits'], 'messagesPerAccount'>;
  mostWaiting?: number;
  /** After how many milliseconds a sender learns that the database does not answer. */
  timeout?: number;
}

interface Item extends WriterCalls {
  outgoing: Outgoing;
  /** There was no conversation, and one was opened for it. */
  opened: boolean;
}

export function createMessageWriter({ db, limits, timeout = TIMEOUT, ...options }: Options): MessageWriter {
  const checkPace = createLocalRateLimiter(limits.messagesPerAccount, 10 * SECOND);

  async function run(items: readonly Item[]): Promise<(Outcome | TryAgain)[]> {
    const outcomes = await writeMessages(
      db,
      items.map(({ outgoing }) => outgoing),
    );
    return items.map((item, index) => {
      const outcome: Outcome = outcomes[index] ?? { outcome: 'again' };
      if (outcome.outcome === 'again') return new TryAgain();
      return outcome.outcome === 'none' && !item.opened ? new TryAgain(() => open(item)) : outcome;
    });
  }

  async function open(item: Item): Promise<void> {
    item.opened = true;
    if (!(await item.open())) throw failureOf({ outcome: 'none' });
  }

  const batcher = createBatcher<Item, Outcome>({
    ...options,
    run,
    keysOf,
    isTransient,
    timeout,
    worthAnother: WORTH_ANOTHER,
    // The senders of these have been answered that they should try again; the receivers need not wait for that.
    onLate(items, results) {
      for (const [index, { storedLate }] of items.entries()) {
        const result = results[index];
        if (result && !(result instanceof TryAgain) && result.outcome === 'stored')
          storedLate?.(result.stored);
      }
    },
  });

  return {
    async write(outgoing, calls) {
      const outcome = await batcher.add({ outgoing, ...calls, opened: false });
      if ('stored' in outcome) return outcome.stored;
      throw failureOf(outcome);
    },
    count: (accountId, now) => checkPace(accountId, now),
    stop: () => batcher.stop(),
  };
}

/**
 * One message of a sender at a time, and one between two members, whichever of them writes: messages of a sender stay
 * in their order.
 */
function keysOf({ outgoing: { fromId, toId } }: Item): string[] {
  return [fromId, fromId < toId ? `${fromId} ${toId}` : `${toId} ${fromId}`];
}

function failureOf(outcome: Exclude<Outcome, { stored: Stored }>): Failure {
  switch (outcome.outcome) {
    case 'short':
      return new Failure('chat.credits_short', { needed: outcome.needed, balance: outcome.balance });
    case 'refused':
      return new Failure('profile.refused', undefined);
    case 'muted':
      return new Failure('account.muted', undefined);
    case 'paused':
      return new Failure('account.paused', undefined);
    case 'closed':
      return new Failure('chat.closed', undefined);
    case 'photo':
      return new Failure('chat.photo_unknown', undefined);
    case 'foreign':
      return new Failure('session.not_yours', undefined);
    case 'none':
      return new Failure('request.not_found', undefined);
    case 'again':
      return new Failure('server.unavailable', { retryAfter: 1 });
  }
}

/** A deadlock, or a balance that shrank at the same moment. Nothing was written. */
function isTransient(error: unknown): boolean {
  const { code, table } = (error ?? {}) as { code?: unknown; table?: unknown };
  return isCollision(error) || (code === '23514' && table === 'balance');
}
