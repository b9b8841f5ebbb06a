import type { ReactNode } from 'react';

/** The first thing in the page: the keyboard's way past the navigation. */
export function SkipLink({ to, children }: { to: string; children: ReactNode }) {
  return (
    <a
      href={`#${to}`}
      className="sr-only z-50 rounded-button bg-inverse px-5 py-3 font-semibold text-on-inverse focus:not-sr-only focus:fixed focus:top-3 focus:left-3"
    >
      {children}
    </a>
  );
}
