import { Hand, PiggyBank } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useDates } from '#client/dates.ts';
import { useOverlay } from '#client/overlays.ts';
import type { Refusal } from '#client/refusal.ts';
import type { Spending } from '#contract/billing/spending.ts';
import { lazyPart } from '#site/shell/lazy-part.tsx';
import { SubmitError } from '#site/shell/submit-error.tsx';
import { Button } from '#ui/button.tsx';
import { FormErrors } from '#ui/form-errors.tsx';
import { Notice } from '#ui/notice.tsx';
import { useMoney } from '../billing-data.ts';
import { tightestLimit } from './spending-data.ts';

const SpendingPanel = lazyPart(async () => (await import('./spending-panel.tsx')).SpendingPanel);

type HintProps = { spending: Spending; amountCents: number };

/** What is left of a limit, before anything is typed; that a purchase is unusual, in one sentence. */
export function SpendingHint({ spending, amountCents }: HintProps) {
  const { t } = useTranslation('spending');
  const money = useMoney();
  const overLimit = useOverLimit();
  if (amountCents === 0) return null;
  if (spending.pausedUntil !== null) return <PauseHint until={spending.pausedUntil} />;
  const limit = tightestLimit(spending);
  if (limit && limit.leftCents < amountCents) {
    const freeAt = amountCents > limit.limitCents ? null : limit.endsAt;
    return (
      <Hint warns title={t('checkout.title')}>
        {overLimit({ ...limit, freeAt })}
      </Hint>
    );
  }
  const unusual = <Unusual spending={spending} amountCents={amountCents} />;
  const isUnusual = spending.unusual.lastDayCents + amountCents >= spending.unusual.fromCents;
  if (!limit && !isUnusual) return null;
  return (
    <Hint>
      {limit && (
        <p>
          {t(`checkout.left.${limit.period}`, {
            left: money(limit.leftCents),
            limit: money(limit.limitCents),
          })}
        </p>
      )}
      {isUnusual && unusual}
    </Hint>
  );
}

/** That the member has paused payments for a while. */
export function PauseHint({ until }: { until: number }) {
  const { t } = useTranslation('spending');
  const dates = useDates();
  return (
    <Hint warns title={t('checkout.pausedTitle')}>
      {t('checkout.paused', { date: dates.time(until) })}
    </Hint>
  );
}

function Unusual({ spending: { unusual }, amountCents }: HintProps) {
  const { t } = useTranslation('spending');
  const money = useMoney();
  const amount = money(unusual.lastDayCents + amountCents);
  return (
    <p>
      {unusual.usualWeekCents === null
        ? t('checkout.unusualFirst', { amount })
        : t('checkout.unusual', { amount, usual: money(unusual.usualWeekCents) })}
    </p>
  );
}

type HintBoxProps = { warns?: boolean; title?: string; children: ReactNode };

function Hint({ warns = false, title, children }: HintBoxProps) {
  const Icon = warns ? Hand : PiggyBank;
  return (
    <Notice
      tone={warns ? 'warning' : 'neutral'}
      icon={<Icon aria-hidden="true" />}
      title={title}
      action={<OwnLimits />}
    >
      {children}
    </Notice>
  );
}

/** Opens over the page, so that what was typed there stays. */
function OwnLimits() {
  const { t } = useTranslation('spending');
  const { isOpen, open, close } = useOverlay('spending');
  const [shown, setShown] = useState(false);
  if (isOpen && !shown) setShown(true);
  return (
    <>
      <Button variant="secondary" size="sm" onClick={() => open(true)}>
        {t('checkout.yours')}
      </Button>
      {shown && <SpendingPanel open={isOpen} onClose={() => void close()} onClosed={() => setShown(false)} />}
    </>
  );
}

/** Which limit is in the way, what is left of it, and when so much may be spent again. */
function useOverLimit() {
  const { t } = useTranslation('spending');
  const dates = useDates();
  const money = useMoney();
  return ({ period, limitCents, leftCents, freeAt }: NonNullable<Refusal['limit']>): string => {
    const over = t(`checkout.over.${period}`, { limit: money(limitCents), left: money(leftCents) });
    const when = freeAt === null ? t('checkout.never') : t('checkout.free', { date: dates.time(freeAt) });
    return `${over} ${when}`;
  };
}

type ChargeRefusalProps = {
  refusal: Refusal | null;
  /** An earlier payment is open, of which it is not known whether it was charged. */
  undecided: boolean;
};

/** Why a charge was refused. Where a limit or a pause of the member's own did it, its sentence. */
export function ChargeRefusal({ refusal, undecided }: ChargeRefusalProps) {
  const { t } = useTranslation('spending');
  const dates = useDates();
  const overLimit = useOverLimit();
  if (refusal?.limit) {
    const errors = [overLimit(refusal.limit), t('checkout.nothing')].map((text) => ({ text }));
    return <FormErrors title={t('checkout.title')} errors={errors} />;
  }
  if (refusal?.pausedUntil) {
    const paused = t('checkout.paused', { date: dates.time(refusal.pausedUntil) });
    const errors = [paused, t('checkout.nothing')].map((text) => ({ text }));
    return <FormErrors title={t('checkout.pausedTitle')} errors={errors} />;
  }
  const uncharged = refusal?.code === 'offline' && !undecided;
  return <SubmitError refusal={refusal} {...(uncharged && { more: [t('checkout.offline')] })} />;
}
