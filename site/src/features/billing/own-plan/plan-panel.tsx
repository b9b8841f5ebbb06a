import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { PanelProps } from '../../../../../packages/client/overlays.ts';
import { Dialog } from '../../../../../packages/ui/dialog.tsx';
import { RowSkeletons } from '../../../../../packages/ui/skeleton.tsx';
import { Loaded } from '../../../shell/loaded.tsx';
import { type Billing, useBilling } from '../billing-data.ts';
import { CardSection } from './card-section.tsx';
import { CurrentPlan } from './current-plan.tsx';
import { LeaveStep } from './leave-step.tsx';
import { LeftStep } from './left-step.tsx';
import { PaymentsSection } from './payments-section.tsx';
import { RemoveCardStep } from './remove-card-step.tsx';
import type { Go, Step } from './step.ts';
import { WithdrawSection } from './withdraw-section.tsx';
import { WithdrawStep } from './withdraw-step.tsx';
import { WithdrawnStep } from './withdrawn-step.tsx';

const titles = {
  overview: 'plan.title',
  leave: 'plan.leaving.title',
  left: 'plan.left.title',
  removeCard: 'plan.card.removeTitle',
  withdraw: 'plan.withdraw.title',
  withdrawn: 'plan.withdrawn.title',
} as const;

/** The money a member sees: his plan, his card, what he paid, and how to get out of it. One thing at a time. */
export function PlanPanel(dialog: PanelProps) {
  const { t } = useTranslation(['profile', 'shell', 'errors']);
  const [step, go] = useState<Step>({ name: 'overview' });
  const billing = useBilling();
  return (
    <Dialog {...dialog} closeLabel={t('shell:close')} title={t(titles[step.name])}>
      <Loaded query={billing} skeleton={<RowSkeletons />}>
        {(data) => <StepBody step={step} billing={data} onGo={go} />}
      </Loaded>
    </Dialog>
  );
}

type StepBodyProps = { step: Step; billing: Billing; onGo: Go };

function StepBody({ step, billing, onGo }: StepBodyProps) {
  const back = () => onGo({ name: 'overview' });
  switch (step.name) {
    case 'overview':
      return <Overview billing={billing} onGo={onGo} />;
    case 'leave':
      return <LeaveStep subscription={billing.subscription} onBack={back} onGo={onGo} />;
    case 'left':
      return <LeftStep left={step.left} />;
    case 'removeCard':
      return <RemoveCardStep card={step.card} subscription={billing.subscription} onBack={back} />;
    case 'withdraw':
      return <WithdrawStep payments={billing.payments} first={step.orderId} onBack={back} onGo={onGo} />;
    case 'withdrawn':
      return <WithdrawnStep done={step.done} onBack={back} />;
  }
}

function Overview({ billing, onGo }: Omit<StepBodyProps, 'step'>) {
  const { payments } = billing;
  return (
    <div className="space-y-8">
      <CurrentPlan billing={billing} onGo={onGo} />
      <CardSection billing={billing} onRemove={(card) => onGo({ name: 'removeCard', card })} />
      <WithdrawSection payments={payments} onWithdraw={() => onGo({ name: 'withdraw', orderId: null })} />
      <PaymentsSection payments={payments} onWithdraw={(orderId) => onGo({ name: 'withdraw', orderId })} />
    </div>
  );
}
