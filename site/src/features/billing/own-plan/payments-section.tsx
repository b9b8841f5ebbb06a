import { useMutation } from '@tanstack/react-query';
import { FileText } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useDates } from '#client/dates.ts';
import { readDocument, type OwnPayment } from '#contract/billing/member-billing.ts';
import { saveFile } from '#site/lib/files.ts';
import { call } from '#site/shell/api.ts';
import { useShell } from '#site/shell/boot.ts';
import { explain } from '#site/shell/explain.ts';
import { useMember } from '#site/shell/session.ts';
import { Tag, type Tone } from '#ui/badge.tsx';
import { Button } from '#ui/button.tsx';
import { FormErrors } from '#ui/form-errors.tsx';
import { useBilling, useMoney } from '../billing-data.ts';
import { takesBack, usePaymentName, useWithdrawalWords } from './own-payments.ts';

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

function PaymentRow({ payment, busy, onReceipt, onWithdraw }: PaymentRowProps) {
  const { t } = useTranslation('profile');
  const money = useMoney();
  const dates = useDates();
  const nameOf = usePaymentName();
  const { here } = useWithdrawalWords();
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
            <Button variant="secondary" size="sm" onClick={onWithdraw} aria-label={`${here}: ${own}`}>
              {here}
            </Button>
          )}
        </div>
      )}
    </li>
  );
}

type Receipt = OwnPayment['documents'][number];

/** Hands a receipt to the browser's downloads. */
function useReceipt() {
  const { trackerId } = useMember();
  const { brand } = useShell();
  return useMutation({
    mutationFn: async ({ id, number }: Receipt) => {
      const file = await call(readDocument, { trackerId, id });
      saveFile(file, `${brand.key}-${number.replaceAll(/[^\w-]+/g, '-')}.pdf`);
    },
  });
}
