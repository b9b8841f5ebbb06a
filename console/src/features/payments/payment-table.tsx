import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useBrandTitle, useMyBrands } from '#console/shell/api.ts';
import { Moment, useFormat } from '#console/shell/format.tsx';
import { paths } from '#console/shell/paths.ts';
import { providers } from '#contract/billing/providers.ts';
import type { StaffPayment } from '#contract/staff/payments.ts';
import { type Column, DataTable } from '#ui/data-table.tsx';
import { usePaymentState } from './entry-words.ts';

interface PaymentTableProps {
  name: string;
  payments: readonly StaffPayment[];
  /** All of one member, on whose page they stand: neither name nor card is asked for there. */
  ofOneMember?: boolean;
}

/** Payments, each with the way to its timeline. */
export function PaymentTable({ name, payments, ofOneMember = false }: PaymentTableProps) {
  const { t } = useTranslation('payments');
  const format = useFormat();
  const stateOf = usePaymentState();
  const brandTitle = useBrandTitle();
  const hasBrands = useMyBrands('payments.timeline').length > 1;
  const who: Column<StaffPayment> = {
    title: t('member'),
    renderCell: ({ brand, accountId, screenName }) =>
      screenName === null ? (
        t('gone')
      ) : (
        <Link
          to={paths.member(brand, accountId)}
          className="relative touch-target underline underline-offset-2"
        >
          {screenName}
        </Link>
      ),
  };
  const ofBrand: Column<StaffPayment> = { title: t('brand'), renderCell: ({ brand }) => brandTitle(brand) };
  const card: Column<StaffPayment> = {
    title: t('card'),
    className: 'md:whitespace-nowrap',
    renderCell: ({ lastFour }) => lastFour && `•••• ${lastFour}`,
  };
  const columns: Column<StaffPayment>[] = [
    {
      title: t('what'),
      heading: true,
      renderCell: ({ brand, orderId, kind, productId }) => (
        <>
          <Link
            to={paths.payment(brand, orderId)}
            className="relative block touch-target font-semibold underline underline-offset-2"
          >
            {[t(`kinds.${kind}`), productId].filter(Boolean).join(' · ')}
          </Link>
          <span className="block font-mono text-xs wrap-anywhere text-muted select-all">{orderId}</span>
        </>
      ),
    },
    ...(ofOneMember ? [] : [who]),
    ...(ofOneMember || !hasBrands ? [] : [ofBrand]),
    {
      title: t('amount'),
      align: 'end',
      className: 'md:whitespace-nowrap',
      renderCell: ({ amountCents }) => format.money(amountCents),
    },
    {
      title: t('returned'),
      align: 'end',
      className: 'md:whitespace-nowrap',
      renderCell: ({ refundedCents, chargedBackCents }) =>
        refundedCents + chargedBackCents > 0 ? format.money(refundedCents + chargedBackCents) : null,
    },
    { title: t('state'), renderCell: (payment) => stateOf(payment) },
    ...(ofOneMember ? [] : [card]),
    { title: t('provider'), renderCell: ({ provider }) => provider && providers[provider].title },
    {
      title: t('at'),
      className: 'md:whitespace-nowrap',
      renderCell: ({ createdAt }) => <Moment at={createdAt} />,
    },
  ];
  return <DataTable name={name} columns={columns} rows={payments} keyOf={({ orderId }) => orderId} />;
}
