import { useEffect, useRef } from 'react';

/** Calls at once, and what comes soon after together at the end of the pause. */
export function useThrottled(act: () => void, pauseMs: number): () => void {
  const pause = useRef<{ timer: ReturnType<typeof setTimeout>; again: boolean } | null>(null);
  useEffect(() => () => clearTimeout(pause.current?.timer), []);
  return function run() {
    if (pause.current) {
      pause.current.again = true;
      return;
    }
    act();
    const timer = setTimeout(() => {
      const again = pause.current?.again ?? false;
      pause.current = null;
      if (again) run();
    }, pauseMs);
    pause.current = { timer, again: false };
  };
}
