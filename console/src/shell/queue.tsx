/** What pages with a queue share: the list beside what is open, its head, its keys. */

import { Keyboard, SkipForward } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useOverlay } from '#client/overlays.ts';
import { Dialog } from '#ui/dialog.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { IconButton } from '#ui/icon-button.tsx';
import { KeyButton } from './key-button.tsx';
import { Keys, useKeys } from './keys.tsx';
import { TabTitle, usePageTitle } from './page.tsx';

interface QueuePageProps {
  queue: ReactNode;
  /** What is open; null where nothing is. */
  open: ReactNode;
  /** What stands in its place where nothing is. */
  closed: { icon: ReactNode; title: string; text: string };
  /** How wide the queue is at a desk. */
  width: string;
}

/** The queue and what is open of it side by side at a desk; one after the other on smaller screens. */
export function QueuePage({ queue, open, closed, width }: QueuePageProps) {
  return (
    <div className="flex min-h-0 flex-1 flex-col lg:h-dvh lg:flex-none lg:flex-row">
      <TabTitle />
      <section
        aria-labelledby="queue-title"
        className={`min-h-0 w-full flex-col border-line lg:flex lg:shrink-0 lg:border-e ${width} ${open ? 'hidden' : 'flex'}`}
      >
        {queue}
      </section>
      <div className={`min-h-0 min-w-0 flex-1 flex-col lg:flex ${open ? 'flex' : 'hidden'}`}>
        {open ?? (
          <div className="m-auto">
            <EmptyState compact {...closed} />
          </div>
        )}
      </div>
    </div>
  );
}

interface QueueHeadProps {
  /** Which keys do what. */
  help: ReactNode;
  next: { label: string; isBusy: boolean; onClick: () => void };
  /** What is shown of it. */
  children: ReactNode;
}

/** The page's title, and the button that hands over the next. */
export function QueueHead({ help, next, children }: QueueHeadProps) {
  const title = usePageTitle();
  return (
    <header className="flex flex-col gap-3 px-4 pt-5 pb-3 lg:pt-6">
      <div className="flex items-center justify-between gap-2">
        <h1 id="queue-title" tabIndex={-1} className="text-xl outline-none">
          {title}
        </h1>
        {help}
      </div>
      <KeyButton wide loading={next.isBusy} icon={SkipForward} letter="N" onClick={next.onClick}>
        {next.label}
      </KeyButton>
      {children}
    </header>
  );
}

interface KeyHelpProps {
  title: string;
  text?: string;
  keys: readonly { keys: readonly string[]; does: string }[];
}

/** Which keys do what, behind a button and the question mark. */
export function KeyHelp({ title, text, keys: shown }: KeyHelpProps) {
  const { t } = useTranslation();
  const { isOpen, open, close } = useOverlay('keys', { endsWithPage: true });
  useKeys({ '?': () => open(true) });
  return (
    <>
      <IconButton
        label={title}
        icon={<Keyboard aria-hidden className="size-5" />}
        className="-my-2 -me-2 text-muted pointer-coarse:hidden"
        onClick={() => open(true)}
      />
      <Dialog
        open={isOpen}
        onClose={() => void close()}
        closeLabel={t('close')}
        title={title}
        {...(text && { text })}
      >
        <dl className="flex flex-col divide-y divide-line text-sm">
          {shown.map(({ keys, does }) => (
            <div key={does} className="flex items-center justify-between gap-4 py-1.5">
              <dt>{does}</dt>
              <dd>
                <Keys keys={keys} />
                <span className="sr-only">{keys.join(' ')}</span>
              </dd>
            </div>
          ))}
        </dl>
      </Dialog>
    </>
  );
}

/** Moves the keyboard's focus up or down these rows; it begins at the open one. Enter opens, as with any link. */
export function moveFocus(rows: readonly HTMLElement[], by: 1 | -1): void {
  const focused = rows.findIndex((row) => row === document.activeElement);
  const current = focused >= 0 ? focused : rows.findIndex((row) => row.ariaCurrent === 'page');
  const next = current < 0 ? 0 : Math.min(rows.length - 1, Math.max(0, current + by));
  rows[next]?.focus();
}
