import type { ReactNode } from 'react';

/** The way on and the way back, at the end of a step. */
export function StepButtons({ children }: { children: ReactNode }) {
  return <div className="mt-6 flex flex-col gap-2.5">{children}</div>;
}
