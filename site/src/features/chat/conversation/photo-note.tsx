import type { ReactNode } from 'react';

/** A line in the place of a photo that is not shown. */
export function PhotoNote({ icon, children }: { icon: ReactNode; children: ReactNode }) {
  return (
    <p className="flex max-w-72 items-center gap-2.5 px-4 pt-3 text-[0.9375rem] last:pb-3 [&>svg]:size-5 [&>svg]:shrink-0">
      {icon}
      {children}
    </p>
  );
}
