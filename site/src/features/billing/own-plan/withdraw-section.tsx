import { useTranslation } from 'react-i18next';
import type { OwnPayment } from '../../../../../contract/billing/member-billing.ts';
import { WITHDRAWAL_DAYS } from '../../../../../contract/kernel/money.ts';
import { Button } from '../../../../../packages/ui/button.tsx';
import { takesBack } from './takes-back.ts';

type WithdrawSectionProps = { payments: readonly OwnPayment[]; onWithdraw: () => void };

/** The way out of a contract, which stands here whatever was bought and when. */
export function WithdrawSection({ payments, onWithdraw }: WithdrawSectionProps) {
  const { t } = useTranslation('profile');
  const possible = payments.some((payment) => takesBack(payment) !== null);
  return (
    <section>
      <h3 className="text-xl">{t('plan.withdraw.title')}</h3>
      <p className="mt-1 text-muted">
        {t('plan.withdraw.text', { days: WITHDRAWAL_DAYS })} {!possible && t('plan.withdraw.nothing')}
      </p>
      <Button variant="secondary" wide disabled={!possible} onClick={onWithdraw} className="mt-3">
        {t('plan.withdraw.here')}
      </Button>
    </section>
  );
}
