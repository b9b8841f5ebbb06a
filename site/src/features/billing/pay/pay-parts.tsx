import { LockKeyhole, CreditCard, Hourglass } from 'lucide-react';
import { type ComponentProps, useEffect, useEffectEvent, useId, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useDates } from '#client/dates.ts';
import { useOnline } from '#client/use-online.ts';
import type { Quote } from '#contract/billing/orders.ts';
import type { PaymentOutcome } from '#contract/billing/payment-outcome.ts';
import type { PurchaseTerms } from '#contract/billing/purchase-terms.ts';
import { paths } from '#site/shell/paths.ts';
import { Button } from '#ui/button.tsx';
import { Checkbox } from '#ui/checkbox.tsx';
import { Notice } from '#ui/notice.tsx';
import { Spinner } from '#ui/spinner.tsx';
import { VisuallyHidden } from '#ui/visually-hidden.tsx';
import { useOutcomeWords } from './outcome.ts';
import type { Charge, Undecided } from './use-charge.ts';

type BuyButtonProps = { terms: PurchaseTerms; loading: boolean };

/** The button that buys, with what it means directly above it. */
export function BuyButton({ terms, loading }: BuyButtonProps) {
  const id = useId();
  return (
    <div className="space-y-3">
      <div id={id} className="space-y-1 rounded-field bg-soft p-4 text-sm leading-relaxed">
        {terms.sentences.map((sentence, index) => (
          <p key={sentence} className={index === 0 ? 'text-base font-semibold' : undefined}>
            {sentence}
          </p>
        ))}
      </div>
      <Button
        type="submit"
        size="lg"
        wide
        loading={loading}
        aria-describedby={id}
        icon={<LockKeyhole aria-hidden="true" className="size-5" />}
      >
        {terms.button}
      </Button>
    </div>
  );
}

type BoxProps = Omit<ComponentProps<typeof Checkbox>, 'label'>;

/** What the plain flow wants ticked before anything is paid. */
export function Disclaimer(box: BoxProps) {
  const { t } = useTranslation('pay');
  return (
    <Checkbox
      {...box}
      required
      label={
        <>
          {t('disclaimer.read')}{' '}
          <Link to={paths.legal('terms', 'billingPolicy')} target="_blank">
            {t('disclaimer.policy')}
            <VisuallyHidden>{t('disclaimer.newTab')}</VisuallyHidden>
          </Link>
        </>
      }
      className={box.error ? 'rounded-field bg-danger-soft px-3 pb-2 ring-2 ring-danger-line' : undefined}
    />
  );
}

export type OtherWay = { label: string; choose: () => void };

type RefusedNoticeProps = {
  outcome: PaymentOutcome;
  /** Marks the field that it is about and goes there; false where it is about none. */
  markField: (outcome: PaymentOutcome) => boolean;
  others: readonly OtherWay[];
};

/** Why nothing was paid, above the form as it was filled in, and by what else it can be paid. */
export function RefusedNotice({ outcome, markField, others }: RefusedNoticeProps) {
  const { title, text } = useOutcomeWords()(outcome);
  const box = useRef<HTMLDivElement>(null);
  const show = useEffectEvent(() => {
    if (!markField(outcome)) box.current?.focus();
  });
  useEffect(() => show(), []);
  return (
    <div ref={box} role="alert" tabIndex={-1} className="rounded-field">
      <Notice
        tone="danger"
        icon={<CreditCard aria-hidden="true" />}
        title={title}
        action={
          others.length > 0 && (
            <div className="flex flex-wrap gap-2">
              {others.map(({ label, choose }) => (
                <Button key={label} type="button" variant="secondary" size="sm" onClick={choose}>
                  {label}
                </Button>
              ))}
            </div>
          )
        }
      >
        {text}
      </Notice>
    </div>
  );
}

type UndecidedNoticeProps = { open: Undecided; charge: Pick<Charge, 'resume' | 'callOff'> };

/** A payment for the same thing is open: the payer can go on with it, or end it and pay again. */
export function UndecidedNotice({ open, charge }: UndecidedNoticeProps) {
  const { t } = useTranslation('pay');
  const { time: timeOf } = useDates();
  return (
    <Notice
      tone="warning"
      icon={<Hourglass aria-hidden="true" />}
      title={t(open.why === 'left' ? 'undecided.leftTitle' : 'undecided.title')}
      action={
        <div className="flex flex-wrap gap-2">
          <Button type="button" onClick={() => void charge.resume(open)}>
            {t('undecided.resume')}
          </Button>
          <Button type="button" variant="secondary" onClick={() => void charge.callOff(open)}>
            {t('undecided.callOff')}
          </Button>
        </div>
      }
    >
      <p>{t(open.why === 'left' ? 'undecided.leftText' : 'undecided.text')}</p>
      {open.nextCheckAt !== undefined && (
        <p className="mt-2">{t('undecided.nextCheck', { time: timeOf(open.nextCheckAt) })}</p>
      )}
    </Notice>
  );
}

/** The answer was lost on its way. Until it is found there is nothing to press. */
export function CheckingNote() {
  const { t } = useTranslation('pay');
  const online = useOnline();
  return (
    <div role="status">
      <Notice tone="warning" icon={<Spinner />} title={t('checking.title')}>
        {t(online ? 'checking.text' : 'checking.offline')}
      </Notice>
    </div>
  );
}

/** Asks whether what a pack is paid with, or an age is shown by, may be kept. The box is never ticked in advance. */
export function KeepBox({ purchase, ...box }: BoxProps & Pick<Quote, 'purchase'>) {
  const { t } = useTranslation('pay');
  const isCheck = purchase === 'verification';
  return (
    <Checkbox
      {...box}
      label={t(isCheck ? 'keep.ageLabel' : 'keep.label')}
      hint={t(isCheck ? 'keep.ageHint' : 'keep.hint')}
    />
  );
}
