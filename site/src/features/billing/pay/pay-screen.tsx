import { LockKeyhole, ShieldCheck } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation, useSearchParams, useNavigate } from 'react-router';
import { useDates } from '#client/dates.ts';
import { type CardOnFile, changePlan } from '#contract/billing/member-billing.ts';
import type { Quote } from '#contract/billing/orders.ts';
import { termsText } from '#contract/billing/purchase-terms.ts';
import type { Flow } from '#contract/brand/flow.ts';
import type { ErrorCode } from '#contract/kernel/errors.ts';
import { call } from '#site/shell/api.ts';
import { codeOf } from '#site/shell/explain.ts';
import { useFlowQuery } from '#site/shell/flow.ts';
import { Loaded } from '#site/shell/loaded.tsx';
import { PageHeading } from '#site/shell/page-heading.tsx';
import { paths } from '#site/shell/paths.ts';
import { openPopup } from '#site/shell/popups.ts';
import { useMember } from '#site/shell/session.ts';
import { SubmitError } from '#site/shell/submit-error.tsx';
import { useAttempt } from '#site/shell/use-attempt.ts';
import { useBilling, refreshBilling } from '../billing-data.ts';
import { FormSkeleton, PaySkeleton } from '../skeletons.tsx';
import { isPaused, useSpending } from '../spending/spending-data.ts';
import { SpendingHint } from '../spending/spending-hint.tsx';
import { BankFrame, BankStep } from './bank.tsx';
import { type PayOptions, usePayOptions } from './method-choice.tsx';
import { NothingToPay } from './nothing-to-pay.tsx';
import { OrderSummary } from './order-summary.tsx';
import { PayForm } from './pay-form.tsx';
import { BuyButton } from './pay-parts.tsx';
import { purposeOf, withPlanName, useQuote, useTerms, type Purpose } from './purchase.ts';
import { useCharge, type Charge } from './use-charge.ts';

/** Where an order is looked at once more, and paid. */
export function PayScreen() {
  // The sentences for failures must be there before there is something to explain.
  useTranslation(['pay', 'spending', 'errors', 'account']);
  const { search } = useLocation();
  const flow = useFlowQuery();
  return (
    <div className="mx-auto w-full max-w-5xl px-4 pt-4 pb-10 sm:px-5 sm:py-8">
      <Loaded query={flow} skeleton={<PaySkeleton />}>
        {(data) => <Pay key={search} flow={data} />}
      </Loaded>
    </div>
  );
}

function Pay({ flow }: { flow: Flow }) {
  const user = useMember();
  const [query] = useSearchParams();
  // As it was when the page opened: paying changes which plans are offered.
  const [purpose] = useState(() => purposeOf(query, flow, user));
  if (!purpose) return <NothingToPay why="noPlan" />;
  return <PayContent flow={flow} purpose={purpose} />;
}

type PayContentProps = { flow: Flow; purpose: Purpose };

const reasons: Partial<Record<ErrorCode, 'paidAlready' | 'notForYou' | 'noPlan'>> = {
  'order.already_yours': 'paidAlready',
  'order.nothing_due': 'paidAlready',
  'order.first_purchase_only': 'notForYou',
  'order.plan_unknown': 'noPlan',
  'order.no_plan': 'noPlan',
};

/** Keeps what is under way, while the price may be asked for again. */
function PayContent({ flow, purpose }: PayContentProps) {
  const { cardOnFile } = useMember();
  const charge = useCharge({ purpose });
  const atForm = charge.stage.at === 'form';
  // A step of the bank's may have been begun elsewhere, before this page has asked for anything.
  const quote = useQuote(purpose.choice, atForm || charge.stage.at === 'bank');
  const options = usePayOptions();
  const billing = useBilling({ enabled: cardOnFile });
  const spending = useSpending();
  const form = (quoted: Quote, known: PayOptions, onFile: CardOnFile | null) =>
    // Waited for, so that nothing moves under a finger. Without an answer the server holds the limits all the same.
    spending.isLoading ? (
      <FormSkeleton />
    ) : (
      <div className="min-w-0 space-y-5">
        {spending.data && !charge.refusal && (
          <SpendingHint spending={spending.data} amountCents={quoted.amountCents} />
        )}
        {!isPaused(spending.data, quoted.amountCents) && (
          <PayForm flow={flow} quote={quoted} options={known} onFile={onFile} charge={charge} />
        )}
      </div>
    );
  const why = atForm ? reasons[codeOf(quote.error) ?? 'server.fault'] : undefined;
  if (why) return <NothingToPay why={why} />;
  return (
    <>
      <TrustLine />
      <Loaded query={quote} skeleton={<PaySkeleton />}>
        {(known) => {
          const quoted = withPlanName(known, purpose);
          return (
            <PayLayout quote={quoted} purpose={purpose} paused={isPaused(spending.data, quoted.amountCents)}>
              <FormOrBank charge={charge}>
                {quoted.kind === 'later' ? (
                  <LaterForm quote={quoted} />
                ) : (
                  <Loaded query={options} skeleton={<FormSkeleton />}>
                    {(payOptions) =>
                      // Whether something is kept is not known before there is an answer.
                      cardOnFile ? (
                        <Loaded query={billing} skeleton={<FormSkeleton />}>
                          {({ card: onFile }) => form(quoted, payOptions, onFile)}
                        </Loaded>
                      ) : (
                        form(quoted, payOptions, null)
                      )
                    }
                  </Loaded>
                )}
              </FormOrBank>
            </PayLayout>
          );
        }}
      </Loaded>
    </>
  );
}

const headings = {
  plan: 'titles.plan',
  upgrade: 'titles.plan',
  verification: 'titles.verification',
  card: 'titles.card',
  renewal: 'titles.renewal',
} as const;

type PayLayoutProps = { quote: Quote; purpose: Purpose; paused: boolean; children: ReactNode };

function PayLayout({ quote, purpose, paused, children }: PayLayoutProps) {
  const { t } = useTranslation('pay');
  return (
    <>
      <PageHeading className="mb-4 text-center sm:mb-6 lg:text-left">
        {t(quote.kind === 'later' ? 'titles.later' : headings[quote.purchase])}
      </PageHeading>
      <div className="grid grid-cols-1 items-start gap-5 lg:grid-cols-[minmax(0,1fr)_22rem] lg:gap-8">
        <div className="lg:sticky lg:top-23 lg:order-last">
          <OrderSummary quote={quote} plan={purpose.plan} paused={paused} />
        </div>
        {children}
      </div>
    </>
  );
}

/** Whose turn it is: the member's, or the bank's. */
function FormOrBank({ charge, children }: { charge: Charge; children: ReactNode }) {
  const { stage, look, settle } = charge;
  if (stage.at !== 'bank') return children;
  const { step, orderId, whose } = stage;
  const abandon = () => void look(orderId);
  if (step.type !== 'frame') return <BankStep step={step} whose={whose} onAbandoned={abandon} />;
  return (
    <>
      {children}
      <BankFrame
        step={step}
        orderId={orderId}
        onAbandoned={abandon}
        onDecided={(reply) => void settle(reply)}
      />
    </>
  );
}

/** A plan for when the present one ends: nothing is paid now, so there is nothing to fill in. */
function LaterForm({ quote }: { quote: Quote }) {
  const { t } = useTranslation('pay');
  const { trackerId } = useMember();
  const navigate = useNavigate();
  const { day } = useDates();
  const terms = useTerms(quote);
  const { busy, refusal, attempt } = useAttempt();
  const { productId, name } = quote;

  async function submit() {
    if (productId === null) return;
    const changed = await attempt(async () => {
      const { startsAt } = await call(changePlan, { trackerId, productId, terms: termsText(terms) });
      openPopup({
        name: 'notice',
        title: t('later.title'),
        text: t('later.text', { name: name ?? '', date: day(startsAt) }),
      });
    });
    if (!changed) return;
    void refreshBilling();
    await navigate(paths.profile(), { replace: true });
  }

  return (
    <form
      method="post"
      className="space-y-5"
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
    >
      <SubmitError refusal={refusal} />
      <BuyButton terms={terms} loading={busy} />
    </form>
  );
}

/** Under the logo, where money changes hands. */
function TrustLine() {
  const { t } = useTranslation('pay');
  return (
    <p className="mb-4 flex flex-wrap items-center justify-center gap-x-5 gap-y-1 text-sm font-medium text-muted">
      <span className="inline-flex items-center gap-1.5">
        <LockKeyhole aria-hidden="true" className="size-4" />
        {t('secure')}
      </span>
      <span className="inline-flex items-center gap-1.5">
        <ShieldCheck aria-hidden="true" className="size-4" />
        {t('protected')}
      </span>
    </p>
  );
}
