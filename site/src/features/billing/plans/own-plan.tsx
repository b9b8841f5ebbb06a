import { Crown } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { OwnSubscription } from '../../../../../contract/billing/member-billing.ts';
import { Tag } from '../../../../../packages/ui/badge.tsx';
import { ButtonLink } from '../../../../../packages/ui/button.tsx';
import { Card } from '../../../../../packages/ui/card.tsx';
import { paths } from '../../../shell/paths.ts';
import { useMoney } from '../use-money.ts';
import { useDay } from './use-day.ts';

/** The plan somebody has, above those he could have. */
export function OwnPlan({ subscription }: { subscription: OwnSubscription }) {
  const { t } = useTranslation('plans');
  const money = useMoney();
  const day = useDay();
  const { name, status, paidUntil, nextChargeAt, nextChargeCents, nextName } = subscription;
  const renews = nextChargeAt !== null && nextChargeCents !== null;
  return (
    <Card as="section" className="flex flex-wrap items-center gap-x-6 gap-y-4">
      <div className="min-w-0 flex-1 basis-64">
        <Tag tone="primary" icon={<Crown aria-hidden="true" className="size-4" />}>
          {t('own.label')}
        </Tag>
        <h2 className="mt-2 text-2xl">{name}</h2>
        <p className="text-muted">
          {status === 'past_due' && t('own.pastDue')}
          {status === 'active' &&
            (renews
              ? t('own.renews', { date: day(nextChargeAt), price: money(nextChargeCents) })
              : t('own.ends', { date: day(paidUntil) }))}
        </p>
        {nextName && <p className="text-muted">{t('own.next', { name: nextName })}</p>}
      </div>
      <ButtonLink to={paths.profile('plan')} variant="secondary">
        {t('own.manage')}
      </ButtonLink>
    </Card>
  );
}
