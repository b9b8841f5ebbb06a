import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { call } from '#console/shell/api.ts';
import { Moment, useFormat } from '#console/shell/format.tsx';
import { Loaded, SkeletonRows } from '#console/shell/loaded.tsx';
import { type SoldVersion, readPlanSales } from '#contract/staff/plan-sales.ts';
import { type Column, DataTable } from '#ui/data-table.tsx';
import { Section } from './form/section.tsx';

/** Who has bought which version, and how many still renew on it. */
export function PlanSales({ brand, productId }: { brand: string; productId: string }) {
  const { t } = useTranslation('flows');
  const query = useQuery({
    queryKey: ['plan-sales', brand, productId],
    queryFn: async ({ signal }) => (await call(readPlanSales, { brand, productId }, { signal })).versions,
  });
  return (
    <Section title={t('sales.title')} text={t('sales.text')}>
      <Loaded query={query} skeleton={<SkeletonRows rows={2} />}>
        {(versions) =>
          versions.length === 0 ? (
            <p className="text-sm text-muted">{t('sales.none')}</p>
          ) : (
            <SalesTable versions={versions} />
          )
        }
      </Loaded>
    </Section>
  );
}

function SalesTable({ versions }: { versions: readonly SoldVersion[] }) {
  const { t } = useTranslation('flows');
  const format = useFormat();
  const columns: Column<SoldVersion>[] = [
    {
      title: t('sales.version'),
      heading: true,
      renderCell: ({ version, publishedAt }) => (
        <span className="text-sm">
          <span className="font-semibold">{t('sales.versionOf', { version })}</span>{' '}
          <Moment at={publishedAt} className="text-muted" />
        </span>
      ),
    },
    {
      title: t('sales.price'),
      className: 'tabular-nums',
      renderCell: ({ totalCents, period }) =>
        `${format.money(totalCents)} · ${t(period ? `period.${period}` : 'period.once')}`,
    },
    {
      title: t('plan.credits'),
      className: 'tabular-nums',
      renderCell: ({ credits, promoCredits }) =>
        promoCredits > 0
          ? `${format.number(credits)} + ${format.number(promoCredits)}`
          : format.number(credits),
    },
    {
      title: t('sales.bought'),
      align: 'end',
      className: 'tabular-nums',
      renderCell: ({ bought }) => format.number(bought),
    },
    {
      title: t('sales.renewing'),
      align: 'end',
      className: 'tabular-nums',
      renderCell: ({ renewing }) => format.number(renewing),
    },
  ];
  return (
    <DataTable
      name={t('sales.title')}
      columns={columns}
      rows={versions}
      keyOf={({ version }) => String(version)}
    />
  );
}
