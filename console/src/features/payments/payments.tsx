import { Search, SearchX } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useSearchParams } from 'react-router';
import { providers } from '../../../../contract/billing/providers.ts';
import { hasRight } from '../../../../contract/kernel/staff-rights.ts';
import type { StaffPayment } from '../../../../contract/staff/payments.ts';
import { Button } from '../../../../packages/ui/button.tsx';
import { type Column, DataTable } from '../../../../packages/ui/data-table.tsx';
import { EmptyState } from '../../../../packages/ui/empty-state.tsx';
import { TextField } from '../../../../packages/ui/text-field.tsx';
import { useMe } from '../../shell/api.ts';
import { Moment, useFormat } from '../../shell/format.tsx';
import { Loaded, SkeletonRows } from '../../shell/loaded.tsx';
import { Page } from '../../shell/page.tsx';
import { paths } from '../../shell/paths.ts';
import { Figures } from './figures.tsx';
import { useFoundPayments } from './payment-data.ts';

/** Finds one payment by whatever somebody has in hand; finance also sees how all of them stand. */
export function Payments() {
  const { t } = useTranslation('payments');
  const { data: me } = useMe();
  const [search, setSearch] = useSearchParams();
  const text = search.get('text') ?? '';
  return (
    <Page text={t('text')}>
      {me && hasRight(me.role, 'payments.read') && <Figures />}
      <SearchForm key={text} text={text} onSearch={(next) => setSearch(next ? { text: next } : {})} />
      {text !== '' && <Found text={text} />}
    </Page>
  );
}

function SearchForm({ text, onSearch }: { text: string; onSearch: (text: string) => void }) {
  const { t } = useTranslation(['payments', 'shell']);
  const [typed, setTyped] = useState(text);
  function submit(event: FormEvent) {
    event.preventDefault();
    onSearch(typed.trim().slice(0, 200));
  }
  return (
    <search>
      <form onSubmit={submit} className="flex flex-wrap items-end gap-2">
        <div className="min-w-60 flex-1">
          <TextField
            label={t('search')}
            hint={t('searchHint')}
            value={typed}
            maxLength={200}
            autoComplete="off"
            onChange={({ target }) => setTyped(target.value)}
          />
        </div>
        <Button type="submit" variant="secondary" icon={<Search aria-hidden className="size-4" />}>
          {t('find')}
        </Button>
      </form>
    </search>
  );
}

function Found({ text }: { text: string }) {
  const { t } = useTranslation('payments');
  const query = useFoundPayments(text);
  return (
    <Loaded query={query} skeleton={<SkeletonRows rows={3} />}>
      {({ payments }) =>
        payments.length === 0 ? (
          <EmptyState compact icon={<SearchX />} title={t('noneFound')} text={t('noneFoundText')} />
        ) : (
          <PaymentTable payments={payments} />
        )
      }
    </Loaded>
  );
}

function PaymentTable({ payments }: { payments: readonly StaffPayment[] }) {
  const { t } = useTranslation('payments');
  const format = useFormat();
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
          <span className="block font-mono text-xs text-muted select-all">{orderId}</span>
        </>
      ),
    },
    { title: t('member'), renderCell: ({ screenName }) => screenName ?? t('gone') },
    { title: t('amount'), align: 'end', renderCell: ({ amountCents }) => format.money(amountCents) },
    { title: t('card'), renderCell: ({ lastFour }) => lastFour && `•••• ${lastFour}` },
    { title: t('provider'), renderCell: ({ provider }) => provider && providers[provider].title },
    {
      title: t('at'),
      className: 'whitespace-nowrap',
      renderCell: ({ createdAt }) => <Moment at={createdAt} />,
    },
  ];
  return <DataTable name={t('found')} columns={columns} rows={payments} keyOf={({ orderId }) => orderId} />;
}
