import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Quote } from '../../../../../contract/billing/orders.ts';
import type { Flow } from '../../../../../contract/brand/flow.ts';
import type { ErrorCode } from '../../../../../contract/kernel/errors.ts';
import { codeOf } from '../../../shell/explain.ts';
import { Loaded } from '../../../shell/loaded.tsx';
import { PageHeading } from '../../../shell/page-heading.tsx';
import { useMember } from '../../../shell/session.ts';
import { useBilling } from '../billing-data.ts';
import { BankFrame } from './bank-frame.tsx';
import { BankStep } from './bank-step.tsx';
import { LaterForm } from './later-form.tsx';
import { NothingToPay } from './nothing-to-pay.tsx';
import { OrderSummary } from './order-summary.tsx';
import { PayForm } from './pay-form.tsx';
import { PaySkeleton } from './pay-skeleton.tsx';
import { type Purpose, withPlanName } from './purpose.ts';
import { TrustLine } from './trust-line.tsx';
import { type Charge, useCharge } from './use-charge.ts';
import { useQuote } from './use-quote.ts';
import { useTypedCard } from './use-typed-card.ts';
import { useWays } from './use-ways.ts';

type PayGroundProps = { flow: Flow; purpose: Purpose };

const reasons: Partial<Record<ErrorCode, 'paidAlready' | 'notForYou' | 'noPlan'>> = {
  'order.already_yours': 'paidAlready',
  'order.nothing_due': 'paidAlready',
  'order.first_purchase_only': 'notForYou',
  'order.plan_unknown': 'noPlan',
  'order.no_plan': 'noPlan',
};

/** Keeps what is typed and what is under way, while the price may be asked for again. */
export function PayGround({ flow, purpose }: PayGroundProps) {
  const { trackerId, cardOnFile } = useMember();
  const card = useTypedCard(trackerId);
  const charge = useCharge({ purpose, onBack: card.forgetCode });
  const atForm = charge.stage.at === 'form';
  // A step of the bank's may have been begun elsewhere, before this page has asked for anything.
  const quote = useQuote(purpose.wish, atForm || charge.stage.at === 'bank');
  const ways = useWays();
  const billing = useBilling({ enabled: cardOnFile });
  const why = atForm ? reasons[codeOf(quote.error) ?? 'server.fault'] : undefined;
  if (why) return <NothingToPay why={why} />;
  return (
    <>
      <TrustLine />
      <Loaded query={quote} skeleton={<PaySkeleton />}>
        {(known) => {
          const quoted = withPlanName(known, purpose);
          return (
            <Laid quote={quoted} purpose={purpose}>
              <Turn charge={charge}>
                {quoted.kind === 'later' ? (
                  <LaterForm quote={quoted} />
                ) : (
                  <Loaded query={ways} skeleton={<PaySkeleton />}>
                    {({ rules, wallets }) => (
                      <PayForm
                        flow={flow}
                        quote={quoted}
                        rules={rules}
                        wallets={wallets}
                        onFile={billing.data?.card ?? null}
                        waitsForCard={cardOnFile && billing.isLoading}
                        card={card}
                        charge={charge}
                      />
                    )}
                  </Loaded>
                )}
              </Turn>
            </Laid>
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

type LaidProps = { quote: Quote; purpose: Purpose; children: ReactNode };

function Laid({ quote, purpose, children }: LaidProps) {
  const { t } = useTranslation('pay');
  return (
    <>
      <PageHeading className="mb-4 text-center sm:mb-6 lg:text-left">
        {t(quote.kind === 'later' ? 'titles.later' : headings[quote.purchase])}
      </PageHeading>
      <div className="grid grid-cols-1 items-start gap-5 lg:grid-cols-[minmax(0,1fr)_22rem] lg:gap-8">
        <div className="lg:sticky lg:top-23 lg:order-last">
          <OrderSummary quote={quote} plan={purpose.plan} />
        </div>
        {children}
      </div>
    </>
  );
}

/** Whose turn it is: the member's, or the bank's. */
function Turn({ charge, children }: { charge: Charge; children: ReactNode }) {
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
