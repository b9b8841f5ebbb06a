import type { ReactNode } from 'react';

export type ToastOptions = {
  text: ReactNode;
  /** A `card` shows news: it waits for its turn, and never stands over a dialog. The others answer an action of the user. */
  kind?: 'plain' | 'success' | 'danger' | 'card' | undefined;
  /** There is one toast of a name: a later one takes the place of the earlier. */
  name?: string | undefined;
  /** For instance to undo. The toast closes after it. */
  action?: { label: string; onClick: () => void } | undefined;
  /** How long it stays; one with an action stays longer. */
  seconds?: number | undefined;
};

export type QueuedToast = ToastOptions & { id: number };

/** More news than this is in the lists anyway. */
const CARDS_WAITING = 3;

const isCard = ({ kind }: ToastOptions) => kind === 'card';

/** The queue with one more, the next to be shown first. An answer comes at once, in the place of an earlier one. */
export function withToast(queue: readonly QueuedToast[], toast: QueuedToast): readonly QueuedToast[] {
  const same = queue.findIndex(({ name }) => name !== undefined && name === toast.name);
  if (same >= 0) return queue.with(same, toast);
  if (isCard(toast)) {
    const cards = queue.filter(isCard);
    const [shown, ...waiting] = cards;
    const kept = shown ? [shown, ...waiting.slice(1 - CARDS_WAITING)] : [];
    return [...queue.filter((one) => !isCard(one)), ...kept, toast];
  }
  // What can still be undone comes back after it.
  return [toast, ...queue.filter((one) => isCard(one) || one.action !== undefined)];
}

export function shownOf(queue: readonly QueuedToast[], overDialog: boolean): QueuedToast | undefined {
  return overDialog ? queue.find((one) => !isCard(one)) : queue[0];
}
