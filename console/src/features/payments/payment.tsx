import {
  ArrowLeft,
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
import { Link, useNavigate, useParams } from 'react-router';
import { providers } from '../../../../contract/billing/providers.ts';
import { Failure } from '../../../../contract/kernel/errors.ts';
import type { PaymentEntry, StaffPayment } from '../../../../contract/staff/payments.ts';
import { EmptyState } from '../../../../packages/ui/empty-state.tsx';
import { IconButton } from '../../../../packages/ui/icon-button.tsx';
import { useFormat } from '../../shell/format.tsx';
import { Keys, useKeys } from '../../shell/keys.tsx';
import { Loaded, SkeletonRows } from '../../shell/loaded.tsx';
import { TabTitle } from '../../shell/page.tsx';
import { paths } from '../../shell/paths.ts';
import { useEntryWords, useNamed } from './entry-words.ts';
import { usePaymentTimeline } from './payment-data.ts';
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
  refund_state: Undo2,
  dispute: Gavel,
  mail: Mail,
  job: Workflow,
  act: PenLine,
};

/** One payment, and everything that happened to it in the order of time. */
export function Payment() {
  const { t } = useTranslation(['payments', 'shell']);
  const { brand = '', orderId = '' } = useParams();
  const query = usePaymentTimeline(brand, orderId);
  const navigate = useNavigate();
  const back = () => void navigate(paths.payments);
  useKeys({ Escape: back });
  const isGone = query.error instanceof Failure && query.error.code === 'request.not_found';
  return (
    <div className="mx-auto flex w-full max-w-5xl flex-col gap-5 px-4 py-4 lg:px-8 lg:py-6">
      <TabTitle />
      <div className="-mb-2 flex items-center gap-1 text-sm text-muted">
        <IconButton
          label={t('shell:back')}
          icon={<ArrowLeft aria-hidden className="size-5" />}
          onClick={back}
          className="-ms-2.5"
        />
        <Keys keys={['Esc']} />
      </div>
      {isGone ? (
        <EmptyState compact icon={<CreditCard />} title={t('noneFound')} text={t('noneFoundText')} />
      ) : (
        <Loaded query={query} skeleton={<SkeletonRows rows={8} className="h-11" />}>
          {({ payment, tax, entries }) => (
            <article className="flex flex-col gap-5">
              <PaymentHead payment={payment} />
              {tax && <Tax tax={tax} />}
              <ol
                aria-label={t('timeline')}
                className="divide-y divide-line rounded-card border border-line bg-surface text-[13px]"
              >
                {entries.map((entry) => (
                  <Entry key={entry.id} entry={entry} />
                ))}
              </ol>
            </article>
          )}
        </Loaded>
      )}
    </div>
  );
}

function PaymentHead({ payment }: { payment: StaffPayment }) {
  const { t } = useTranslation('payments');
  const format = useFormat();
  const named = useNamed();
  const { brand, accountId, screenName, orderId, kind, productId, amountCents, provider, lastFour, state } =
    payment;
  const back = payment.refundedCents + payment.chargedBackCents;
  const facts = [
    t(`kinds.${kind}`),
    productId,
    provider && providers[provider].title,
    lastFour && `•••• ${lastFour}`,
    named('states', state),
    back > 0 && t('wentBack', { amount: format.money(back) }),
  ].filter(Boolean);
  return (
    <header className="flex flex-col gap-1">
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
        <span className="font-mono text-xs leading-5 text-muted select-all">{orderId}</span>
      </p>
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
        className="w-44 shrink-0 text-xs leading-5 text-muted tabular-nums max-sm:w-full"
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
