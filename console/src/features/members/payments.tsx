import { CreditCard } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { PaymentTable } from '#console/features/payments/payment-table.tsx';
import { Loaded, NextPage, SkeletonRows } from '#console/shell/loaded.tsx';
import type { Place } from '#console/shell/members.ts';
import { EmptyState } from '#ui/empty-state.tsx';
import { usePayments } from './member-data.ts';
import { PaymentBlocks } from './payment-blocks.tsx';

interface PaymentsProps {
  place: Place;
  mayLift: boolean;
}

/** What keeps the member from paying, and what they have paid, each with its timeline. */
export function Payments({ place, mayLift }: PaymentsProps) {
  return (
    <div className="flex flex-col gap-5">
      <PaymentBlocks place={place} mayLift={mayLift} />
      <PaymentList place={place} />
    </div>
  );
}

function PaymentList({ place }: { place: Place }) {
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
