import { useEffect, useState } from 'react';
import { serverNow } from '#client/clock.ts';

const SECOND_MS = 1_000;
const HURRY_SECONDS = 30;

/** How long something stays with the user who has taken it. */
export function Countdown({ until, label }: { until: number; label: string }) {
  const left = useSecondsLeft(until);
  const minutes = Math.floor(left / 60);
  const seconds = String(left % 60).padStart(2, '0');
  return (
    // Spoken when it is asked for, not every second.
    <span
      role="timer"
      aria-live="off"
      aria-label={label}
      className={`tabular-nums ${left <= HURRY_SECONDS ? 'font-semibold text-danger-text' : 'text-muted'}`}
    >
      {`${minutes}:${seconds}`}
    </span>
  );
}

/** By the server's clock. */
export function useSecondsLeft(until: number): number {
  const [now, setNow] = useState(serverNow);
  useEffect(() => {
    const timer = setInterval(() => setNow(serverNow()), SECOND_MS);
    return () => clearInterval(timer);
  }, []);
  return Math.max(0, Math.ceil((until - now) / SECOND_MS));
}
