import { ScrollArea } from '@base-ui/react/scroll-area';
import type { ReactNode } from 'react';

/** Scrolls in its own box, and by keyboard too where there is something to scroll. */
export function ScrollPane({ children }: { children: ReactNode }) {
  return (
    <ScrollArea.Root className="relative flex min-h-0 flex-1 flex-col">
      <ScrollArea.Viewport className="min-h-0 flex-1 -outline-offset-3">
        <ScrollArea.Content>{children}</ScrollArea.Content>
      </ScrollArea.Viewport>
      <ScrollArea.Scrollbar className="flex w-2.5 justify-center p-0.5">
        <ScrollArea.Thumb className="w-full rounded-full bg-field-line/60" />
      </ScrollArea.Scrollbar>
    </ScrollArea.Root>
  );
}
