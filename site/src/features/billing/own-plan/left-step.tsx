import { CircleCheck } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { leavePlan } from '../../../../../contract/billing/member-billing.ts';
import type { ReplyOf } from '../../../../../contract/kernel/endpoint.ts';
import { Notice } from '../../../../../packages/ui/notice.tsx';
import { useDates } from '../../../lib/times.ts';
import { useMoney } from '../use-money.ts';

/** The plan was left. The page starts over a moment later. */
export function LeftStep({ left }: { left: ReplyOf<typeof leavePlan> }) {
  const { refundCents, returnedCredits, endsAt } = left;
  const { t } = useTranslation('profile');
  const money = useMoney();
  const dates = useDates();
  return (
    <div role="status" className="space-y-4">
      <Notice tone="success" icon={<CircleCheck aria-hidden="true" />}>
        {endsAt === null ? t('plan.left.now') : t('plan.left.end', { date: dates.day(endsAt) })}{' '}
        {refundCents > 0 && t('plan.left.refund', { price: money(refundCents) })}
      </Notice>
      <p className="text-muted">
        {t(returnedCredits > 0 ? 'plan.left.creditsReturned' : 'plan.left.credits')}
      </p>
    </div>
  );
}
