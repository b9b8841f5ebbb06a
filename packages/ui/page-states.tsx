import { HeartCrack, WifiOff } from 'lucide-react';
import { type ReactNode, useEffect, useEffectEvent, useState } from 'react';
import { useOnline } from '#client/use-online.ts';
import { EmptyState } from './empty-state.tsx';
import { Spinner } from './spinner.tsx';

/** Says over the page that there is no network, as long as there is none. */
export function OfflineBar({ text }: { text: string }) {
  const online = useOnline();
  return (
    // Always in the page: a screen reader only speaks of regions that were there before their content.
    <div role="status">
      {!online && (
        <p className="flex items-center justify-center gap-2 bg-warning-soft px-5 py-2.5 text-[0.9375rem] font-medium text-on-warning-soft">
          <WifiOff aria-hidden="true" className="size-5 shrink-0" />
          {text}
        </p>
      )}
    </div>
  );
}

type PageFaultProps = {
  words: { title: string; text: string; offlineTitle: string; offlineText: string };
  /** The ways on. */
  actions: ReactNode;
  /** Called when a page that failed without a network has one again. */
  onOnline: () => void;
  compact?: boolean | undefined;
};

/** In the place of a page whose code failed, or could not be fetched. */
export function PageFault({ words, actions, onOnline, compact }: PageFaultProps) {
  const online = useOnline();
  const [startedOffline] = useState(!online);
  const handleOnline = useEffectEvent(onOnline);
  useEffect(() => {
    if (startedOffline && online) handleOnline();
  }, [startedOffline, online]);
  const content = online
    ? { icon: <HeartCrack aria-hidden="true" />, title: words.title, text: words.text }
    : { icon: <WifiOff aria-hidden="true" />, title: words.offlineTitle, text: words.offlineText };
  return <EmptyState alert compact={compact} {...content} action={actions} />;
}

/** While the code of the first page arrives. */
export function OpeningPage({ label }: { label: string }) {
  return (
    <div className="grid min-h-dvh place-items-center text-muted">
      <Spinner label={label} />
    </div>
  );
}
