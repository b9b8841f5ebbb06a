import { CircleCheck } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useDates } from '#client/dates.ts';
import { type OwnSubscription, leaveForm, leavePlan } from '#contract/billing/member-billing.ts';
import { LEAVE_PLAN_RELOAD_MS } from '#contract/kernel/constants.ts';
import type { ReplyOf } from '#contract/kernel/endpoint.ts';
import { call } from '#site/shell/api.ts';
import { useSubmitForm } from '#site/shell/forms.ts';
import { refreshUser } from '#site/shell/member-query.ts';
import { paths } from '#site/shell/paths.ts';
import { useMember } from '#site/shell/session.ts';
import { SubmitError } from '#site/shell/submit-error.tsx';
import { Button, ButtonColumn } from '#ui/button.tsx';
import { Checkbox } from '#ui/checkbox.tsx';
import { FormErrors } from '#ui/form-errors.tsx';
import { Notice } from '#ui/notice.tsx';
import { RadioCards } from '#ui/radio-cards.tsx';
import { refreshBilling, useMoney } from '../billing-data.ts';

type When = 'period_end' | 'now';
type Left = ReplyOf<typeof leavePlan>;
type LeaveStepProps = {
  subscription: OwnSubscription | null;
  onBack: () => void;
  onLeft: (left: Left) => void;
};

const defaults: { when: When; returnCredits: boolean } = { when: 'period_end', returnCredits: false };

/** When to leave: the one confirmation there is. */
export function LeaveStep({ subscription, onBack, onLeft }: LeaveStepProps) {
  const { t } = useTranslation('profile');
  const { trackerId } = useMember();
  const [isImpossible, setIsImpossible] = useState(false);
  const form = useSubmitForm({
    defaults,
    schema: () => Promise.resolve(leaveForm),
    async submit(choice) {
      const left = await call(leavePlan, { trackerId, ...choice });
      setIsImpossible(left.status === 'ko');
      if (left.status === 'ko') return;
      onLeft(left);
      startOver();
      await refreshBilling();
      await refreshUser(trackerId).catch(() => undefined);
    },
  });
  return (
    <form {...form.formProps}>
      <p className="mb-5 text-muted">{t('plan.leaving.text')}</p>
      {subscription && <WhenField subscription={subscription} {...form.control('when')} />}
      {form.watch('when') === 'now' && subscription && subscription.returnableCredits > 0 && (
        <CreditsField subscription={subscription} {...form.control('returnCredits')} />
      )}
      <SubmitError refusal={form.refusal} />
      {isImpossible && <FormErrors title={t('plan.leaving.failed')} />}
      <ButtonColumn>
        <Button type="submit" variant="danger" size="lg" wide loading={form.busy}>
          {t('plan.leaving.confirm')}
        </Button>
        <Button variant="ghost" wide onClick={onBack}>
          {t('plan.leaving.back')}
        </Button>
      </ButtonColumn>
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
  value: boolean;
  onChange: (returned: boolean) => void;
};

/** Members who leave keep their credits, unless they would rather have their price back. */
function CreditsField({ subscription, value, onChange }: CreditsFieldProps) {
  const { t } = useTranslation('profile');
  const money = useMoney();
  const { returnableCredits: credits, returnableCreditsCents } = subscription;
  return (
    <Checkbox
      name="returnCredits"
      checked={value}
      onChange={(event) => onChange(event.target.checked)}
      label={t('plan.leaving.returnCredits', { credits, price: money(returnableCreditsCents) })}
      className="mb-4"
    />
  );
}

/** The page starts over a moment later, with another level. */
function startOver(): void {
  setTimeout(() => {
    // A member who has gone on to another page must not lose what they do there.
    if (location.pathname === paths.profile()) location.reload();
  }, LEAVE_PLAN_RELOAD_MS);
}

/** The plan was left. The page starts over a moment later. */
export function LeftStep({ left }: { left: Left }) {
  const { refundCents, returnedCredits, endsAt } = left;
  const { t } = useTranslation('profile');
  const money = useMoney();
  const dates = useDates();
  return (
    <div role="status" className="space-y-4">
      <Notice tone="success" icon={<CircleCheck aria-hidden="true" />}>
        {endsAt === null ? t('plan.left.now') : t('plan.left.end', { date: dates.day(endsAt) })}{' '}
        {refundCents > 0 && t('plan.left.refund', { price: money(refundCents) })}
      </Notice>
      <p className="text-muted">
        {t(returnedCredits > 0 ? 'plan.left.creditsReturned' : 'plan.left.credits')}
      </p>
    </div>
  );
}
