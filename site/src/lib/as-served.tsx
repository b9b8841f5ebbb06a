import { type ReactNode, useState } from 'react';
import { useStarted } from './use-started.ts';

type AsServedProps = { className?: string | undefined; children: ReactNode };

/**
 * What cannot be pressed or changed. Where the server has rendered it, its HTML stays as it came, and no script is fetched
 * or run for it; anywhere else it is rendered like everything.
 */
export function AsServed({ className, children }: AsServedProps) {
  const started = useStarted();
  const [served] = useState(!started && typeof document !== 'undefined');
  if (!served) return <div className={className}>{children}</div>;
  // React keeps what stands in the element, because it takes it for HTML of ours.
  return <div className={className} suppressHydrationWarning dangerouslySetInnerHTML={{ __html: '' }} />;
}
