import { Hand } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { serverNow } from '#client/clock.ts';
import { DAY, useDates } from '#client/dates.ts';
import {
  PAUSE_DAYS,
  type PauseDays,
  type Spending,
  pauseForm,
  pauseSpending,
} from '#contract/billing/spending.ts';
import { call } from '#site/shell/api.ts';
import { useSubmitForm } from '#site/shell/forms.ts';
import { useMember } from '#site/shell/session.ts';
import { SubmitError } from '#site/shell/submit-error.tsx';
import { Button, ButtonColumn } from '#ui/button.tsx';
import { Checkbox } from '#ui/checkbox.tsx';
import { Notice } from '#ui/notice.tsx';
import { RadioCards } from '#ui/radio-cards.tsx';
import { refreshBilling, useBilling } from '../billing-data.ts';
import { takeSpending } from './spending-data.ts';

type PauseStepProps = { spending: Spending; onDone: () => void };
type Days = `${PauseDays}`;

const lengths = {
  '1': 'pause.days.day',
  '7': 'pause.days.week',
  '30': 'pause.days.month',
  '90': 'pause.days.quarter',
  '180': 'pause.days.halfYear',
} as const satisfies Record<Days, string>;

/** For how long nothing can be paid, and what becomes of the plan meanwhile. */
export function PauseStep({ spending: { pausedUntil }, onDone }: PauseStepProps) {
  const { t } = useTranslation('spending');
  const { trackerId } = useMember();
  // One that is shorter than the pause that runs would change nothing.
  const running = pausedUntil === null ? 0 : pausedUntil - serverNow();
  const offered = PAUSE_DAYS.filter((days) => days * DAY > running).map(String) as Days[];
  const form = useSubmitForm<{ days: Days; endPlan: boolean }, { days: PauseDays; endPlan: boolean }>({
    defaults: { days: offered[0] ?? '180', endPlan: false },
    schema: () => Promise.resolve(pauseForm),
    async submit(choice) {
      takeSpending(trackerId, await call(pauseSpending, { trackerId, ...choice }));
      if (choice.endPlan) await refreshBilling();
      onDone();
    },
  });
  return (
    <form {...form.formProps} className="space-y-5">
      <p className="text-muted">{t('pause.text')}</p>
      <RadioCards<Days>
        label={t('pause.for')}
        columns={1}
        options={offered.map((days) => ({ value: days, label: t(lengths[days]) }))}
        {...form.control('days')}
      />
      <PlanMeanwhile field={form.field('endPlan')} />
      <Notice tone="warning" icon={<Hand aria-hidden="true" />}>
        {t('pause.sure')}
      </Notice>
      <SubmitError refusal={form.refusal} />
      <ButtonColumn>
        <Button type="submit" size="lg" wide loading={form.busy}>
          {t('pause.confirm')}
        </Button>
        <Button variant="ghost" wide onClick={onDone}>
          {t('pause.back')}
        </Button>
      </ButtonColumn>
    </form>
  );
}

type PlanMeanwhileProps = { field: Omit<Parameters<typeof Checkbox>[0], 'label'> };

/** A plan renews during a pause, which is said, and can be left in the same click. */
function PlanMeanwhile({ field }: PlanMeanwhileProps) {
  const { t } = useTranslation('spending');
  const dates = useDates();
  const subscription = useBilling().data?.subscription;
  if (!subscription || subscription.nextChargeAt === null) return null;
  const { nextChargeAt, paidUntil } = subscription;
  return (
    <div>
      <p className="text-[0.9375rem]">{t('pause.planGoesOn', { date: dates.day(nextChargeAt) })}</p>
      <Checkbox {...field} label={t('pause.plan', { date: dates.day(paidUntil) })} />
    </div>
  );
}
