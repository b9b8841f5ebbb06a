import { useMutation } from '@tanstack/react-query';
import { TriangleAlert } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useDates } from '#client/dates.ts';
import { stayInPlan, type OwnSubscription } from '#contract/billing/member-billing.ts';
import { call } from '#site/shell/api.ts';
import { explain } from '#site/shell/explain.ts';
import { paths } from '#site/shell/paths.ts';
import { useMember } from '#site/shell/session.ts';
import { Button, ButtonLink } from '#ui/button.tsx';
import { FormErrors } from '#ui/form-errors.tsx';
import { Notice } from '#ui/notice.tsx';
import { useToast } from '#ui/toast.tsx';
import { useMoney, refreshBilling, type Billing } from '../billing-data.ts';

const priceWords = {
  day: 'plan.price.day',
  week: 'plan.price.week',
  month: 'plan.price.month',
  quarter: 'plan.price.quarter',
  year: 'plan.price.year',
} as const;

type CurrentPlanProps = { billing: Billing; onLeave: () => void };

/** The plan, what it costs next, and the ways to change it. */
export function CurrentPlan({ billing: { subscription }, onLeave }: CurrentPlanProps) {
  const { t } = useTranslation('profile');
  const { messageCredits } = useMember();
  return (
    <section className="space-y-4">
      {subscription ? (
        <>
          <Facts subscription={subscription} />
          {subscription.status === 'past_due' && <PastDue owedId={subscription.owedId} />}
          <Ways subscription={subscription} onLeave={onLeave} />
        </>
      ) : (
        <>
          <p className="text-muted">{t('plan.none')}</p>
          <ButtonLink to={paths.plans()} wide>
            {t('plan.choose')}
          </ButtonLink>
        </>
      )}
      <p className="text-sm text-muted">{t('plan.credits', { count: messageCredits })}</p>
    </section>
  );
}

function Facts({ subscription }: { subscription: OwnSubscription }) {
  const { t } = useTranslation('profile');
  const money = useMoney();
  const dates = useDates();
  const { name, priceCents, period, paidUntil, nextChargeAt, nextChargeCents, nextName } = subscription;
  return (
    <div>
      <h3 className="text-xl">{name}</h3>
      <p className="text-muted">{t(priceWords[period], { price: money(priceCents) })}</p>
      <dl className="mt-4 grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1.5">
        <Fact label={t('plan.paidUntil')}>{dates.day(paidUntil)}</Fact>
        <Fact label={t('plan.next')}>
          {nextChargeAt !== null && nextChargeCents !== null
            ? t('plan.nextCharge', { date: dates.day(nextChargeAt), price: money(nextChargeCents) })
            : t('plan.noNext')}
        </Fact>
        {nextName && <Fact label={t('plan.then')}>{nextName}</Fact>}
      </dl>
    </div>
  );
}

function Fact({ label, children }: { label: string; children: string }) {
  return (
    <>
      <dt className="text-muted">{label}</dt>
      <dd className="text-right font-medium">{children}</dd>
    </>
  );
}

function PastDue({ owedId }: { owedId: string | null }) {
  const { t } = useTranslation('profile');
  return (
    <Notice
      tone="warning"
      icon={<TriangleAlert aria-hidden="true" />}
      title={t('plan.pastDue.title')}
      action={
        owedId && (
          <ButtonLink to={paths.pay({ renewalId: owedId })} size="sm">
            {t('plan.pastDue.pay')}
          </ButtonLink>
        )
      }
    >
      {t('plan.pastDue.text')}
    </Notice>
  );
}

type WaysProps = { subscription: OwnSubscription; onLeave: () => void };

/** Change it, leave it, or stay after all. Every plan can be left, in every flow. */
function Ways({ subscription, onLeave }: WaysProps) {
  const { t, i18n } = useTranslation(['profile', 'errors']);
  const stay = useStay();
  const { nextChargeAt, nextName, status } = subscription;
  const leaving = nextChargeAt === null && status === 'active';
  return (
    <div className="space-y-2.5">
      {(leaving || nextName) && (
        <Button wide loading={stay.isPending} onClick={() => stay.mutate()}>
          {t(leaving ? 'plan.stay' : 'plan.keep')}
        </Button>
      )}
      {stay.error && <FormErrors title={explain(stay.error, i18n)} />}
      <ButtonLink to={paths.plans()} variant="secondary" wide>
        {t('plan.change')}
      </ButtonLink>
      {!leaving && (
        <Button variant="ghost" wide onClick={onLeave}>
          {t('plan.leave')}
        </Button>
      )}
    </div>
  );
}

/** Stays in the plan after all. */
function useStay() {
  const { t } = useTranslation('profile');
  const toast = useToast();
  const { trackerId } = useMember();
  return useMutation({
    mutationFn: () => call(stayInPlan, { trackerId }),
    onSuccess: async () => {
      toast({ kind: 'success', text: t('plan.stayed') });
      await refreshBilling();
    },
  });
}
