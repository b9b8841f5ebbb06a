import { CircleCheck } from 'lucide-react';
import { useCallback, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { disclaimerBox } from '#contract/billing/charges.ts';
import type { CardOnFile } from '#contract/billing/member-billing.ts';
import type { Quote } from '#contract/billing/orders.ts';
import type { Flow, RatePlan } from '#contract/brand/flow.ts';
import { useShell } from '#site/shell/boot.ts';
import { codeOf } from '#site/shell/explain.ts';
import { useFlowQuery } from '#site/shell/flow.ts';
import { useSubmitForm } from '#site/shell/forms.ts';
import { Loaded } from '#site/shell/loaded.tsx';
import { paths } from '#site/shell/paths.ts';
import { type PopupBodyProps, heldStore } from '#site/shell/popups.ts';
import { useMember } from '#site/shell/session.ts';
import { Button } from '#ui/button.tsx';
import { Notice } from '#ui/notice.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import { useBilling } from '../billing-data.ts';
import { isPaused, useSpending } from '../spending/spending-data.ts';
import { ChargeRefusal, SpendingHint } from '../spending/spending-hint.tsx';
import { type Added, useBegunOrder, useLeaving } from './added-order.ts';
import { OnFileLine } from './card-on-file.tsx';
import { type Handover, handOver } from './open-order.ts';
import { OrderLines } from './order-summary.tsx';
import { type Send, sendAdded, sendOnFile } from './pay-order.ts';
import { BuyButton, CheckingNote, Disclaimer, UndecidedNotice } from './pay-parts.tsx';
import {
  chargeDetails,
  wantsDisclaimer,
  type Purpose,
  planPurpose,
  withPlanName,
  useQuote,
  useTerms,
} from './purchase.ts';
import { type Charge, useCharge } from './use-charge.ts';

type Go = PopupBodyProps['go'];

/** What was chosen, all that buying it means, and the button that charges what is on file at once. */
export function OrderSheet({ popup, go }: PopupBodyProps) {
  // The sentences for failures must be there before there is something to explain.
  useTranslation(['pay', 'spending', 'errors', 'account']);
  const flow = useFlowQuery();
  const { plan, addedTo } = popup;
  if (!plan) return null;
  return (
    <Loaded query={flow} skeleton={<OrderSkeleton />}>
      {(data) =>
        addedTo === undefined ? (
          <Order flow={data} plan={plan} go={go} />
        ) : (
          <AddedOrder flow={data} plan={plan} go={go} paidId={addedTo} />
        )
      }
    </Loaded>
  );
}

type OrderProps = { flow: Flow; plan: RatePlan; go: Go; added?: Added | undefined };

/** An offer after a purchase, whose order begins when it is looked at. */
function AddedOrder({ paidId, ...order }: OrderProps & { paidId: string }) {
  const { t } = useTranslation('pay');
  const begun = useBegunOrder(paidId, order.plan);
  if (codeOf(begun.error) === 'order.used')
    return (
      <Notice icon={<CircleCheck aria-hidden="true" />} title={t('nothing.paidTitle')}>
        {t('nothing.paidText')}
      </Notice>
    );
  return (
    <Loaded query={begun} skeleton={<OrderSkeleton />}>
      {(known) => <Order {...order} added={{ ...known, paidId }} />}
    </Loaded>
  );
}

function Order({ flow, plan, go, added }: OrderProps) {
  // As it was when the sheet opened: paying changes which plans are offered.
  const [purpose] = useState(() => planPurpose(flow, plan));
  const charge = useDirectCharge(purpose, { go, added });
  useLeaving(added, charge);
  const quote = useQuote(purpose.choice, charge.stage.at === 'form');
  const billing = useBilling();
  return (
    <Loaded query={quote} skeleton={<OrderSkeleton />}>
      {(known) => (
        <Loaded query={billing} skeleton={<OrderSkeleton />}>
          {({ card }) =>
            card && known.kind === 'now' ? (
              <OrderForm
                flow={flow}
                quote={withPlanName(known, purpose)}
                plan={plan}
                card={card}
                charge={charge}
                send={added ? sendAdded(added.paidId, plan.productId) : sendOnFile}
                go={go}
              />
            ) : (
              <Elsewhere go={go} />
            )
          }
        </Loaded>
      )}
    </Loaded>
  );
}

/** Pays; while it does, the sheet cannot be closed. What the sheet cannot go on with, the payment page does. */
function useDirectCharge(purpose: Purpose, { go, added }: Pick<OrderProps, 'go' | 'added'>): Charge {
  const leave = useCallback(
    (what: Handover) => {
      handOver(what);
      go('refused' in what ? paths.pay({ method: 'card' }) : paths.pay());
    },
    [go],
  );
  const charge = useCharge({ purpose, onLeave: leave, begun: added });
  const { at } = charge.stage;
  const held = at === 'paying' || at === 'checking';
  useEffect(() => {
    heldStore.set(held);
    return () => heldStore.set(false);
  }, [held]);
  return charge;
}

type OrderFormProps = Pick<OrderProps, 'flow' | 'plan' | 'go'> & {
  quote: Quote;
  card: CardOnFile;
  charge: Charge;
  send: Send;
};

function OrderForm({ flow, quote, plan, card, charge, send, go }: OrderFormProps) {
  const { t } = useTranslation('pay');
  const shell = useShell();
  const user = useMember();
  const terms = useTerms(quote);
  const disclaimed = wantsDisclaimer(flow);
  const form = useSubmitForm({
    defaults: { disclaimer: false },
    schema: async () => z.object({ disclaimer: disclaimerBox(disclaimed) }),
    async submit() {
      const details = chargeDetails(shell, user, { flow, quote, terms });
      await charge.pay(send, { ...details, source: 'CREDITCARD' }, { onFile: true });
    },
  });
  const { stage } = charge;
  const busy = stage.at !== 'form';
  const spending = useSpending().data;

  return (
    <div className="space-y-4">
      <div className="rounded-field edge bg-surface">
        <OrderLines quote={quote} plan={plan} />
        <OnFileLine card={card} />
      </div>
      {spending && !charge.refusal && <SpendingHint spending={spending} amountCents={quote.amountCents} />}
      {!isPaused(spending, quote.amountCents) && (
        <form {...form.formProps} className="space-y-4">
          {stage.at === 'form' && stage.open && <UndecidedNotice open={stage.open} charge={charge} />}
          {disclaimed && (
            <div inert={busy}>
              <Disclaimer {...form.field('disclaimer')} />
            </div>
          )}
          <ChargeRefusal
            refusal={form.refusal ?? charge.refusal}
            undecided={stage.at === 'form' && stage.open !== null}
          />
          {stage.at === 'checking' ? <CheckingNote /> : <BuyButton terms={terms} loading={busy} />}
          {stage.at === 'form' && (
            <Button variant="ghost" wide onClick={() => go(paths.pay())}>
              {t('direct.other')}
            </Button>
          )}
        </form>
      )}
    </div>
  );
}

/** What was on file has gone meanwhile, or nothing is due now: the payment page knows what to do. */
function Elsewhere({ go }: { go: Go }) {
  useEffect(() => go(paths.pay()), [go]);
  return <OrderSkeleton />;
}

function OrderSkeleton() {
  return (
    <div className="space-y-4">
      <Skeleton shape="card" className="h-40 w-full" />
      <Skeleton shape="card" className="h-14 w-full" />
      <Skeleton shape="card" className="h-32 w-full" />
    </div>
  );
}
