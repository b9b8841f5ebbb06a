import { ShoppingBag, Crown, ShieldCheck } from 'lucide-react';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useParams } from 'react-router';
import { useDates } from '#client/dates.ts';
import type { OwnSubscription } from '#contract/billing/member-billing.ts';
import type { Flow } from '#contract/brand/flow.ts';
import { useFlowQuery } from '#site/shell/flow.ts';
import { Loaded } from '#site/shell/loaded.tsx';
import { PageHeading } from '#site/shell/page-heading.tsx';
import { paths } from '#site/shell/paths.ts';
import { leadsToPacks, paywalls, sellingPaywall, type SellingName } from '#site/shell/paywalls.ts';
import { useMember } from '#site/shell/session.ts';
import { measure } from '#site/shell/tracking/measure.ts';
import { Tag } from '#ui/badge.tsx';
import { ButtonLink } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { Notice } from '#ui/notice.tsx';
import { useBilling, useMoney, type Billing } from '../billing-data.ts';
import { needsAgeCheck, planLists } from '../chosen-plan.ts';
import { PlansSkeleton } from '../skeletons.tsx';
import { useSpending } from '../spending/spending-data.ts';
import { PauseHint } from '../spending/spending-hint.tsx';
import { PlanForm } from './plan-form.tsx';

/** The plans, with a heading about the member's reason to come. */
export function PlansScreen() {
  // The sentences for failures must be there before there is something to explain.
  const { t } = useTranslation(['plans', 'popups', 'spending', 'shell', 'errors']);
  const reason = sellingPaywall(useParams()['reason']);
  const words = reason && paywalls[reason].words;
  const { messageValue: count } = useMember();
  const flow = useFlowQuery();
  const list = reason ?? 'all';
  useEffect(() => measure('plans_seen', { detail: list }), [list]);
  return (
    <div className="mx-auto w-full max-w-7xl px-4 pt-2 pb-6 sm:px-6 sm:py-10">
      <PageHeading always={words !== undefined}>
        {words ? t(`popups:${words}.plans.title`) : t('title')}
      </PageHeading>
      <p className="mt-2 mb-6 max-w-2xl text-muted sm:mb-8 sm:text-lg">
        {words ? t(`popups:${words}.plans.text`, { count }) : t('text')}
      </p>
      <Loaded query={flow} skeleton={<PlansSkeleton />}>
        {(data) => <Offer flow={data} reason={reason} />}
      </Loaded>
    </div>
  );
}

type OfferProps = {
  flow: Flow;
  /** The paywall that led here, if one did. */
  reason: SellingName | undefined;
};

function Offer({ flow, reason }: OfferProps) {
  const { hasBought, premiumLevel } = useMember();
  const mayHavePlan = hasBought || premiumLevel > 0;
  const billing = useBilling({ enabled: mayHavePlan });
  if (!mayHavePlan) return <Plans flow={flow} reason={reason} subscription={null} />;
  // Without an answer it is not known whether there is a plan, which is not the same as having none.
  return (
    <Loaded query={billing} skeleton={<PlansSkeleton />}>
      {({ subscription }) => <Plans flow={flow} reason={reason} subscription={subscription} />}
    </Loaded>
  );
}

type PlansProps = OfferProps & { subscription: Billing['subscription'] };

function Plans({ flow, reason, subscription }: PlansProps) {
  const { t } = useTranslation('plans');
  const member = useMember();
  const { plans, credits } = planLists(flow, member);
  const others = plans.filter(({ productId }) => productId !== subscription?.productId);
  // Where there is no other plan the packs are all there is, whatever led here.
  const packsFirst = leadsToPacks(reason) || others.length === 0;
  const packs = packsFirst ? credits : [];
  const agePending = needsAgeCheck(flow, member);
  const pausedUntil = useSpending().data?.pausedUntil;
  return (
    <div className="space-y-6 sm:space-y-8">
      {typeof pausedUntil === 'number' && <PauseHint until={pausedUntil} />}
      {subscription && <OwnPlan subscription={subscription} />}
      {agePending && <AgeNotice />}
      {others.length + packs.length > 0 ? (
        <PlanForm
          key={reason ?? ''}
          flow={flow}
          plans={others}
          packs={packs}
          packsFirst={packsFirst}
          subscribed={subscription !== null}
          agePending={agePending}
        />
      ) : (
        <EmptyState
          icon={<ShoppingBag aria-hidden="true" />}
          title={t('empty.title')}
          text={t('empty.text')}
          action={<ButtonLink to={paths.find}>{t('empty.action')}</ButtonLink>}
        />
      )}
      <SpendingLink />
      {credits.length > packs.length && (
        <p className="max-lg:text-center">
          <Link
            to={paths.plans()}
            className="touch-target relative font-semibold text-primary-text underline underline-offset-4"
          >
            {t('otherPacks')}
          </Link>
        </p>
      )}
    </div>
  );
}

/** Beside the prices stands the way to the member's own limits. */
function SpendingLink() {
  const { t } = useTranslation('plans');
  return (
    <p className="max-lg:text-center">
      <Link
        to={paths.profile('spending')}
        className="touch-target relative font-semibold text-primary-text underline underline-offset-4"
      >
        {t('spending')}
      </Link>
    </p>
  );
}

/** The member's plan, above those they could have. */
export function OwnPlan({ subscription }: { subscription: OwnSubscription }) {
  const { t } = useTranslation('plans');
  const money = useMoney();
  const { day } = useDates();
  const { name, status, paidUntil, nextChargeAt, nextChargeCents, nextName } = subscription;
  const renews = nextChargeAt !== null && nextChargeCents !== null;
  return (
    <Card as="section" className="flex flex-wrap items-center gap-x-6 gap-y-4">
      <div className="min-w-0 flex-1 basis-64">
        <Tag tone="primary" icon={<Crown aria-hidden="true" className="size-4" />}>
          {t('own.label')}
        </Tag>
        <h2 className="mt-2 text-2xl">{name}</h2>
        <p className="text-muted">
          {status === 'past_due' && t('own.pastDue')}
          {status === 'active' &&
            (renews
              ? t('own.renews', { date: day(nextChargeAt), price: money(nextChargeCents) })
              : t('own.ends', { date: day(paidUntil) }))}
        </p>
        {nextName && <p className="text-muted">{t('own.next', { name: nextName })}</p>}
      </div>
      <ButtonLink to={paths.profile('plan')} variant="secondary">
        {t('own.manage')}
      </ButtonLink>
    </Card>
  );
}

/** Why a card is asked for before anything is bought. */
export function AgeNotice() {
  const { t } = useTranslation('plans');
  const money = useMoney();
  return (
    <Notice icon={<ShieldCheck aria-hidden="true" />} title={t('age.title')}>
      {t('age.text', { price: money(0) })}
    </Notice>
  );
}
