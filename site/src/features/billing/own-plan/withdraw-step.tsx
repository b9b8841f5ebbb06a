import { useQuery } from '@tanstack/react-query';
import { CircleCheck } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useDates } from '#client/dates.ts';
import {
  previewWithdrawal,
  withdraw,
  withdrawForm,
  type OwnPayment,
} from '#contract/billing/member-billing.ts';
import type { ReplyOf } from '#contract/kernel/endpoint.ts';
import { WITHDRAWAL_DAYS } from '#contract/kernel/money.ts';
import { call } from '#site/shell/api.ts';
import { useSubmitForm } from '#site/shell/forms.ts';
import { Loaded } from '#site/shell/loaded.tsx';
import { refreshCounts, refreshUser } from '#site/shell/member-query.ts';
import { paths } from '#site/shell/paths.ts';
import { useMember } from '#site/shell/session.ts';
import { SubmitError } from '#site/shell/submit-error.tsx';
import { Button, ButtonColumn, ButtonLink } from '#ui/button.tsx';
import { Notice } from '#ui/notice.tsx';
import { SelectField } from '#ui/select-field.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import { TextArea } from '#ui/text-area.tsx';
import { refreshBilling, useMoney } from '../billing-data.ts';
import { takesBack, usePaymentName, useWithdrawalWords } from './own-payments.ts';

const WORDS_MAX = 2_000;

type Withdrawn = ReplyOf<typeof withdraw>;

type WithdrawStepProps = {
  payments: readonly OwnPayment[];
  first: string | null;
  onBack: () => void;
  onWithdrawn: (done: Withdrawn) => void;
};

/** The second of the two steps: which purchase, what comes back and when, and the confirmation. */
export function WithdrawStep({ payments, first, onBack, onWithdrawn }: WithdrawStepProps) {
  const { t } = useTranslation('profile');
  const { trackerId } = useMember();
  const { confirm } = useWithdrawalWords();
  const possible = payments.filter((payment) => takesBack(payment) !== null);
  const find = (wanted: string) => possible.find(({ orderId }) => orderId === wanted) ?? possible[0];
  const form = useSubmitForm({
    defaults: { orderId: first ?? possible[0]?.orderId ?? '', words: '' },
    schema: () => Promise.resolve(withdrawForm),
    async submit({ orderId: wanted, words }) {
      const payment = find(wanted);
      if (!payment) return;
      const { orderId } = payment;
      const more = takesBack(payment) === 'ask' && words ? { words } : {};
      try {
        onWithdrawn(await call(withdraw, { trackerId, orderId, confirmed: true, ...more }));
      } finally {
        // Also where it was refused: what was possible a moment ago may no longer be.
        void refreshBilling();
      }
      await refreshUser(trackerId).catch(() => undefined);
      refreshCounts();
    },
  });
  const chosen = find(form.watch('orderId'));
  const asks = chosen !== undefined && takesBack(chosen) === 'ask';
  return (
    <form {...form.formProps} className="space-y-4">
      <PurchaseField
        payments={possible}
        value={chosen?.orderId ?? ''}
        onChange={(orderId) => form.change('orderId', orderId)}
      />
      {chosen && !asks && <Consequences payment={chosen} />}
      {asks && (
        <>
          <p>{t('plan.withdraw.over', { days: WITHDRAWAL_DAYS })}</p>
          <TextArea
            label={t('plan.withdraw.words')}
            name="words"
            maxLength={WORDS_MAX}
            value={form.watch('words')}
            onChange={(event) => form.change('words', event.target.value)}
            error={form.errorOf('words')}
          />
        </>
      )}
      <SubmitError refusal={form.refusal} />
      <ButtonColumn>
        <Button type="submit" size="lg" wide loading={form.busy} disabled={!chosen}>
          {asks ? t('plan.withdraw.send') : confirm}
        </Button>
        <Button variant="ghost" wide onClick={onBack}>
          {t('plan.withdraw.back')}
        </Button>
      </ButtonColumn>
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
      name="orderId"
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
        <ul className="list-disc space-y-2 pl-[1.25rem]">
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

type WithdrawnStepProps = { done: Withdrawn; onBack: () => void };

/** The acknowledgement, which also goes out by mail. */
export function WithdrawnStep({ done: { status, refundCents, at, ticketId }, onBack }: WithdrawnStepProps) {
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
      <ButtonColumn>
        {ticketId !== undefined && (
          <ButtonLink to={paths.ticket(ticketId)} wide>
            {t('plan.withdrawn.ticket')}
          </ButtonLink>
        )}
        <Button variant="secondary" wide onClick={onBack}>
          {t('plan.withdrawn.ok')}
        </Button>
      </ButtonColumn>
    </>
  );
}
