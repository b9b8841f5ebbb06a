import { useTranslation } from 'react-i18next';
import type { WorkQueue } from '#contract/staff/waiting.ts';
import { useBrandScope } from './brand-scope.ts';
import { useWaitingCount } from './waiting.ts';

/** People wait for an answer or a verdict, so the menu says how many. */
function WaitingBadge({ queue }: { queue: WorkQueue }) {
  const { t } = useTranslation();
  const waiting = useWaitingCount(queue, useBrandScope());
  if (!waiting) return null;
  return (
    <span className="rounded-badge bg-primary-soft px-1.5 text-xs font-semibold text-on-primary-soft tabular-nums">
      <span aria-hidden>{waiting.words}</span>
      <span className="sr-only">{t(`waiting.${queue}`, { count: waiting.count })}</span>
    </span>
  );
}

export const WaitingConversations = () => <WaitingBadge queue="conversations" />;
export const WaitingTickets = () => <WaitingBadge queue="tickets" />;
export const WaitingCases = () => <WaitingBadge queue="moderation" />;
