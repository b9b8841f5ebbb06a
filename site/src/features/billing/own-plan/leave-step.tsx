import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type OwnSubscription, leavePlan } from '../../../../../contract/billing/member-billing.ts';
import { LEAVE_PLAN_RELOAD_MS } from '../../../../../contract/kernel/constants.ts';
import { Button } from '../../../../../packages/ui/button.tsx';
import { Checkbox } from '../../../../../packages/ui/checkbox.tsx';
import { FormErrors } from '../../../../../packages/ui/form-errors.tsx';
import { RadioCards } from '../../../../../packages/ui/radio-cards.tsx';
import { useDates } from '../../../lib/times.ts';
import { call } from '../../../shell/api.ts';
import { explain } from '../../../shell/explain.ts';
import { refreshUser } from '../../../shell/member-query.ts';
import { paths } from '../../../shell/paths.ts';
import { useMember } from '../../../shell/session.ts';
import { refreshBilling } from '../billing-data.ts';
import { useMoney } from '../use-money.ts';
import { StepButtons } from './step-buttons.tsx';
import type { Go } from './step.ts';

type When = 'period_end' | 'now';
type LeaveStepProps = { subscription: OwnSubscription | null; onBack: () => void; onGo: Go };

/** When to leave: the one confirmation there is. */
export function LeaveStep({ subscription, onBack, onGo }: LeaveStepProps) {
  const { t, i18n } = useTranslation(['profile', 'errors']);
  const [when, setWhen] = useState<When>('period_end');
  const [returnCredits, setReturnCredits] = useState(false);
  const leave = useLeave(onGo);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!leave.isPending) leave.mutate({ when, returnCredits: when === 'now' && returnCredits });
  };
  return (
    <form onSubmit={submit}>
      <p className="mb-5 text-muted">{t('plan.leaving.text')}</p>
      {subscription && <WhenField subscription={subscription} value={when} onChange={setWhen} />}
      {when === 'now' && subscription && subscription.returnableCredits > 0 && (
        <CreditsField subscription={subscription} checked={returnCredits} onChange={setReturnCredits} />
      )}
      {leave.error && <FormErrors title={explain(leave.error, i18n)} />}
      {leave.data?.status === 'ko' && <FormErrors title={t('plan.leaving.failed')} />}
      <StepButtons>
        <Button type="submit" variant="danger" size="lg" wide loading={leave.isPending}>
          {t('plan.leaving.confirm')}
        </Button>
        <Button variant="ghost" wide onClick={onBack}>
          {t('plan.leaving.back')}
        </Button>
      </StepButtons>
    </form>
  );
}

type WhenFieldProps = { subscription: OwnSubscription; value: When; onChange: (when: When) => void };

function WhenField({ subscription: { paidUntil, unusedCents }, value, onChange }: WhenFieldProps) {
  const { t } = useTranslation('profile');
  const money = useMoney();
  const dates = useDates();
  return (
    <RadioCards<When>
      label={t('plan.leaving.when')}
      name="when"
      columns={1}
      value={value}
      onChange={onChange}
      options={[
        {
          value: 'period_end',
          label: t('plan.leaving.end', { date: dates.day(paidUntil) }),
          detail: t('plan.leaving.endText'),
        },
        {
          value: 'now',
          label: t('plan.leaving.now'),
          detail:
            unusedCents > 0
              ? t('plan.leaving.nowText', { price: money(unusedCents) })
              : t('plan.leaving.nowNothing'),
        },
      ]}
      className="mb-4"
    />
  );
}

type CreditsFieldProps = {
  subscription: OwnSubscription;
  checked: boolean;
  onChange: (checked: boolean) => void;
};

/** Credits stay with whoever leaves, unless he would rather have their price back. */
function CreditsField({ subscription, checked, onChange }: CreditsFieldProps) {
  const { t } = useTranslation('profile');
  const money = useMoney();
  const { returnableCredits: credits, returnableCreditsCents } = subscription;
  return (
    <Checkbox
      name="returnCredits"
      checked={checked}
      onChange={(event) => onChange(event.target.checked)}
      label={t('plan.leaving.returnCredits', { credits, price: money(returnableCreditsCents) })}
      className="mb-4"
    />
  );
}

function useLeave(onGo: Go) {
  const { trackerId } = useMember();
  return useMutation({
    mutationFn: (wish: { when: When; returnCredits: boolean }) => call(leavePlan, { trackerId, ...wish }),
    onSuccess: async (left) => {
      if (left.status === 'ko') return;
      onGo({ name: 'left', left });
      setTimeout(() => {
        // Whoever has gone on to another page must not lose what he does there.
        if (location.pathname === paths.profile()) location.reload();
      }, LEAVE_PLAN_RELOAD_MS);
      await refreshBilling();
      await refreshUser(trackerId).catch(() => undefined);
    },
  });
}
