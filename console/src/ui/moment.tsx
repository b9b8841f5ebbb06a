import { useNow } from '../lib/clock.ts';
import { useFormat } from '../lib/format.ts';

/** How long ago or in how long, with the exact time for whoever rests on it. */
export function Moment({ at, className }: { at: number; className?: string }) {
  const format = useFormat();
  const now = useNow();
  return (
    <time dateTime={new Date(at).toISOString()} title={format.moment(at)} className={className}>
      {format.ago(at, now)}
    </time>
  );
}
