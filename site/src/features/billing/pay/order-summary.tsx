import { Check } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useDates } from '#client/dates.ts';
import type { Quote } from '#contract/billing/orders.ts';
import type { RatePlan } from '#contract/brand/flow.ts';
import { Tag } from '#ui/badge.tsx';
import { Card } from '#ui/card.tsx';
import { useMoney } from '../billing-data.ts';

type OrderSummaryProps = { quote: Quote; plan: RatePlan | undefined };

/** What one gets, what it costs now, and what it costs later. While spending is paused nothing is paid now. */
export function OrderSummary({ quote, plan, paused }: OrderSummaryProps & { paused: boolean }) {
  const { t } = useTranslation('pay');
  return (
    <Card as="section" aria-label={t('summary.title')} className="space-y-4">
      <div>
        {plan?.badge && (
          <Tag tone="highlight" className="mb-2">
            {plan.badge}
          </Tag>
        )}
        <h2 className="text-xl text-balance sm:text-2xl">{quote.name ?? t('summary.card')}</h2>
      </div>
      <Gains quote={quote} plan={plan} />
      <div className="border-t-(length:--stroke) border-line pt-4">
        <Costs quote={quote} total={t(paused ? 'summary.price' : 'summary.now')} />
      </div>
    </Card>
  );
}

/** The same in a few lines, over a page that says more of what one gets. */
export function OrderLines({ quote, plan }: OrderSummaryProps) {
  const { t } = useTranslation('pay');
  const gains = useGains({ quote, plan });
  return (
    <section aria-label={t('summary.title')} className="space-y-1 p-4">
      <Costs quote={quote} total={quote.name ?? t('summary.card')} />
      <p className="text-sm text-muted">{gains.join(' · ')}</p>
    </section>
  );
}

function useGains({ quote, plan }: OrderSummaryProps): string[] {
  const { t } = useTranslation('pay');
  const { credits, purchase } = quote;
  const level = plan?.level ?? 0;
  return [
    ...(purchase === 'verification' ? [t('summary.ageChecked')] : []),
    ...(credits > 0 ? [t('summary.credits', { count: credits })] : []),
    ...(level === 2 ? [t('summary.unlimited')] : []),
    ...(level > 0 && purchase !== 'verification' ? [t('summary.replies')] : []),
  ];
}

function Gains(props: OrderSummaryProps) {
  const gains = useGains(props);
  if (gains.length === 0) return null;
  return (
    <ul className="space-y-1.5">
      {gains.map((gain) => (
        <li key={gain} className="flex items-start gap-2">
          <Check aria-hidden="true" className="mt-1 size-4 shrink-0 text-success-text" strokeWidth={3} />
          {gain}
        </li>
      ))}
    </ul>
  );
}

const every = {
  day: 'summary.every.day',
  week: 'summary.every.week',
  month: 'summary.every.month',
  quarter: 'summary.every.quarter',
  year: 'summary.every.year',
} as const;

type CostsProps = Pick<OrderSummaryProps, 'quote'> & {
  /** What stands before the price that is paid now. */
  total: string;
};

function Costs({ quote, total }: CostsProps) {
  const { t } = useTranslation('pay');
  const money = useMoney();
  const { day } = useDates();
  const { kind, amountCents, creditCents, renewalCents, period, renewsAt, startsAt } = quote;
  return (
    <dl className="space-y-2">
      {creditCents > 0 && <Row term={t('summary.credited')}>{`−${money(creditCents)}`}</Row>}
      <Row term={total} strong>
        {money(amountCents)}
      </Row>
      {renewalCents !== null && period && (
        <Row term={t('summary.later')}>
          {t(every[period], { price: money(renewalCents) })}
          {renewsAt !== null && (
            <span className="block text-sm text-muted">{t('summary.renews', { date: day(renewsAt) })}</span>
          )}
        </Row>
      )}
      {kind === 'later' && <Row term={t('summary.starts')}>{day(startsAt)}</Row>}
    </dl>
  );
}

type RowProps = { term: string; strong?: boolean; children: ReactNode };

function Row({ term, strong = false, children }: RowProps) {
  return (
    <div className="flex items-baseline justify-between gap-x-4 max-xs:flex-wrap">
      <dt className={strong ? 'font-semibold' : 'text-muted'}>{term}</dt>
      <dd className={strong ? 'heading text-2xl tabular-nums' : 'text-right tabular-nums'}>{children}</dd>
    </div>
  );
}
