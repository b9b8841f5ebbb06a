import { CreditCard } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { PaymentOutcome } from '../../../../../contract/billing/payment-outcome.ts';
import { Notice } from '../../../../../packages/ui/notice.tsx';
import { useOutcomeWords } from './outcome.ts';

/** Why what is on file was refused, where another way of paying is chosen. */
export function RefusedNotice({ outcome }: { outcome: PaymentOutcome }) {
  const { t } = useTranslation('pay');
  const { title, text } = useOutcomeWords()(outcome);
  return (
    <div role="alert">
      <Notice tone="danger" icon={<CreditCard aria-hidden="true" />} title={title}>
        {text} {t('direct.nothingTaken')}
      </Notice>
    </div>
  );
}
