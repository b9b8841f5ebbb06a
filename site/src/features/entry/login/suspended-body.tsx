import type { PopupBodyProps } from '#site/shell/popups.ts';
import { SuspendedNotice } from '#site/shell/suspended-notice.tsx';

/** The rule that was broken, until when the member is kept out, and where the way to appeal is. */
export function SuspendedBody({ popup: { suspension } }: PopupBodyProps) {
  return suspension && <SuspendedNotice {...suspension} />;
}
