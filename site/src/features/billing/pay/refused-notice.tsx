import { CreditCard } from 'lucide-react';
import { useEffect, useEffectEvent, useRef } from 'react';
import type { PaymentOutcome } from '../../../../../contract/billing/payment-outcome.ts';
import { Button } from '../../../../../packages/ui/button.tsx';
import { Notice } from '../../../../../packages/ui/notice.tsx';
import { useOutcomeWords } from './outcome.ts';

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
