import { useTranslation } from 'react-i18next';
import type { CardOnFile } from '../../../../../contract/billing/member-billing.ts';
import { VisuallyHidden } from '../../../../../packages/ui/visually-hidden.tsx';
import { expiryText, paymentMethodName } from '../own-plan/payment-method-names.ts';
import { MethodMark } from './method-mark.tsx';
import { NetworkMark, isDrawn } from './network-mark.tsx';

/** By what is paid: the card that was kept, as far as its holder knows it. */
export function OnFileLine({ card }: { card: CardOnFile }) {
  const { t } = useTranslation('pay');
  const { lastFour } = card;
  const expiry = expiryText(card);
  return (
    <div className="flex items-center gap-3 border-t-(length:--stroke) border-line px-4 py-3">
      <OnFileMark card={card} />
      <p className="min-w-0">
        <span className="block text-sm text-muted">{t('direct.with')}</span>
        <span className="font-semibold">
          {paymentMethodName(card) ?? t('methods.card')}
          {lastFour && (
            <>
              <span aria-hidden="true" className="tabular-nums">
                {' '}
                •••• {lastFour}
              </span>
              <VisuallyHidden>{t('direct.endsIn', { digits: lastFour })}</VisuallyHidden>
            </>
          )}
        </span>
      </p>
      {expiry && (
        <span className="ml-auto shrink-0 text-sm text-muted tabular-nums">
          {t('methods.until', { date: expiry })}
        </span>
      )}
    </div>
  );
}

/** The mark of what was kept: the network's, or the method's. */
export function OnFileMark({ card: { kind, network } }: { card: Pick<CardOnFile, 'kind' | 'network'> }) {
  return (
    <span aria-hidden="true" className="shrink-0">
      {kind === 'card' && isDrawn(network) ? <NetworkMark network={network} /> : <MethodMark method={kind} />}
    </span>
  );
}
