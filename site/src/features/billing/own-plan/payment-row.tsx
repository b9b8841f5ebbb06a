import { FileText } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { OwnPayment } from '../../../../../contract/billing/member-billing.ts';
import { Tag, type Tone } from '../../../../../packages/ui/badge.tsx';
import { Button } from '../../../../../packages/ui/button.tsx';
import { useDates } from '../../../lib/times.ts';
import { useMoney } from '../use-money.ts';
import { takesBack } from './takes-back.ts';
import { usePaymentName } from './use-payment-name.ts';
import type { Receipt } from './use-receipt.ts';

const statusWords = {
  paid: 'plan.payments.statuses.paid',
  pending: 'plan.payments.statuses.pending',
  failed: 'plan.payments.statuses.failed',
  cancelled: 'plan.payments.statuses.cancelled',
  refunding: 'plan.payments.statuses.refunding',
  refunded: 'plan.payments.statuses.refunded',
  charged_back: 'plan.payments.statuses.charged_back',
} as const;

const statusTones: Record<OwnPayment['status'], Tone> = {
  paid: 'success',
  pending: 'warning',
  failed: 'danger',
  cancelled: 'neutral',
  refunding: 'warning',
  refunded: 'neutral',
  charged_back: 'neutral',
};

type PaymentRowProps = {
  payment: OwnPayment;
  /** The receipt that is on its way. */
  busy: string | null;
  onReceipt: (receipt: Receipt) => void;
  onWithdraw: () => void;
};

export function PaymentRow({ payment, busy, onReceipt, onWithdraw }: PaymentRowProps) {
  const { t } = useTranslation('profile');
  const money = useMoney();
  const dates = useDates();
  const nameOf = usePaymentName();
  const { kind, name, amountCents, refundedCents, credits, status, at, documents } = payment;
  const back = takesBack(payment);
  const own = nameOf(payment);
  const more = [
    ...(kind === 'renewal' && name ? [name] : []),
    ...(credits > 0 ? [t('plan.payments.credits', { count: credits })] : []),
    ...(refundedCents > 0 ? [t('plan.payments.refunded', { price: money(refundedCents) })] : []),
    ...(amountCents === 0 ? [t('plan.payments.nothing')] : []),
  ];
  return (
    <li className="space-y-2 py-4">
      <div className="flex items-start justify-between gap-4">
        <div className="min-w-0">
          <p className="font-medium">{own}</p>
          <p className="text-sm text-muted">{dates.time(at)}</p>
          {more.length > 0 && <p className="text-sm text-muted">{more.join(' · ')}</p>}
        </div>
        <div className="shrink-0 text-right">
          <p className="font-semibold tabular-nums">{money(amountCents)}</p>
          <Tag tone={statusTones[status]} className="mt-1">
            {t(statusWords[status])}
          </Tag>
        </div>
      </div>
      {(documents.length > 0 || back) && (
        <div className="flex flex-wrap gap-2">
          {documents.map((document) => (
            <Button
              key={document.id}
              variant="secondary"
              size="sm"
              icon={<FileText aria-hidden="true" className="size-4" />}
              loading={busy === document.id}
              onClick={() => onReceipt(document)}
            >
              {t(document.kind === 'receipt' ? 'plan.payments.receipt' : 'plan.payments.creditNote', {
                number: document.number,
              })}
            </Button>
          ))}
          {back === 'ask' && (
            <Button
              variant="secondary"
              size="sm"
              onClick={onWithdraw}
              aria-label={t('plan.withdraw.askFor', { name: own })}
            >
              {t('plan.withdraw.ask')}
            </Button>
          )}
          {back === 'withdraw' && (
            <Button
              variant="secondary"
              size="sm"
              onClick={onWithdraw}
              aria-label={t('plan.withdraw.hereFor', { name: own })}
            >
              {t('plan.withdraw.here')}
            </Button>
          )}
        </div>
      )}
    </li>
  );
}
