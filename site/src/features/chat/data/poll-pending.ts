import {
  FIRST_NOTIFICATION,
  FIRST_NOTIFICATION_POLL_MS,
  NOTIFICATION_POLL_MS,
} from '#contract/kernel/constants.ts';

/** Asks what is pending, and leaves it be once there is nothing, until something new happens. */
export interface Polling {
  /** An answer came, or something new: it asks again in a while. */
  again: () => void;
  /** What had to wait was shown: the next is asked for at once. */
  next: () => void;
  /** There is nothing at all. */
  rest: () => void;
  stop: () => void;
}

/** Begins a while after the page has come, or at once where something was pending when the last page was left. */
export function startPolling(ask: (type: string | null) => void, begin: 'calmly' | 'at once'): Polling {
  let begun = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const plan = (after: number) => {
    clearTimeout(timer);
    timer = setTimeout(go, after);
  };
  function go() {
    ask(begun ? null : FIRST_NOTIFICATION);
    begun = true;
    // Where no answer comes.
    plan(NOTIFICATION_POLL_MS);
  }
  plan(begin === 'calmly' ? FIRST_NOTIFICATION_POLL_MS : 0);
  return {
    again: () => {
      if (begun) plan(NOTIFICATION_POLL_MS);
    },
    next: go,
    rest: () => clearTimeout(timer),
    stop: () => clearTimeout(timer),
  };
}
