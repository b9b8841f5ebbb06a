import { type ReactNode, useEffect, useRef } from 'react';

/** Instead of cards. It takes the focus where the buttons that had it are gone. */
export function Standstill({ children }: { children: ReactNode }) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (document.activeElement === document.body) box.current?.focus({ preventScroll: true });
  }, []);
  return (
    <div ref={box} role="status" tabIndex={-1} className="grid flex-1 place-items-center outline-none">
      {children}
    </div>
  );
}
