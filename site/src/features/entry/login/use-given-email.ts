import { useEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router';

/** An address field that begins with what the page before has given. The server's HTML knows nothing of it. */
export function useGivenEmail(given?: string) {
  const { state } = useLocation();
  const passed = (state as { email?: unknown } | null)?.email;
  const email = given || (typeof passed === 'string' ? passed : '');
  const ref = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState('');
  // What a browser has filled in before the page came to life counts as typed.
  useEffect(() => setTyped((now) => now || ref.current?.value || email), [email]);
  return { ref, typed, setTyped };
}
