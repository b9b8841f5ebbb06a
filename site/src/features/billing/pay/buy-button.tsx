import { LockKeyhole } from 'lucide-react';
import { useId } from 'react';
import type { PurchaseTerms } from '../../../../../contract/billing/purchase-terms.ts';
import { Button } from '../../../../../packages/ui/button.tsx';

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
