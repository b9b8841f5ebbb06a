import { useMutation, useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import {
  type OwnPayment,
  previewWithdrawal,
  withdraw,
} from '../../../../../contract/billing/member-billing.ts';
import { WITHDRAWAL_DAYS } from '../../../../../contract/kernel/money.ts';
import { Button } from '../../../../../packages/ui/button.tsx';
import { FormErrors } from '../../../../../packages/ui/form-errors.tsx';
import { SelectField } from '../../../../../packages/ui/select-field.tsx';
import { Skeleton } from '../../../../../packages/ui/skeleton.tsx';
import { TextArea } from '../../../../../packages/ui/text-area.tsx';
import { useDates } from '../../../lib/times.ts';
import { call } from '../../../shell/api.ts';
import { explain } from '../../../shell/explain.ts';
import { Loaded } from '../../../shell/loaded.tsx';
import { refreshCounts, refreshUser } from '../../../shell/member-query.ts';
import { useMember } from '../../../shell/session.ts';
import { refreshBilling } from '../billing-data.ts';
import { useMoney } from '../use-money.ts';
import { StepButtons } from './step-buttons.tsx';
import type { Go } from './step.ts';
import { takesBack } from './takes-back.ts';
import { usePaymentName } from './use-payment-name.ts';

const WORDS_MAX = 2_000;

type WithdrawStepProps = {
  payments: readonly OwnPayment[];
  first: string | null;
  onBack: () => void;
  onGo: Go;
};

/** The second of the two steps: which purchase, what comes back and when, and the confirmation. */
export function WithdrawStep({ payments, first, onBack, onGo }: WithdrawStepProps) {
  const { t, i18n } = useTranslation(['profile', 'errors']);
  const possible = payments.filter((payment) => takesBack(payment) !== null);
  const [chosenId, setChosenId] = useState(first);
  const [words, setWords] = useState('');
  const chosen = possible.find(({ orderId }) => orderId === chosenId) ?? possible[0];
  const asks = chosen !== undefined && takesBack(chosen) === 'ask';
  const send = useWithdraw(onGo);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (chosen && !send.isPending) send.mutate({ orderId: chosen.orderId, words: asks ? words.trim() : '' });
  };
  return (
    <form onSubmit={submit} className="space-y-4">
      <PurchaseField payments={possible} value={chosen?.orderId ?? ''} onChange={setChosenId} />
      {chosen && !asks && <Consequences payment={chosen} />}
      {asks && (
        <>
          <p>{t('plan.withdraw.over', { days: WITHDRAWAL_DAYS })}</p>
          <TextArea
            label={t('plan.withdraw.words')}
            name="words"
            maxLength={WORDS_MAX}
            value={words}
            onChange={(event) => setWords(event.target.value)}
          />
        </>
      )}
      {send.error && <FormErrors title={explain(send.error, i18n)} />}
      <StepButtons>
        <Button type="submit" size="lg" wide loading={send.isPending} disabled={!chosen}>
          {t(asks ? 'plan.withdraw.send' : 'plan.withdraw.confirm')}
        </Button>
        <Button variant="ghost" wide onClick={onBack}>
          {t('plan.withdraw.back')}
        </Button>
      </StepButtons>
    </form>
  );
}

type PurchaseFieldProps = {
  payments: readonly OwnPayment[];
  value: string;
  onChange: (orderId: string) => void;
};

function PurchaseField({ payments, value, onChange }: PurchaseFieldProps) {
  const { t } = useTranslation('profile');
  const money = useMoney();
  const dates = useDates();
  const nameOf = usePaymentName();
  return (
    <SelectField
      label={t('plan.withdraw.which')}
      name="purchase"
      options={payments.map((payment) => ({
        value: payment.orderId,
        label: [nameOf(payment), money(payment.amountCents), dates.day(payment.at)].join(' · '),
      }))}
      value={value}
      onChange={(event) => onChange(event.target.value)}
    />
  );
}

/** What comes back and why, as the server counts it. */
function Consequences({ payment: { orderId } }: { payment: OwnPayment }) {
  const { t } = useTranslation(['profile', 'errors']);
  const { trackerId } = useMember();
  const money = useMoney();
  const preview = useQuery({
    queryKey: [trackerId, 'withdrawal', orderId],
    queryFn: ({ signal }) => call(previewWithdrawal, { trackerId, orderId }, { signal }),
    staleTime: 0,
  });
  return (
    <Loaded query={preview} skeleton={<Skeleton className="h-24 w-full" />}>
      {({ refundCents, full, credits }) => (
        <ul className="list-disc space-y-2 pl-5">
          <li>{t('plan.withdraw.money', { price: money(refundCents) })}</li>
          <li>{t(full ? 'plan.withdraw.full' : 'plan.withdraw.reduced')}</li>
          {credits > 0 && <li>{t('plan.withdraw.credits', { credits })}</li>}
          <li>{t('plan.withdraw.when', { days: WITHDRAWAL_DAYS })}</li>
          <li>{t('plan.withdraw.plan')}</li>
          <li>{t('plan.withdraw.mail')}</li>
        </ul>
      )}
    </Loaded>
  );
}

function useWithdraw(onGo: Go) {
  const { trackerId } = useMember();
  return useMutation({
    mutationFn: ({ orderId, words }: { orderId: string; words: string }) =>
      call(withdraw, { trackerId, orderId, confirmed: true, ...(words && { words }) }),
    onSuccess: async (done) => {
      onGo({ name: 'withdrawn', done });
      await refreshBilling();
      await refreshUser(trackerId).catch(() => undefined);
      refreshCounts();
    },
    // What was possible a moment ago may no longer be.
    onError: () => void refreshBilling(),
  });
}
