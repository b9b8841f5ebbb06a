import {
  BellRing,
  CircleDot,
  CreditCard,
  FileText,
  Gavel,
  type LucideIcon,
  Mail,
  PackageCheck,
  PenLine,
  Radio,
  Search,
  Send,
  ShieldCheck,
  ShoppingBag,
  TrafficCone,
  Undo2,
  Workflow,
} from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link, useParams } from 'react-router';
import { useBrandTitle, useMe } from '#console/shell/api.ts';
import { DetailPage, LoadedDetail } from '#console/shell/detail-page.tsx';
import { useFormat } from '#console/shell/format.tsx';
import { SkeletonRows } from '#console/shell/loaded.tsx';
import { paths } from '#console/shell/paths.ts';
import { providers } from '#contract/billing/providers.ts';
import { hasRightAt } from '#contract/kernel/staff-rights.ts';
import type { PaymentEntry, StaffPayment } from '#contract/staff/payments.ts';
import { EmptyState } from '#ui/empty-state.tsx';
import { useEntryWords, usePaymentState } from './entry-words.ts';
import { usePaymentTimeline } from './payment-data.ts';
import { RefundButton } from './refund-dialog.tsx';
import { Tax } from './tax.tsx';

const icons: Record<PaymentEntry['kind'], LucideIcon> = {
  ordered: ShoppingBag,
  agreed: ShieldCheck,
  notice: BellRing,
  attempt: CreditCard,
  sent: Send,
  state: CircleDot,
  asked: Search,
  held: TrafficCone,
  webhook: Radio,
  fulfilled: PackageCheck,
  receipt: FileText,
  credit_note: FileText,
  refund: Undo2,
  refund_held: TrafficCone,
  refund_state: Undo2,
  dispute: Gavel,
  mail: Mail,
  job: Workflow,
  act: PenLine,
};

/** One payment, and its history in the order of time. */
export function Payment() {
  const { t } = useTranslation('payments');
  const { brand = '', orderId = '' } = useParams();
  const query = usePaymentTimeline(brand, orderId);
  return (
    <DetailPage list={paths.payments} width="max-w-5xl">
      <LoadedDetail
        query={query}
        gone={<EmptyState compact icon={<CreditCard />} title={t('noneFound')} text={t('noneFoundText')} />}
        skeleton={<SkeletonRows rows={8} className="h-11" />}
      >
        {({ payment, tax, entries }) => (
          <article className="flex flex-col gap-5">
            <PaymentHead payment={payment} />
            {tax && <Tax tax={tax} />}
            <ol
              aria-label={t('timeline')}
              className="divide-y divide-line rounded-card border border-line bg-surface text-[0.8125rem]"
            >
              {entries.map((entry) => (
                <Entry key={entry.id} entry={entry} />
              ))}
            </ol>
          </article>
        )}
      </LoadedDetail>
    </DetailPage>
  );
}

function PaymentHead({ payment }: { payment: StaffPayment }) {
  const { t } = useTranslation('payments');
  const format = useFormat();
  const stateOf = usePaymentState();
  const brandTitle = useBrandTitle();
  const { data: me } = useMe();
  const { brand, accountId, screenName, orderId, kind, productId, amountCents, provider, lastFour } = payment;
  const back = payment.refundedCents + payment.chargedBackCents;
  const facts = [
    me && me.brands.length > 1 && brandTitle(brand),
    t(`kinds.${kind}`),
    productId,
    provider && providers[provider].title,
    lastFour && `•••• ${lastFour}`,
    stateOf(payment),
    back > 0 && t('wentBack', { amount: format.money(back) }),
  ].filter(Boolean);
  return (
    <header className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
      <div className="flex min-w-0 flex-col gap-1">
        <h1 tabIndex={-1} className="text-xl outline-none lg:text-2xl">
          {t('title', { amount: format.money(amountCents) })}
        </h1>
        <p className="text-sm text-muted">{facts.join(' · ')}</p>
        <p className="flex flex-wrap gap-x-3 text-sm">
          <Link
            to={paths.member(brand, accountId)}
            className="relative touch-target font-medium underline underline-offset-2"
          >
            {screenName ?? t('gone')}
          </Link>
          <span className="font-mono text-xs leading-5 text-muted wrap-anywhere select-all">{orderId}</span>
        </p>
      </div>
      {me && hasRightAt(me, brand, 'payments.refund') && <RefundButton payment={payment} />}
    </header>
  );
}

function Entry({ entry }: { entry: PaymentEntry }) {
  const format = useFormat();
  const { title, detail } = useEntryWords(entry);
  const Icon = icons[entry.kind];
  return (
    <li className="flex items-start gap-3 px-4 py-2.5 max-sm:flex-wrap">
      <time
        dateTime={new Date(entry.at).toISOString()}
        className="w-40 shrink-0 text-xs leading-5 text-muted tabular-nums max-sm:w-full"
      >
        {format.moment(entry.at)}
      </time>
      <Icon aria-hidden className="mt-0.5 size-4 shrink-0 text-muted" />
      <div className="min-w-0 flex-1">
        <p className="font-medium wrap-anywhere">{title}</p>
        {detail && <p className="wrap-anywhere text-muted">{detail}</p>}
      </div>
    </li>
  );
}
