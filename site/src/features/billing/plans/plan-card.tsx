import { CalendarClock, Check, Coins, RefreshCw, ReceiptText, ThumbsUp } from 'lucide-react';
import { type MouseEvent, type ReactNode, useId } from 'react';
import { useTranslation } from 'react-i18next';
import { useDates } from '#client/dates.ts';
import type { Quote } from '#contract/billing/orders.ts';
import type { RatePlan } from '#contract/brand/flow.ts';
import { Tag } from '#ui/badge.tsx';
import { classNames } from '#ui/class-names.ts';
import { VisuallyHidden } from '#ui/visually-hidden.tsx';
import { useMoney } from '../billing-data.ts';
import { type Why, centsAMessage } from './shortlist.ts';

const renewalWords = {
  day: 'renews.day',
  week: 'renews.week',
  month: 'renews.month',
  quarter: 'renews.quarter',
  year: 'renews.year',
} as const;

type PlanCardProps = {
  plan: RatePlan;
  /** Why this one is recommended, where it is. */
  recommended: Why | null;
  /** What choosing it would do to the member's plan. */
  change: Quote | undefined;
  checked: boolean;
  onSelect: () => void;
  /** A click on what is selected already. */
  onConfirm: () => void;
};

/** A plan as a radio: all that it gives and costs, now and later. */
export function PlanCard({ plan, recommended, change, checked, onSelect, onConfirm }: PlanCardProps) {
  const { t } = useTranslation('plans');
  const id = useId();
  // A click also comes from the keyboard, as one without a pointer: there Enter confirms, and the space bar selects.
  const click = ({ detail }: MouseEvent) => {
    if (checked && detail > 0) onConfirm();
  };
  return (
    <label
      className={classNames(
        'relative flex flex-col gap-3 rounded-card edge bg-surface p-(--card-padding) shadow-card transition',
        'hover:border-ink has-checked:border-primary-line has-checked:shadow-raised has-checked:inset-ring-2 has-checked:inset-ring-primary-line',
        'has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-ring',
      )}
    >
      <input
        type="radio"
        name="plan"
        value={plan.productId}
        checked={checked}
        onChange={onSelect}
        onClick={click}
        aria-labelledby={`${id}-name ${id}-price`}
        aria-describedby={`${id}-more`}
        className="peer absolute inset-0 size-full cursor-pointer appearance-none rounded-card outline-none"
      />
      <span className="pointer-events-none flex flex-wrap items-start justify-between gap-x-6 gap-y-2">
        <span className="flex min-w-0 flex-1 basis-40 items-start gap-3">
          <Dot checked={checked} />
          <span className="min-w-0">
            <span id={`${id}-name`} className="block heading text-xl">
              {plan.name}
            </span>
            {(recommended || plan.badge) && (
              <span className="mt-1.5 flex flex-wrap gap-1.5">
                {recommended && <Tag tone="primary">{t('recommended.label')}</Tag>}
                {plan.badge && <Tag tone="highlight">{plan.badge}</Tag>}
              </span>
            )}
          </span>
        </span>
        <PlanPrice id={`${id}-price`} plan={plan} className="max-sm:pl-9" />
      </span>
      <PlanDetails
        id={`${id}-more`}
        plan={plan}
        recommended={recommended}
        change={change}
        open={checked}
        className="sm:pl-9"
      />
    </label>
  );
}

function Dot({ checked }: { checked: boolean }) {
  return (
    <span
      aria-hidden="true"
      className={classNames(
        'mt-0.5 grid size-6 shrink-0 place-items-center rounded-full border-2 transition-colors',
        checked ? 'border-primary-fill bg-primary-fill text-on-primary' : 'border-field-line bg-field',
      )}
    >
      {checked && <Check strokeWidth={3.5} className="size-3.5" />}
    </span>
  );
}

type PlanPriceProps = { id?: string; plan: RatePlan; className?: string };

/** What it costs, beside what it cost before. */
export function PlanPrice({ id, plan, className }: PlanPriceProps) {
  const { t } = useTranslation('plans');
  const money = useMoney();
  const { priceCents, oldPriceCents, priceNote } = plan;
  const price = money(priceCents);
  return (
    <span id={id} className={classNames('max-w-full text-right max-sm:text-left sm:shrink-0', className)}>
      <span className="flex flex-wrap items-baseline gap-x-2 sm:justify-end">
        {oldPriceCents === null ? (
          <span className="heading text-2xl tabular-nums">{price}</span>
        ) : (
          <>
            <VisuallyHidden>{t('instead', { price, old: money(oldPriceCents) })}</VisuallyHidden>
            <s aria-hidden="true" className="text-muted tabular-nums">
              {money(oldPriceCents)}
            </s>
            <span aria-hidden="true" className="heading text-2xl tabular-nums">
              {price}
            </span>
          </>
        )}
      </span>
      {priceNote && <span className="block max-w-44 text-sm text-muted sm:ml-auto">{priceNote}</span>}
    </span>
  );
}

type PlanDetailsProps = Pick<PlanCardProps, 'plan' | 'recommended' | 'change'> & {
  id?: string;
  className?: string;
  /** With all that there is to say of it. */
  open: boolean;
};

/** What it gives, and what is paid for it now and later. */
export function PlanDetails({ id, plan, recommended, change, open, className }: PlanDetailsProps) {
  const { t } = useTranslation('plans');
  const money = useMoney();
  const { credits, promoCredits, period, totalCents, messages, description, suggestion } = plan;
  const price = money(totalCents);
  return (
    <span
      id={id}
      className={classNames('pointer-events-none flex flex-col gap-2 text-[0.9375rem]', className)}
    >
      {credits + promoCredits > 0 && (
        <Fact icon={<Coins aria-hidden="true" />}>
          <strong className="font-semibold">{t('credits', { count: credits })}</strong>
          {promoCredits > 0 && ` ${t('gift', { count: promoCredits })}`}
          {messages !== null && messages > 0 && (
            <span className="text-muted"> · {t('messages', { count: messages })}</span>
          )}
          {!period && Number.isFinite(centsAMessage(plan)) && (
            <span className="text-muted">
              {' '}
              · {t('perMessage', { price: money(Math.round(centsAMessage(plan))) })}
            </span>
          )}
        </Fact>
      )}
      {recommended && <Fact icon={<ThumbsUp aria-hidden="true" />}>{t(`recommended.${recommended}`)}</Fact>}
      {open && description && <span className={colourOf(plan.descriptionColor)}>{description}</span>}
      {totalCents > 0 && (
        <Fact icon={period ? <RefreshCw aria-hidden="true" /> : <ReceiptText aria-hidden="true" />}>
          {period ? t(renewalWords[period], { price }) : t('once', { price })}
        </Fact>
      )}
      {change && <ChangeFact change={change} />}
      {suggestion && (
        <span className={classNames('font-semibold', colourOf(plan.suggestionColor))}>{suggestion}</span>
      )}
    </span>
  );
}

function ChangeFact({ change }: { change: Quote }) {
  const { t } = useTranslation('plans');
  const money = useMoney();
  const { day } = useDates();
  const { kind, amountCents, creditCents, startsAt } = change;
  const price = money(amountCents);
  return (
    <Fact icon={<CalendarClock aria-hidden="true" />}>
      {kind === 'later' && t('change.later', { date: day(startsAt) })}
      {kind === 'now' &&
        (creditCents > 0
          ? t('change.credited', { price, credit: money(creditCents) })
          : t('change.now', { price }))}
    </Fact>
  );
}

function Fact({ icon, children }: { icon: ReactNode; children: ReactNode }) {
  return (
    <span className="flex items-start gap-2 [&>svg]:mt-[0.15em] [&>svg]:size-4.5 [&>svg]:shrink-0 [&>svg]:text-muted">
      {icon}
      <span>{children}</span>
    </span>
  );
}

const colours: Readonly<Record<string, string>> = {
  ink: 'text-ink',
  muted: 'text-muted',
  primary: 'text-primary-text',
  accent: 'text-accent-text',
  success: 'text-success-text',
};

/** The operator's colour for a text, as a token of the brand's. */
export function colourOf(name: string): string {
  return colours[name] ?? 'text-muted';
}
