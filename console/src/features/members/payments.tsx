import { CreditCard } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { EmptyState } from '../../../../packages/ui/empty-state.tsx';
import { Loaded, NextPage, SkeletonRows } from '../../shell/loaded.tsx';
import { PaymentTable } from '../payments/payment-table.tsx';
import { type Place, usePayments } from './member-data.ts';

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
            <PaymentTable name={t('tabs.payments')} payments={payments} ofOneMember />
            <NextPage query={query} />
          </div>
        )
      }
    </Loaded>
  );
}
