import { CircleCheckBig, Upload } from 'lucide-react';
import { type ReactNode, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useOverlay } from '#client/overlays.ts';
import { explain, useMe } from '#console/shell/api.ts';
import { useFormat } from '#console/shell/format.tsx';
import { Loaded, NextPage, SkeletonRows } from '#console/shell/loaded.tsx';
import { Page } from '#console/shell/page.tsx';
import { providers } from '#contract/billing/providers.ts';
import { hasRightEverywhere } from '#contract/kernel/staff-rights.ts';
import { Button } from '#ui/button.tsx';
import { type Column, DataTable } from '#ui/data-table.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { Notice } from '#ui/notice.tsx';
import { useToast } from '#ui/toast.tsx';
import { CloseDialog } from './close-dialog.tsx';
import { DayList } from './day-list.tsx';
import type { BankLine, Books as Sums, Closing } from './use-books.ts';
import { useBankLines, useBooks, useDays, useImportStatement } from './use-books.ts';

/** For finance: what the providers owe, whether their reports agree with ours, and what has reached the bank. */
export function Books() {
  const { t } = useTranslation('books');
  const closing = useOverlay<Closing>('close-books', { endsWithPage: true });
  const sums = useBooks();
  const days = useDays();
  const { data: me } = useMe();
  const isOfAll = me !== undefined && hasRightEverywhere(me, 'payments.read');
  return (
    <Page text={t('text')}>
      {me && !isOfAll && <Notice>{t('ownBrands')}</Notice>}
      <Section title={t('accounts.title')} text={t('accounts.text')}>
        <Loaded query={sums} skeleton={<SkeletonRows rows={4} className="h-12" />}>
          {(books) => <Accounts books={books} />}
        </Loaded>
      </Section>
      <Section title={t('taxes.title')} text={t('taxes.text')}>
        <Loaded query={sums} skeleton={<SkeletonRows rows={2} className="h-12" />}>
          {(books) => <Taxes taxes={books.taxes} />}
        </Loaded>
      </Section>
      <Section title={t('days.title')} text={t('days.text')}>
        <Loaded query={days} skeleton={<SkeletonRows rows={4} className="h-14" />}>
          {(list) =>
            list.length === 0 ? (
              <EmptyState
                compact
                icon={<CircleCheckBig />}
                title={t('days.empty')}
                text={t('days.emptyText')}
              />
            ) : (
              <div>
                <DayList days={list} onClose={closing.open} />
                <NextPage query={days} />
              </div>
            )
          }
        </Loaded>
      </Section>
      {isOfAll && <Bank onClose={closing.open} />}
      <CloseDialog closing={closing.props} onClose={() => void closing.close()} />
    </Page>
  );
}

function Section({ title, text, children }: { title: string; text: string; children: ReactNode }) {
  return (
    <section className="flex flex-col gap-3">
      <div className="flex flex-col gap-0.5">
        <h2 className="text-lg">{title}</h2>
        <p className="max-w-3xl text-sm text-muted">{text}</p>
      </div>
      {children}
    </section>
  );
}

/** In the order in which money comes in and goes. */
const accountWords = {
  processor: 'account.processor',
  bank: 'account.bank',
  fees: 'account.fees',
  sales: 'account.sales',
  vat: 'account.vat',
  refunds: 'account.refunds',
  refunded_vat: 'account.refunded_vat',
  chargebacks: 'account.chargebacks',
  charged_back_vat: 'account.charged_back_vat',
  customer_liability: 'account.customer_liability',
} as const satisfies Record<Sums['accounts'][number]['account'], string>;

function Accounts({ books: { accounts, payouts } }: { books: Sums }) {
  const { t } = useTranslation('books');
  const format = useFormat();
  const columns: Column<Sums['accounts'][number]>[] = [
    {
      title: t('accounts.account'),
      heading: true,
      renderCell: ({ account }) => <span className="font-medium">{t(accountWords[account])}</span>,
    },
    { title: t('provider'), renderCell: ({ provider }) => provider && providers[provider].title },
    {
      title: t('accounts.balance'),
      align: 'end',
      className: 'tabular-nums md:whitespace-nowrap',
      renderCell: ({ cents }) => format.money(cents),
    },
  ];
  const order = Object.keys(accountWords);
  const inOrder = accounts.toSorted((a, b) => order.indexOf(a.account) - order.indexOf(b.account));
  if (accounts.length === 0)
    return (
      <EmptyState
        compact
        icon={<CircleCheckBig />}
        title={t('accounts.empty')}
        text={t('accounts.emptyText')}
      />
    );
  return (
    <>
      <DataTable
        name={t('accounts.title')}
        columns={columns}
        rows={inOrder}
        keyOf={({ account, provider }) => `${account} ${provider}`}
      />
      {payouts.length > 0 && (
        <>
          <h3 className="pt-1 text-sm font-semibold">{t('payouts.title')}</h3>
          <DataTable
            name={t('payouts.title')}
            columns={[
              {
                title: t('reference'),
                heading: true,
                className: 'wrap-anywhere',
                renderCell: ({ reference }) => reference,
              },
              { title: t('provider'), renderCell: ({ provider }) => providers[provider].title },
              { title: t('payouts.paidOn'), renderCell: ({ paidOn }) => format.day(paidOn) },
              {
                title: t('amount'),
                align: 'end',
                className: 'tabular-nums md:whitespace-nowrap',
                renderCell: ({ amountCents }) => format.money(amountCents),
              },
            ]}
            rows={payouts}
            keyOf={({ id }) => id}
          />
        </>
      )}
    </>
  );
}

function Taxes({ taxes }: { taxes: Sums['taxes'] }) {
  const { t } = useTranslation('books');
  const format = useFormat();
  if (taxes.length === 0)
    return (
      <EmptyState compact icon={<CircleCheckBig />} title={t('taxes.empty')} text={t('accounts.emptyText')} />
    );
  const sum = { align: 'end', className: 'tabular-nums md:whitespace-nowrap' } as const;
  return (
    <DataTable
      name={t('taxes.title')}
      columns={[
        { title: t('taxes.quarter'), heading: true, renderCell: ({ quarter }) => quarter.replace('-', ' ') },
        { title: t('taxes.country'), renderCell: ({ country }) => format.country(country) },
        { title: t('taxes.rate'), ...sum, renderCell: ({ percent }) => format.percent(percent) },
        { title: t('taxes.net'), ...sum, renderCell: ({ netCents }) => format.money(netCents) },
        { title: t('account.vat'), ...sum, renderCell: ({ vatCents }) => format.money(vatCents) },
      ]}
      rows={taxes}
      keyOf={({ quarter, country, percent }) => `${quarter} ${country} ${percent}`}
    />
  );
}

function Bank({ onClose }: { onClose: (closing: Closing) => void }) {
  const { t } = useTranslation('books');
  const query = useBankLines();
  return (
    <Section title={t('bank.title')} text={t('bank.text')}>
      <ImportButton />
      <Loaded query={query} skeleton={<SkeletonRows rows={3} className="h-12" />}>
        {(lines) =>
          lines.length === 0 ? (
            <EmptyState
              compact
              icon={<CircleCheckBig />}
              title={t('bank.empty')}
              text={t('bank.emptyText')}
            />
          ) : (
            <div>
              <BankTable lines={lines} onClose={onClose} />
              <NextPage query={query} />
            </div>
          )
        }
      </Loaded>
    </Section>
  );
}

function ImportButton() {
  const { t, i18n } = useTranslation('books');
  const input = useRef<HTMLInputElement>(null);
  const toast = useToast();
  const bring = useImportStatement();
  const send = (file: File) =>
    bring.mutate(file, {
      onSuccess: (done) => toast({ kind: 'success', text: t('bank.imported', { ...done }) }),
      onError: (error) => toast({ kind: 'danger', text: explain(error, i18n) }),
    });
  return (
    <div>
      <input
        ref={input}
        type="file"
        accept=".xml,.csv,text/xml,application/xml,text/csv"
        aria-label={t('bank.file')}
        className="sr-only"
        tabIndex={-1}
        onChange={({ currentTarget }) => {
          const [file] = currentTarget.files ?? [];
          if (file) send(file);
          // The same file may be chosen again after it was mended.
          currentTarget.value = '';
        }}
      />
      <Button
        variant="secondary"
        size="sm"
        loading={bring.isPending}
        icon={<Upload aria-hidden className="size-4" />}
        onClick={() => input.current?.click()}
      >
        {t('bank.import')}
      </Button>
    </div>
  );
}

function BankTable({ lines, onClose }: { lines: readonly BankLine[]; onClose: (closing: Closing) => void }) {
  const { t } = useTranslation('books');
  const format = useFormat();
  const columns: Column<BankLine>[] = [
    {
      title: t('bank.bookedOn'),
      className: 'md:whitespace-nowrap',
      renderCell: ({ bookedOn }) => format.day(bookedOn),
    },
    {
      title: t('bank.line'),
      heading: true,
      className: 'wrap-anywhere',
      renderCell: ({ text }) => text || '–',
    },
    {
      title: t('amount'),
      align: 'end',
      className: 'tabular-nums md:whitespace-nowrap',
      renderCell: ({ amountCents }) => format.money(amountCents),
    },
    {
      title: t('action'),
      align: 'end',
      heading: true,
      renderCell: ({ id, text, amountCents }) => (
        <Button
          variant="secondary"
          size="sm"
          aria-label={t('closeOf', { name: text || format.money(amountCents) })}
          onClick={() => onClose({ what: 'line', id, name: text || format.money(amountCents) })}
        >
          {t('close')}
        </Button>
      ),
    },
  ];
  return <DataTable name={t('bank.title')} columns={columns} rows={lines} keyOf={({ id }) => id} />;
}
