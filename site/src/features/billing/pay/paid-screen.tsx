import { CircleCheck } from 'lucide-react';
import { useCallback, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation, useNavigate } from 'react-router';
import { PAID_REDIRECT_MS } from '../../../../../contract/kernel/constants.ts';
import { useBilling } from '../billing-data.ts';
import { tellOfPlan } from '../paywalls.ts';
import { PageHeading } from '../../../shell/page-heading.tsx';
import { useMember } from '../../../shell/session.ts';
import { useMoney } from '../use-money.ts';
import { Button } from '../../../../../packages/ui/button.tsx';
import { Card } from '../../../../../packages/ui/card.tsx';
import { Skeleton } from '../../../../../packages/ui/skeleton.tsx';
import type { Purpose } from './purpose.ts';
import { paths } from '../../../shell/paths.ts';

/** It is paid: what it brought, and on to the conversations. */
export function PaidScreen() {
  const { t } = useTranslation('pay');
  const goOn = useGoingOn();
  return (
    <div className="mx-auto w-full max-w-md px-4 py-8 sm:py-16">
      <Card as="section" className="text-center">
        <span className="mx-auto grid size-20 place-items-center rounded-avatar bg-success-soft text-on-success-soft">
          <CircleCheck aria-hidden="true" className="size-10" strokeWidth={1.5} />
        </span>
        <PageHeading always className="mt-4">
          {t('paid.title')}
        </PageHeading>
        <Received />
        <Button size="lg" wide className="mt-6" onClick={goOn}>
          {t('toChats')}
        </Button>
        <p className="mt-3 text-sm text-muted">{t('paid.soon')}</p>
      </Card>
    </div>
  );
}

/** What the page that took the payment says of it. */
type Arrival = { orderId?: string; brings?: Purpose['brings'] };

function Received() {
  const { t } = useTranslation('pay');
  const money = useMoney();
  const { orderId, brings } = (useLocation().state ?? {}) as Arrival;
  const billing = useBilling();
  if (brings === 'verification' || brings === 'card') {
    return <p className="mt-2 text-muted">{t(brings === 'card' ? 'paid.card' : 'paid.verification')}</p>;
  }
  const payment = billing.data?.payments.find((each) => each.orderId === orderId);
  if (billing.isLoading) return <Skeleton className="mx-auto mt-3 w-2/3" />;
  if (!payment) return <p className="mt-2 text-muted">{t('paid.text')}</p>;
  const { name, amountCents, credits } = payment;
  return (
    <div className="mt-2 space-y-1 text-muted">
      <p>{t('paid.plan', { name: name ?? '', amount: money(amountCents) })}</p>
      {credits > 0 && (
        <p className="text-lg font-semibold text-success-text">{t('paid.credits', { count: credits })}</p>
      )}
      {amountCents > 0 && <p className="text-sm">{t('paid.receipt')}</p>}
    </div>
  );
}

/** By the button or by itself after a while; there, the flow may have something to say about the plan. */
function useGoingOn(): () => void {
  const navigate = useNavigate();
  const { premiumLevel } = useMember();
  // The page is here before the server has said what the payment brought.
  const levels = useRef({ before: premiumLevel, now: premiumLevel });
  useEffect(() => {
    levels.current.now = premiumLevel;
  });
  const goOn = useCallback(() => {
    const { before, now } = levels.current;
    void navigate(paths.chats, { replace: true });
    if (before === 0 && now > 0) void tellOfPlan(navigate);
  }, [navigate]);
  useEffect(() => {
    const timer = setTimeout(goOn, PAID_REDIRECT_MS);
    return () => clearTimeout(timer);
  }, [goOn]);
  return goOn;
}
