import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { paths } from '#site/shell/paths.ts';
import { openPopup } from '#site/shell/popups.ts';
import { Button } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { choosePlan } from '../chosen-plan.ts';
import { PlanDetails, PlanPrice } from '../plans/plan-card.tsx';
import type { Upsell } from './upsell.ts';

type UpsellOfferProps = {
  upsell: Upsell;
  /** The paid order that it comes after. */
  paidId: string;
  onLeave: () => void;
};

/** One offer after a purchase, with all that it gives and costs. Nothing is selected, and it waits as long as it is looked at. */
export function UpsellOffer({ upsell: { plan, change, onFile }, paidId, onLeave }: UpsellOfferProps) {
  const { t } = useTranslation(['pay', 'plans']);
  const navigate = useNavigate();
  const look = () => {
    choosePlan(plan);
    if (onFile) openPopup({ name: 'order', plan, addedTo: paidId });
    else void navigate(paths.pay());
  };
  return (
    <Card as="section" aria-labelledby="upsell" className="mt-6 space-y-4">
      <div>
        <h2 id="upsell" className="text-xl">
          {t('upsell.title')}
        </h2>
        <p className="mt-1 text-muted">{t('upsell.text')}</p>
      </div>
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-2">
        <h3 className="min-w-0 flex-1 basis-40 text-xl">{plan.name}</h3>
        <PlanPrice plan={plan} />
      </div>
      <p>
        <PlanDetails plan={plan} recommended={null} change={change} open />
      </p>
      <div className="space-y-2.5">
        <Button variant="secondary" wide onClick={look}>
          {t('upsell.look')}
        </Button>
        <Button variant="ghost" wide onClick={onLeave}>
          {t('upsell.leave')}
        </Button>
      </div>
    </Card>
  );
}
