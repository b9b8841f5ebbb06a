import { Plus } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useFormat } from '#console/shell/format.tsx';
import { paths } from '#console/shell/paths.ts';
import { Tag } from '#ui/badge.tsx';
import { Button } from '#ui/button.tsx';
import { FieldError } from '#ui/field.tsx';
import { Menu } from '#ui/menu.tsx';
import { useContentField } from '../form/content-form.tsx';
import { objectOf, textsOf } from '../form/content.ts';
import { OrderList } from '../form/order-list.tsx';
import type { KnownPlan } from '../known-plan.ts';

/** Where each list stands in a flow, how the interface of the sites calls it, and how much it holds. */
const lists = {
  plain: { field: 'plans.plain', wire: 'plain', most: 20 },
  standard: { field: 'plans.standard', wire: 'dafault', most: 20 },
  credits: { field: 'plans.credits', wire: 'cred', most: 20 },
  verification: { field: 'plans.verification', wire: 'verifica', most: 20 },
  upsell: { field: 'upsell', wire: 'upsell', most: 5 },
} as const;

interface PlanListProps {
  brand: string;
  list: keyof typeof lists;
  plans: readonly KnownPlan[];
}

/** Plans in the order in which they are offered. */
export function PlanList({ brand, list, plans }: PlanListProps) {
  const { t } = useTranslation('flows');
  const format = useFormat();
  const { field, wire, most } = lists[list];
  const { value, error, change } = useContentField(field);
  const listed = objectOf(useContentField('plans').value);
  const sold = new Set(['plain', 'standard', 'credits'].flatMap((each) => textsOf(listed[each])));
  const ids = textsOf(value);
  const free = plans.filter(
    ({ productId }) => !ids.includes(productId) && (list !== 'upsell' || sold.has(productId)),
  );
  return (
    <div role="group" aria-label={t(`list.${list}`)} className="flex min-w-0 flex-col gap-2">
      <div>
        <h3 className="flex flex-wrap items-baseline gap-x-2 text-base">
          {t(`list.${list}`)}
          <code className="text-xs font-normal text-muted">{wire}</code>
        </h3>
        <p className="text-sm text-muted">{t(`listText.${list}`)}</p>
      </div>
      <FieldError id={undefined}>{error}</FieldError>
      {ids.length > 0 ? (
        <OrderList
          name={t(`list.${list}`)}
          items={ids.map((id) => {
            const plan = plans.find(({ productId }) => productId === id);
            return { id, title: plan?.name ?? id, detail: <PlanDetail brand={brand} id={id} plan={plan} /> };
          })}
          onChange={change}
          removable
        />
      ) : (
        <p className="rounded-field border border-dashed border-line px-4 py-3 text-sm text-muted">
          {t('offer.empty')}
        </p>
      )}
      {ids.length >= most ? (
        <p className="text-sm text-muted">{t('offer.full', { count: most })}</p>
      ) : (
        free.length > 0 && (
          <Menu
            trigger={
              <Button
                variant="ghost"
                size="sm"
                className="self-start"
                icon={<Plus aria-hidden className="size-4" />}
              >
                {t('offer.add')}
              </Button>
            }
            actions={free.map(({ productId, name, totalCents }) => ({
              label: totalCents === null ? name : `${name} · ${format.money(totalCents)}`,
              onClick: () => change([...ids, productId]),
            }))}
          />
        )
      )}
    </div>
  );
}

interface PlanDetailProps {
  brand: string;
  id: string;
  plan: KnownPlan | undefined;
}

function PlanDetail({ brand, id, plan }: PlanDetailProps) {
  const { t } = useTranslation('flows');
  const format = useFormat();
  if (!plan) return <Tag tone="danger">{t('offer.unknown')}</Tag>;
  return (
    <span className="flex flex-wrap items-center gap-x-2">
      {plan.totalCents !== null && <span className="tabular-nums">{format.money(plan.totalCents)}</span>}
      <span>{t(plan.period ? `period.${plan.period}` : 'period.once')}</span>
      {!plan.isLive && <Tag tone="warning">{t('state.new')}</Tag>}
      {plan.isHidden && <span>{t('offer.hidden')}</span>}
      <Link
        to={paths.plan(brand, id)}
        aria-label={t('offer.openPlan', { plan: plan.name })}
        className="text-primary-text underline"
      >
        {t('offer.open')}
      </Link>
    </span>
  );
}
