import { CreditCard } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { type Column, DataTable } from '../../../../packages/ui/data-table.tsx';
import { EmptyState } from '../../../../packages/ui/empty-state.tsx';
import { Moment, useFormat } from '../../shell/format.tsx';
import { Loaded, NextPage, SkeletonRows } from '../../shell/loaded.tsx';
import { paths } from '../../shell/paths.ts';
import { type Payment, type Place, usePayments } from './member-data.ts';

/** What the member has paid, each with its timeline. */
export function Payments({ place }: { place: Place }) {
  const { t } = useTranslation('members');
  const query = usePayments(place);
  return (
    <Loaded query={query} skeleton={<SkeletonRows rows={4} />}>
      {(payments) =>
        payments.length === 0 ? (
          <EmptyState
            compact
            icon={<CreditCard />}
            title={t('payments.empty')}
            text={t('payments.emptyText')}
          />
        ) : (
          <div>
            <PaymentTable payments={payments} />
            <NextPage query={query} />
          </div>
        )
      }
    </Loaded>
  );
}

function PaymentTable({ payments }: { payments: readonly Payment[] }) {
  const { t } = useTranslation('members');
  const format = useFormat();
  const columns: Column<Payment>[] = [
    {
      title: t('payments.what'),
      heading: true,
      renderCell: ({ brand, kind, productId, orderId }) => (
        <>
          <Link
            to={paths.payment(brand, orderId)}
            className="relative block touch-target font-semibold underline underline-offset-2"
          >
            {[t(`purchases.${kind}`), productId].filter(Boolean).join(' · ')}
          </Link>
          <span className="block font-mono text-xs text-muted select-all">{orderId}</span>
        </>
      ),
    },
    { title: t('payments.amount'), align: 'end', renderCell: ({ amountCents }) => format.money(amountCents) },
    {
      title: t('payments.refunded'),
      align: 'end',
      renderCell: ({ refundedCents, chargedBackCents }) =>
        refundedCents + chargedBackCents > 0 ? format.money(refundedCents + chargedBackCents) : null,
    },
    {
      title: t('payments.state'),
      renderCell: ({ state, outcome }) => <span className="font-mono text-xs">{outcome ?? state}</span>,
    },
    { title: t('payments.provider'), renderCell: ({ provider }) => provider },
    {
      title: t('payments.at'),
      className: 'whitespace-nowrap',
      renderCell: ({ createdAt }) => <Moment at={createdAt} />,
    },
  ];
  return (
    <DataTable name={t('tabs.payments')} columns={columns} rows={payments} keyOf={({ orderId }) => orderId} />
  );
}
