import type { ReactNode } from 'react';

/** What a step asks. The form brings the focus here when the step is shown. */
export function Question({ children, text }: { children: ReactNode; text?: ReactNode }) {
  return (
    <>
      <h2 data-question tabIndex={-1} className="text-2xl outline-none">
        {children}
      </h2>
      {text && <p className="mt-1 text-muted">{text}</p>}
    </>
  );
}
