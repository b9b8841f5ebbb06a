import { Check, CircleCheck } from 'lucide-react';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation, useNavigate } from 'react-router';
import { PAID_REDIRECT_MS, PREMIUM_LEVELS } from '#contract/kernel/constants.ts';
import { usePerson } from '#site/features/people/person-data.ts';
import { PageHeading } from '#site/shell/page-heading.tsx';
import { paths } from '#site/shell/paths.ts';
import { announcePlan } from '#site/shell/paywalls.ts';
import { useMember } from '#site/shell/session.ts';
import { Button } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import { useBilling, useMoney, refreshMember } from '../billing-data.ts';
import { hasChosenPlan } from '../chosen-plan.ts';
import { pathAfterPayment, readPurchaseOrigin } from '../purchase-origin.ts';
import type { Purpose } from './purchase.ts';
import { UpsellOffer } from './upsell-offer.tsx';
import { useUpsell } from './upsell.ts';

/** It is paid: what it brought, and on to the conversation that it was bought for. */
export function PaidScreen() {
  const { t } = useTranslation('pay');
  const arrival = (useLocation().state ?? {}) as Arrival;
  const navigate = useNavigate();
  const [onward] = useState(() => onwardFrom(arrival));
  const [origin] = useState(readPurchaseOrigin);
  const { orderId, declined = false } = arrival;
  const upsell = useUpsell(declined ? undefined : orderId);
  const goOn = useGoingOn(onward.to, { byItself: upsell === null });
  const goOnButton = useRef<HTMLButtonElement>(null);
  // Kept with the place in the history: a page that is loaded again does not ask again.
  const decline = () => {
    goOnButton.current?.focus();
    void navigate(paths.paid, { replace: true, state: { ...arrival, declined: true } satisfies Arrival });
  };
  return (
    <div className="mx-auto w-full max-w-md px-4 py-8 sm:py-16">
      <Card as="section" className="text-center">
        <PaidMark />
        <PageHeading always className="mt-4">
          {t('paid.title')}
        </PageHeading>
        <Received {...arrival} />
        <Button ref={goOnButton} size="lg" wide className="mt-6" onClick={goOn}>
          {origin && onward.words === 'backToChat' ? (
            <BackTo profileId={origin.profileId} />
          ) : (
            t(onward.words)
          )}
        </Button>
        {upsell === null && <p className="mt-3 text-sm text-muted">{t(onward.soon)}</p>}
      </Card>
      {upsell && orderId !== undefined && <UpsellOffer upsell={upsell} paidId={orderId} onLeave={decline} />}
    </div>
  );
}

/** Green, because it is done. */
export function PaidMark() {
  return (
    <span className="mx-auto grid size-20 place-items-center rounded-avatar bg-success-soft text-on-success-soft">
      <CircleCheck aria-hidden="true" className="size-10" strokeWidth={1.5} />
    </span>
  );
}

/** Whom paying leads back to, by name once it is known. */
function BackTo({ profileId }: { profileId: string }) {
  const { t } = useTranslation('pay');
  const name = usePerson(profileId).data?.screenName;
  return name ? t('backTo', { name }) : t('backToChat');
}

/** What the page that took the payment says of it. */
type Arrival = {
  paid?: boolean;
  orderId?: string;
  grants?: Purpose['grants'];
  /** The offer after the purchase was declined. */
  declined?: boolean;
};

function Received({ orderId, grants }: Arrival) {
  const { t } = useTranslation('pay');
  const money = useMoney();
  const billing = useBilling();
  const { premiumLevel } = useMember();
  if (grants === 'verification' || grants === 'card') {
    return <p className="mt-2 text-muted">{t(grants === 'card' ? 'paid.card' : 'paid.verification')}</p>;
  }
  const payment = billing.data?.payments.find((each) => each.orderId === orderId);
  if (billing.isLoading) return <Skeleton className="mx-auto mt-3 w-2/3" />;
  if (!payment) return <p className="mt-2 text-muted">{t('paid.text')}</p>;
  const { name, amountCents, credits } = payment;
  const isPlan = premiumLevel === PREMIUM_LEVELS.top && billing.data?.subscription?.name === name;
  return (
    <div className="mt-2 space-y-1 text-muted">
      <p>{t('paid.plan', { name: name ?? '', amount: money(amountCents) })}</p>
      {credits > 0 && (
        <p className="text-lg font-semibold text-success-text">{t('paid.credits', { count: credits })}</p>
      )}
      {isPlan && <TopTierGrants />}
      {amountCents > 0 && <p className="text-sm">{t('paid.receipt')}</p>}
    </div>
  );
}

const vipGains = ['paid.vip.unlimited', 'paid.vip.replies', 'paid.vip.regions'] as const;

/** What a new VIP member can do from now on. */
function TopTierGrants() {
  const { t } = useTranslation('pay');
  return (
    <div className="py-3 text-left text-ink">
      <p className="mb-1.5 font-semibold">{t('paid.vip.title')}</p>
      <ul className="space-y-1.5">
        {vipGains.map((gain) => (
          <li key={gain} className="flex items-start gap-2">
            <Check aria-hidden="true" className="mt-1 size-4 shrink-0 text-success-text" strokeWidth={3} />
            {t(gain)}
          </li>
        ))}
      </ul>
    </div>
  );
}

/** Where it goes on: to pay what an age check was made for, or back to the conversation that it was bought for. */
interface Onward {
  to: string;
  words: 'paid.toPay' | 'backToChat' | 'toChats';
  soon: 'paid.soonPay' | 'paid.soonChat' | 'paid.soon';
}

function onwardFrom({ grants }: Arrival): Onward {
  if (grants === 'verification' && hasChosenPlan())
    return { to: paths.pay(), words: 'paid.toPay', soon: 'paid.soonPay' };
  const to = pathAfterPayment();
  return to === paths.chats
    ? { to, words: 'toChats', soon: 'paid.soon' }
    : { to, words: 'backToChat', soon: 'paid.soonChat' };
}

/** By the button, or by itself after a while where nothing waits for an answer; there, the flow may have something to say about the plan. */
function useGoingOn(to: string, { byItself }: { byItself: boolean }): () => void {
  const navigate = useNavigate();
  const { premiumLevel } = useMember();
  // The page is here before the server has said what the payment brought.
  const [levelBefore] = useState(premiumLevel);
  async function goOn() {
    // What can be bought depends on the age that was just confirmed.
    if (to === paths.pay()) await refreshMember();
    await navigate(to, { replace: true });
    if (levelBefore === PREMIUM_LEVELS.free && premiumLevel > levelBefore) await announcePlan(navigate);
  }
  const goOnByItself = useEffectEvent(goOn);
  useEffect(() => {
    if (!byItself) return;
    const timer = setTimeout(() => void goOnByItself(), PAID_REDIRECT_MS);
    return () => clearTimeout(timer);
  }, [byItself]);
  return () => void goOn();
}
