import { ArrowRight } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { Quote } from '../../../../../contract/billing/orders.ts';
import type { RatePlan } from '../../../../../contract/brand/flow.ts';
import { Button } from '../../../../../packages/ui/button.tsx';
import { useMoney } from '../use-money.ts';

type SummaryProps = { plan: RatePlan; change: Quote | undefined; agePending: boolean };

/** What is selected and the way on: beside the list, or at the foot of a phone. */
export function Summary({ plan, change, agePending }: SummaryProps) {
  const { t } = useTranslation('plans');
  const money = useMoney();
  const price = money(change?.amountCents ?? plan.totalCents);
  return (
    <section
      aria-label={t('summary.title')}
      className="bg-surface max-lg:sticky max-lg:bottom-0 max-lg:z-10 max-lg:-mx-4 max-lg:border-t max-lg:border-line max-lg:px-4 max-lg:pt-3 max-lg:pb-[max(0.75rem,env(safe-area-inset-bottom))] sm:max-lg:-mx-5 sm:max-lg:px-5 lg:sticky lg:top-23 lg:space-y-4 lg:rounded-card lg:p-(--card-padding) lg:shadow-card lg:edge"
    >
      <h2 className="text-xl max-lg:sr-only">{t('summary.title')}</h2>
      <p className="flex items-baseline justify-between gap-3 max-lg:mb-2 lg:flex-col lg:gap-0">
        <span className="min-w-0 font-semibold max-lg:truncate">{plan.name}</span>
        <span className="shrink-0 text-lg font-semibold tabular-nums">
          {t(agePending ? 'summary.afterAge' : 'summary.now', { price })}
        </span>
      </p>
      <Button type="submit" size="lg" wide iconEnd={<ArrowRight aria-hidden="true" className="size-5" />}>
        {t(agePending ? 'summary.goOnAge' : 'summary.goOn')}
      </Button>
      <p className="text-sm text-muted max-lg:hidden">{t('summary.before')}</p>
    </section>
  );
}
