import { OfflineError } from '#client/call.ts';

/** It waited behind something that could not be sent, and was not tried itself. */
export class NotTried extends OfflineError {}

interface Waiting {
  id: string;
  work: () => Promise<unknown>;
  resolve: (value: unknown) => void;
  reject: (error: unknown) => void;
}

export interface DecisionQueue {
  /** Does it once everything before it is done. `id` is the person it is about. */
  add: <T>(id: string, work: () => Promise<T>) => Promise<T>;
  /** The people about whom something is still on its way. */
  ids: () => ReadonlySet<string>;
}

/**
 * Decisions leave one after the other, in the order they were made. Where there is no connection, what waits behind
 * fails with the first, the last of them first, so that each can be taken back in turn.
 */
export function createDecisionQueue(): DecisionQueue {
  const waiting: Waiting[] = [];

  async function work(): Promise<void> {
    for (let first = waiting[0]; first; first = waiting[0]) {
      try {
        const value = await first.work();
        waiting.shift();
        first.resolve(value);
      } catch (error) {
        if (error instanceof OfflineError) {
          for (const behind of waiting.splice(1).toReversed()) behind.reject(new NotTried('deck'));
        }
        waiting.shift();
        first.reject(error);
      }
    }
  }

  return {
    add: <T>(id: string, task: () => Promise<T>) =>
      new Promise<T>((resolve, reject) => {
        waiting.push({ id, work: task, resolve: resolve as Waiting['resolve'], reject });
        if (waiting.length === 1) void work();
      }),
    ids: () => new Set(waiting.map(({ id }) => id)),
  };
}
