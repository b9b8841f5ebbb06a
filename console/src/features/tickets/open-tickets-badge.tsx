import { useTranslation } from 'react-i18next';
import { QUEUE_COUNTED_TO } from '../../../../contract/kernel/constants.ts';
import { useLiveChanges } from '../../shell/live.ts';
import { useTicketCounts } from './ticket-data.ts';

/** People wait for an answer, so the menu says how many. */
export function OpenTicketsBadge() {
  const { t } = useTranslation();
  const { data, refetch } = useTicketCounts();
  useLiveChanges('ticket', ({ change }) => {
    if (change !== 'answering') void refetch();
  });
  const open = data?.open ?? 0;
  if (open === 0) return null;
  return (
    <span className="ms-auto rounded-badge bg-primary-soft px-1.5 text-xs font-semibold text-on-primary-soft tabular-nums">
      <span aria-hidden>{open >= QUEUE_COUNTED_TO ? `${QUEUE_COUNTED_TO}+` : open}</span>
      <span className="sr-only">{t('openTickets', { count: open })}</span>
    </span>
  );
}
