import { CircleCheck } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { withdraw } from '../../../../../contract/billing/member-billing.ts';
import type { ReplyOf } from '../../../../../contract/kernel/endpoint.ts';
import { Button } from '../../../../../packages/ui/button.tsx';
import { Notice } from '../../../../../packages/ui/notice.tsx';
import { useDates } from '../../../lib/times.ts';
import { useMember } from '../../../shell/session.ts';
import { useMoney } from '../use-money.ts';
import { StepButtons } from './step-buttons.tsx';

type WithdrawnStepProps = { done: ReplyOf<typeof withdraw>; onBack: () => void };

/** The acknowledgement, which also goes out by mail. */
export function WithdrawnStep({ done: { status, refundCents, at }, onBack }: WithdrawnStepProps) {
  const { t } = useTranslation('profile');
  const money = useMoney();
  const dates = useDates();
  const { email } = useMember();
  return (
    <>
      <div role="status" className="space-y-4">
        <Notice tone="success" icon={<CircleCheck aria-hidden="true" />}>
          {t('plan.withdrawn.received', { date: dates.time(at) })}{' '}
          {status === 'asked'
            ? t('plan.withdrawn.asked')
            : t('plan.withdrawn.refund', { price: money(refundCents) })}
        </Notice>
        <p className="text-muted">{t('plan.withdrawn.mail', { email })}</p>
      </div>
      <StepButtons>
        <Button variant="secondary" wide onClick={onBack}>
          {t('plan.withdrawn.ok')}
        </Button>
      </StepButtons>
    </>
  );
}
