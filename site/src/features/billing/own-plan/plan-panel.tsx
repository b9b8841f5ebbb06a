import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { PanelProps } from '#client/overlays.ts';
import type { CardOnFile, leavePlan, withdraw, OwnPayment } from '#contract/billing/member-billing.ts';
import type { ReplyOf } from '#contract/kernel/endpoint.ts';
import { WITHDRAWAL_DAYS } from '#contract/kernel/money.ts';
import { Loaded } from '#site/shell/loaded.tsx';
import { Button } from '#ui/button.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { RowSkeletons } from '#ui/skeleton.tsx';
import { useBilling, type Billing } from '../billing-data.ts';
import { CardSection, RemoveCardStep } from './card-section.tsx';
import { CurrentPlan } from './current-plan.tsx';
import { LeaveStep, LeftStep } from './leave-step.tsx';
import { takesBack, useWithdrawalWords } from './own-payments.ts';
import { PaymentsSection } from './payments-section.tsx';
import { WithdrawStep, WithdrawnStep } from './withdraw-step.tsx';

const titles = {
  overview: 'plan.title',
  leave: 'plan.leaving.title',
  left: 'plan.left.title',
  removeCard: 'plan.card.removeTitle',
  withdraw: 'plan.withdraw.title',
  withdrawn: 'plan.withdrawn.title',
} as const;

/** What the panel shows: everything, or one decision and what became of it. */
type Step =
  | { name: 'overview' }
  | { name: 'leave' }
  | { name: 'left'; left: ReplyOf<typeof leavePlan> }
  | { name: 'removeCard'; card: CardOnFile }
  /** Which purchase it is about, where that is known. */
  | { name: 'withdraw'; orderId: string | null }
  | { name: 'withdrawn'; done: ReplyOf<typeof withdraw> };

/** The money a member sees: their plan, their card, what they paid, and how to get out of it. One thing at a time. */
export function PlanPanel(dialog: PanelProps) {
  const { t } = useTranslation(['profile', 'pay', 'shell', 'errors']);
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

type StepBodyProps = { step: Step; billing: Billing; onGo: (step: Step) => void };

function StepBody({ step, billing, onGo }: StepBodyProps) {
  const back = () => onGo({ name: 'overview' });
  switch (step.name) {
    case 'overview':
      return <Overview billing={billing} onGo={onGo} />;
    case 'leave':
      return (
        <LeaveStep
          subscription={billing.subscription}
          onBack={back}
          onLeft={(left) => onGo({ name: 'left', left })}
        />
      );
    case 'left':
      return <LeftStep left={step.left} />;
    case 'removeCard':
      return <RemoveCardStep card={step.card} subscription={billing.subscription} onBack={back} />;
    case 'withdraw':
      return (
        <WithdrawStep
          payments={billing.payments}
          first={step.orderId}
          onBack={back}
          onWithdrawn={(done) => onGo({ name: 'withdrawn', done })}
        />
      );
    case 'withdrawn':
      return <WithdrawnStep done={step.done} onBack={back} />;
  }
}

function Overview({ billing, onGo }: Omit<StepBodyProps, 'step'>) {
  const { payments } = billing;
  return (
    <div className="space-y-8">
      <CurrentPlan billing={billing} onLeave={() => onGo({ name: 'leave' })} />
      <CardSection billing={billing} onRemove={(card) => onGo({ name: 'removeCard', card })} />
      <WithdrawSection payments={payments} onWithdraw={() => onGo({ name: 'withdraw', orderId: null })} />
      <PaymentsSection payments={payments} onWithdraw={(orderId) => onGo({ name: 'withdraw', orderId })} />
    </div>
  );
}

type WithdrawSectionProps = { payments: readonly OwnPayment[]; onWithdraw: () => void };

/** The way out of a contract, which stands here whatever was bought and when. */
function WithdrawSection({ payments, onWithdraw }: WithdrawSectionProps) {
  const { t } = useTranslation('profile');
  const { here } = useWithdrawalWords();
  const possible = payments.some((payment) => takesBack(payment) !== null);
  return (
    <section>
      <h3 className="text-xl">{t('plan.withdraw.title')}</h3>
      <p className="mt-1 text-muted">
        {t('plan.withdraw.text', { days: WITHDRAWAL_DAYS })} {!possible && t('plan.withdraw.nothing')}
      </p>
      <Button variant="secondary" wide disabled={!possible} onClick={onWithdraw} className="mt-3">
        {here}
      </Button>
    </section>
  );
}
