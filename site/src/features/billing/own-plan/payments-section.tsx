import { useTranslation } from 'react-i18next';
import type { OwnPayment } from '../../../../../contract/billing/member-billing.ts';
import { Button } from '../../../../../packages/ui/button.tsx';
import { FormErrors } from '../../../../../packages/ui/form-errors.tsx';
import { explain } from '../../../shell/explain.ts';
import { useBilling } from '../billing-data.ts';
import { PaymentRow } from './payment-row.tsx';
import { useReceipt } from './use-receipt.ts';

type PaymentsSectionProps = {
  payments: readonly OwnPayment[];
  onWithdraw: (orderId: string) => void;
};

/** Everything that was paid and given back, newest first. Tries that came to nothing stand folded below. */
export function PaymentsSection({ payments, onWithdraw }: PaymentsSectionProps) {
  const { t, i18n } = useTranslation(['profile', 'errors']);
  const { hasNextPage, isFetchingNextPage, isFetchNextPageError, error, fetchNextPage } = useBilling();
  const receipt = useReceipt();
  const unpaid = payments.filter(isUnpaid);
  const list = (rows: readonly OwnPayment[]) => (
    <ul className="divide-y divide-line">
      {rows.map((payment) => (
        <PaymentRow
          key={payment.orderId}
          payment={payment}
          busy={receipt.isPending ? receipt.variables.id : null}
          onReceipt={receipt.mutate}
          onWithdraw={() => onWithdraw(payment.orderId)}
        />
      ))}
    </ul>
  );
  const failed = receipt.error ?? (isFetchNextPageError ? error : null);
  return (
    <section>
      <h3 className="text-xl">{t('plan.payments.title')}</h3>
      {payments.length === 0 && <p className="mt-1 text-muted">{t('plan.payments.none')}</p>}
      {list(payments.filter((payment) => !isUnpaid(payment)))}
      {unpaid.length > 0 && (
        <details>
          <summary className="flex min-h-11 cursor-pointer items-center text-sm text-muted">
            {t('plan.payments.unpaid', { count: unpaid.length })}
          </summary>
          {list(unpaid)}
        </details>
      )}
      {failed && <FormErrors title={explain(failed, i18n)} />}
      {hasNextPage && (
        <Button
          variant="secondary"
          wide
          loading={isFetchingNextPage}
          onClick={() => void fetchNextPage()}
          className="mt-3"
        >
          {t('plan.payments.more')}
        </Button>
      )}
    </section>
  );
}

function isUnpaid({ status }: OwnPayment): boolean {
  return status === 'failed' || status === 'cancelled';
}
