import { Undo2 } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { useOverlay } from '#client/overlays.ts';
import { call } from '#console/shell/api.ts';
import { useFormat } from '#console/shell/format.tsx';
import { SubmitError, useSubmitForm } from '#console/shell/forms.tsx';
import { KeyButton } from '#console/shell/key-button.tsx';
import { useKeys } from '#console/shell/keys.tsx';
import { writing } from '#contract/kernel/text.ts';
import { LONGEST_REFUND_REASON, type StaffPayment, refundPayment } from '#contract/staff/payments.ts';
import { Button } from '#ui/button.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { TextArea } from '#ui/text-area.tsx';
import { TextField } from '#ui/text-field.tsx';
import { useToast } from '#ui/toast.tsx';
import { useRefreshPayments } from './payment-data.ts';

/** What is left of a payment to give back. */
const leftOf = ({ capturedCents, refundedCents, chargedBackCents }: StaffPayment) =>
  capturedCents - refundedCents - chargedBackCents;

/** Gives back a payment, or a part of it. Nothing where nothing is left. */
export function RefundButton({ payment }: { payment: StaffPayment }) {
  const { t } = useTranslation(['payments', 'shell']);
  const format = useFormat();
  const dialog = useOverlay('refund', { endsWithPage: true });
  const left = leftOf(payment);
  useKeys(left > 0 ? { r: () => dialog.open(true) } : {});
  if (left <= 0) return null;
  return (
    <>
      <KeyButton variant="secondary" icon={Undo2} letter="R" onClick={() => dialog.open(true)}>
        {t('refund.act')}
      </KeyButton>
      <Dialog
        open={dialog.props !== null}
        onClose={() => void dialog.close()}
        closeLabel={t('shell:close')}
        title={t('refund.title')}
        text={t('refund.text', { amount: format.money(payment.amountCents), left: format.money(left) })}
      >
        {dialog.props && <RefundForm payment={payment} onDone={() => void dialog.close()} />}
      </Dialog>
    </>
  );
}

/** "24,90", "24.9" or "24" in cents. */
function centsOf(typed: string): number {
  const [, euros, rest = ''] = /^(\d{1,6})(?:[.,](\d{1,2}))?$/.exec(typed.trim()) ?? [];
  return euros === undefined ? Number.NaN : Number(euros) * 100 + Number(rest.padEnd(2, '0'));
}

function RefundForm({ payment, onDone }: { payment: StaffPayment; onDone: () => void }) {
  const { t } = useTranslation('payments');
  const format = useFormat();
  const toast = useToast();
  const refresh = useRefreshPayments();
  const { brand, orderId } = payment;
  // As it was when the dialog opened, whatever another person does meanwhile.
  const [left] = useState(() => leftOf(payment));
  // The same for every try, so that money goes back once however often the answer got lost.
  const [id] = useState(() => crypto.randomUUID());
  const form = useSubmitForm({
    defaults: { amount: format.decimal(left), reason: '' },
    schema: async () =>
      z.object({
        amount: z.string().transform(centsOf).pipe(z.int().min(1).max(left)),
        reason: writing(LONGEST_REFUND_REASON).min(1),
      }),
    words: {
      amount: t('refund.amountWrong', { left: format.money(left) }),
      reason: t('refund.reasonMissing'),
    },
    async submit({ amount, reason }) {
      try {
        const { amountCents } = await call(refundPayment, {
          brand,
          orderId,
          amountCents: amount,
          reason,
          id,
        });
        toast({ kind: 'success', text: t('refund.done', { amount: format.money(amountCents) }) });
      } finally {
        await refresh();
      }
      onDone();
    },
  });
  return (
    <form {...form.formProps} className="flex flex-col gap-4">
      <SubmitError refusal={form.refusal} />
      <TextField
        {...form.field('amount')}
        label={t('refund.amount')}
        hint={t('refund.amountHint', { left: format.money(left) })}
        inputMode="decimal"
        autoComplete="off"
        maxLength={9}
      />
      <TextArea
        {...form.field('reason')}
        label={t('refund.reason')}
        hint={t('refund.reasonHint')}
        maxLength={LONGEST_REFUND_REASON}
      />
      <Button type="submit" wide loading={form.busy}>
        {t('refund.act')}
      </Button>
    </form>
  );
}
